"""The vocabulary: names of properties in several languages, and the schema.org properties that they mean. A table only.

Each row: kinds of entities (none: any) | names | paths | kind of value | kind of the entities at the end of the path.
"""

from __future__ import annotations

ROWS = (
    # Money and offers
    "offer|amount,value|price|money",
    "event course|price,cost,ticket price,preis,prix,precio,prezzo,prijs,pris,kosten,eintritt,tarif,fee,admission,entry fee,"
    "entry,tarifa,entree,tickets from,ingresso,biglietto|offers.price offers.priceSpecification.price price|money|offer",
    "product offer event course book estate|price,current price,sale price,selling price,price amount,price value,final price,"
    "price now,now,price to pay now,offer price,asking price,"
    "special price,discounted price,aktueller preis,prix actuel,precio actual,prezzo attuale,fiyati,guncel fiyat,cena aktualna,"
    "preis,prix,precio,prezzo,prijs,pris,cena,cene,fiyat,preco,価格,販売価格,値段,价格|offers.price "
    "offers.priceSpecification.price price price.amount price.value hasVariant.offers.price|money|offer",
    "product offer event|offer,offers,pricing,price info,price information,ticket,tickets,angebot|offers||offer",
    "product offer|list price,regular price,original price,old price,former price,rrp,msrp,uvp,recommended retail price,"
    "list price amount,price before discount,listenpreis,statt,prix barre,precio anterior,prezzo di listino,"
    "price before the offer,before,compare at price,crossed out price,struck out price,was price,was,price before,previous price,"
    "struck through price,streichpreis,alter preis,vecchio prezzo,prezzo pieno,precio original,precio antes,ancien prix,eski "
    "fiyat,"
    "indirimden onceki fiyat,cena regularna,stara cena,oude prijs,van prijs,"
    "定価|offers.priceSpecification:ListPrice.price offers.priceSpecification:StrikethroughPrice.price "
    "priceSpecification:ListPrice.price|money",
    "product offer event|offer count,number of offers,offers count,num offers|offers.offerCount|count",
    "product event course offer|free,is free,kostenlos|isAccessibleForFree offers.price|free",
    "product offer event|lowest price,low price,min price,minimum price,price min,price from|offers.lowPrice lowPrice|money",
    "product offer event|highest price,high price,max price,maximum price,price max,price to|offers.highPrice "
    "highPrice|money",
    "product offer event course book estate|currency,price currency,currency code,wahrung,devise,moneda,valuta,"
    "valuuta|offers.priceCurrency offers.priceSpecification.priceCurrency priceCurrency price.currency "
    "hasVariant.offers.priceCurrency currency|currency",
    "product offer event|availability,in stock,is in stock,stock,stock status,available,is available,availability status,"
    "verfugbarkeit,disponibilite,disponibilidad,disponibilita,beschikbaarheid,lieferbar,auf lager|offers.availability "
    "availability|term",
    "product offer|condition,item condition,zustand,etat,estado,condizione|offers.itemCondition itemCondition|term",
    "product offer|price valid until,valid until,offer expires|offers.priceValidUntil priceValidUntil|date",
    "product offer|seller,sold by,merchant,vendor,verkaufer,vendeur,satici,sprzedawca,vendedor,venditore,seller "
    "name|offers.seller|names|organization",
    "product offer|shipping cost,shipping price,shipping,versand,"
    "versandkosten|offers.shippingDetails.shippingRate.value|money",
    "offer|url,link,offer url|url|url",
    "event|ticket url,tickets url,booking url,booking link,ticket link|offers.url|url",
    # Products
    "product|sku,商品番号,品番,型番,货号,article number,item number,product code,product number,product id,item id,artikelnummer,"
    "artikel nr,art nr,"
    "bestellnummer,reference,referencia,artikelnr|sku productID offers.sku|code",
    "product|mpn,manufacturer part number,part number,model number,herstellernummer|mpn model|code",
    "product book|gtin,ean,barcode,upc,gtin13,gtin 13,gtin12,ean13,ean code,gtin ean|gtin13 gtin gtin12 gtin14 gtin8 "
    "offers.gtin13 offers.gtin|code",
    "product book|isbn,isbn13,isbn 13|isbn gtin13|code",
    "product|warranty,guarantee,warranty period,garantie,herstellergarantie,gewahrleistung,garanzia,garantia,gwarancja,garanti,"
    "保証期間,保証|warranty.durationOfWarranty warranty|quantity",
    "product|sold out,is sold out,out of stock,is out of stock,unavailable,ausverkauft,epuise,agotado,"
    "esaurito|offers.availability "
    "availability|unavailability",
    "product offer|on sale,discounted,is discounted,is on sale,reduced,is reduced,sale,has discount,im angebot,reduziert|isReduced|term",
    "product|brand,ブランド,品牌,marka,brand name,marke,marque,marca,merk,varumarke|brand|names|organization",
    "product|manufacturer,メーカー,製造元,producent,maker,hersteller,fabricant,fabricante,produttore,"
    "fabrikant|manufacturer brand|names|organization",
    "product|model,model name,modell,modele,modelo|model",
    "product|color,カラー,色,颜色,kolor,colour,farbe,couleur,colore,kleur|color|names",
    "product|material,素材,材質,材质,materials,werkstoff,matiere,materiale|material|names",
    "product|size,サイズ,尺寸,rozmiar,grosse,taille,talla,maat|size|names",
    "product|weight,重量,重さ,waga,gewicht,poids,peso|weight|quantity",
    "product|variant,variants|hasVariant offers||product",
    "product|operating system,os|operatingSystem",
    "product|version,software version|softwareVersion",
    # Ratings and reviews
    "review|rating,rating value,stars,score,star rating,bewertung,note|reviewRating.ratingValue reviewRating||rating",
    "rating|rating,value,rating value,average,score,stars,average rating|ratingValue",
    "rating|count,review count,number of reviews,reviews,total,total reviews,num reviews|reviewCount ratingCount",
    "rating|rating count,number of ratings,ratings,votes|ratingCount reviewCount",
    "rating|best,max,best rating,max rating,scale,maximum|bestRating",
    "rating|worst,worst rating|worstRating",
    "|rating,average rating,rating value,aggregate rating,rating average,stars,star rating,score,customer rating,review "
    "rating,review score,bewertung,bewertungen,note moyenne,valoracion,valutazione,"
    "beoordeling,puan,ortalama puan,ocena,calificacion,avaliacao,note,betyg|aggregateRating.ratingValue||rating",
    "|review count,number of reviews,reviews count,num reviews,total reviews,reviews total,rezensionen,anzahl "
    "bewertungen,degerlendirme sayisi,yorum sayisi,number of ratings,numero recensioni,numero di recensioni,nombre d avis,"
    "numero de "
    "opiniones,numero de resenas,liczba opinii,liczba ocen|aggregateRating.reviewCount aggregateRating.ratingCount|count",
    "|rating count,number of ratings,ratings count,num ratings,total ratings|aggregateRating.ratingCount "
    "aggregateRating.reviewCount|count",
    "|best rating,max rating|aggregateRating.bestRating",
    "|review,reviews,customer review,customer reviews,testimonials,user reviews|review reviews||review",
    "review|product name,product,product title,item,item name,item reviewed,reviewed item,reviewed product,book title,film title,"
    "movie title,restaurant name,game title,subject|itemReviewed.name itemReviewed|names|product",
    "review|price,product price,current price|itemReviewed.offers.price|money",
    "review|currency,product currency|itemReviewed.offers.priceCurrency|currency",
    "review|brand,manufacturer,maker,product brand|itemReviewed.brand itemReviewed.manufacturer|names|organization",
    "review|pros,advantages,positive notes,vorteile|positiveNotes.itemListElement.name positiveNotes|names",
    "review|cons,disadvantages,negative notes,nachteile|negativeNotes.itemListElement.name negativeNotes|names",
    "review|verdict,conclusion,fazit|verdict|prose",
    "review|text,body,review text,comment,content,review body,review,description|reviewBody description|prose",
    "review|date,review date,date published,published,created at|datePublished dateCreated|date",
    "review|title,headline,name,summary|name headline",
    "review|author,reviewer,user,reviewer name,author name,by,username|author|names|person",
    # Comments
    "article question video product|comment,comments,user comments,reader comments,replies,reply,kommentare,commentaires,"
    "comentarios|comment||comment",
    "comment|text,body,comment,content,message,comment text,reply|text description|prose",
    "comment|author,user,username,name,by,author name,commenter|author creator|names|person",
    "comment|date,created at,posted,posted at,published,published at,timestamp,time|dateCreated datePublished|date",
    "comment|votes,upvotes,upvote count,score,points,likes|upvoteCount "
    "interactionStatistic:LikeAction.userInteractionCount|count",
    # Articles
    "article|title,headline,heading,article title,name,titel,titre,titulo,titolo,uberschrift|headline name",
    "video book article|year,release year,publication year,published year,year published,jahr,erscheinungsjahr,"
    "annee|datePublished dateCreated copyrightYear|year",
    "|published,first published,date published,published at,published date,published on,publish date,publication date,"
    "published time,pub date,post date,posted on,date,"
    "veroffentlicht,veroffentlichungsdatum,datum,date de publication,fecha,fecha de "
    "publicacion,data,publicatiedatum|datePublished dateCreated uploadDate datePosted|date",
    "|modified,date modified,modified at,updated,updated at,last updated,last modified,update date,updated date,modified "
    "date,modified time,aktualisiert|dateModified|date",
    "|created,date created,created at,creation date|dateCreated|date",
    "article|section,category,categories,article section,topic,rubrik,ressort|articleSection|names",
    "|keywords,tags,keyword,tag,topics,schlagworte|keywords|names",
    "article|subtitle,sub title,subheading,subheadline,subline,untertitel,sous titre,subtitulo,dek|alternativeHeadline",
    "recipe|chef,recipe author,recipe by|author|names|person",
    "recipe|dish,dish name,recipe name,recipe title|name",
    "article|body,content,text,article body,full text,article text,main text|articleBody|prose",
    "|author,authors,author name,author names,writer,written by,byline,by,creator,autor,auteur,autore,verfasser,von|author "
    "creator|names|person",
    "article book video|publisher,publisher name,source,verlag,editeur,editorial|publisher|names|organization",
    "|site name,website name,site|publisher.name isPartOf.name siteName",
    "|word count,words|wordCount|count",
    "|language,lang,sprache,langue,idioma|inLanguage",
    "|comment count,comments count,number of comments,num comments,reply count,replies count,number of replies|commentCount "
    "interactionStatistic:CommentAction.userInteractionCount|count",
    # Events
    "event|start,開催日,開催日時,日時,data wydarzenia,start date,starts,start time,starts at,date,event date,begins,begin,"
    "date and time,when,start datetime,"
    "from,beginn,datum,wann,date de debut,fecha,fecha de inicio,data|startDate|date",
    "event|end,end date,ends,end time,ends at,end datetime,until,ende,date de fin,fecha de fin|endDate|date",
    "event|door time,doors,doors open,einlass|doorTime|date",
    "event|location,会場,場所,miejsce,venue,venue name,place,location name,where,ort,veranstaltungsort,lieu,lugar,"
    "luogo|location.name "
    "location|place|place",
    "event|address,venue address,location address,adresse,direccion,indirizzo|location.address|address|address",
    "event|city,town,venue city,stadt,ville,ciudad|location.address.addressLocality",
    "event|country,land,pays|location.address.addressCountry",
    "event|state,region|location.address.addressRegion",
    "event|postal code,zip,zip code,postcode,plz|location.address.postalCode",
    "event|street,street address,strasse|location.address.streetAddress",
    "event|organizer,organiser,organizer name,host,hosted by,organized by,veranstalter,organisateur,organizador,"
    "promoter|organizer|names|organization",
    "event|performer,performers,artist,artists,speaker,speakers,lineup,line up,act,acts,kunstler,"
    "interpret|performer|names|person",
    "event|status,event status|eventStatus|term",
    "event|attendance mode,attendance,format|eventAttendanceMode|term",
    # Recipes
    "recipe|ingredient,材料,składniki,skladniki,ingredients,recipe ingredient,ingredient list,zutaten,ingredientes,"
    "ingredienti|recipeIngredient "
    "ingredients",
    "recipe|instruction,instructions,steps,step,directions,method,preparation,recipe instructions,cooking instructions,"
    "zubereitung,preparacion,preparazione,etapes|recipeInstructions|prose|step",
    "recipe|prep time,prep,preparation time,preparation minutes,vorbereitungszeit,temps de preparation|prepTime|duration",
    "recipe|cook time,cook,cooking,cooking time,kochzeit,garzeit,temps de cuisson,backzeit|cookTime|duration",
    "recipe|total time,total,time,ready in,duration,gesamtzeit,temps total,zeit|totalTime|duration",
    "recipe|yield,servings,serves,portions,portionen,recipe yield,personnes,raciones,number of "
    "servings|recipeYield|quantity",
    "recipe|cuisine,kuche,recipe cuisine|recipeCuisine|names",
    "recipe|category,course,meal type,recipe category,dish type,gang|recipeCategory|names",
    "recipe|diet,diets,suitable for diet|suitableForDiet|term",
    "recipe|cooking method|cookingMethod",
    "recipe|nutrition,nutrition info,nutritional information,nutrition facts,nahrwerte|nutrition||nutrition",
    "recipe|calories,kcal,kalorien,energy|nutrition.calories|quantity",
    "recipe|sugar,sugars|nutrition.sugarContent|quantity",
    "recipe|fiber,fibre|nutrition.fiberContent|quantity",
    "recipe|sodium,salt|nutrition.sodiumContent|quantity",
    "recipe|protein,protein content|nutrition.proteinContent|quantity",
    "recipe|fat|nutrition.fatContent|quantity",
    "recipe|carbs,carbohydrates|nutrition.carbohydrateContent|quantity",
    "nutrition|calories,kcal,energy|calories|quantity",
    "nutrition|protein,protein content|proteinContent|quantity",
    "nutrition|fat,fat content|fatContent|quantity",
    "nutrition|carbs,carbohydrates,carbohydrate content|carbohydrateContent|quantity",
    "nutrition|sugar,sugars|sugarContent|quantity",
    "nutrition|fiber,fibre|fiberContent|quantity",
    "nutrition|sodium|sodiumContent|quantity",
    "nutrition|serving size|servingSize",
    "step|text,step,instruction,description,content|text name|prose",
    "step|name,title|name",
    "step|image|image|url",
    # Jobs
    "job|title,name,job title,position,role,position title,stelle,stellenbezeichnung,poste,puesto,jobtitel|title name",
    "job|company,company name,employer,employer name,hiring organization,hiring company,organization,organisation,firma,"
    "unternehmen,arbeitgeber,entreprise,empresa|hiringOrganization|names|organization",
    "job|location,job location,city,place,workplace,work location,office,ort,standort,arbeitsort,einsatzort,lieu,"
    "ubicacion|jobLocation.address|place|place",
    "job|address|jobLocation.address|address|address",
    "job|country|jobLocation.address.addressCountry",
    "job|state,region|jobLocation.address.addressRegion",
    "job|postal code,zip,zip code|jobLocation.address.postalCode",
    "job|salary,給与,月給,年収,薪资,wynagrodzenie,base salary,compensation,pay,gehalt,salaire,salario,vergutung,wage,"
    "salary info|baseSalary.value.value "
    "baseSalary.value baseSalary|money|salary",
    "job|salary min,min salary,minimum salary,salary from,salary minimum|baseSalary.value.minValue "
    "baseSalary.minValue|money",
    "job|salary max,max salary,maximum salary,salary to,salary maximum|baseSalary.value.maxValue baseSalary.maxValue|money",
    "job|salary currency,currency|baseSalary.currency salaryCurrency|currency",
    "job|salary unit,salary period,pay period,salary interval,unit|baseSalary.value.unitText baseSalary.unitText|term",
    "salary|min,minimum,from,min value,low|value.minValue minValue|money",
    "salary|max,maximum,to,max value,high|value.maxValue maxValue|money",
    "salary|currency,currency code|currency|currency",
    "salary|unit,period,interval,per,unit text,frequency|value.unitText unitText|term",
    "salary|value,amount|value.value value|money",
    "job|employment type,雇用形態,type,job type,contract type,employment,contract,beschaftigungsart,anstellungsart,"
    "vertragsart,type "
    "de contrat,tipo de contrato,arbeitszeit|employmentType|term",
    "job|date posted,posted,posted at,posted on,posted date,posting date,publication date,published,date,veroffentlicht,"
    "date published|datePosted|date",
    "job|valid through,deadline,application deadline,expires,closing date,apply by,expiry date,expiration date,"
    "bewerbungsfrist,closes|validThrough|date",
    "job|remote,is remote,telecommute,home office,remote work|jobLocationType|term",
    "job|qualifications,requirements,required qualifications,anforderungen|qualifications|prose",
    "job|responsibilities,duties,tasks,aufgaben|responsibilities|prose",
    "job|skills,required skills|skills|names",
    "job|benefits,job benefits|jobBenefits|prose",
    "job|industry,branche|industry|names",
    "job|experience,experience requirements|experienceRequirements.description experienceRequirements|prose",
    "job|education,education requirements|educationRequirements.credentialCategory educationRequirements|prose",
    "job|job id,identifier,reference,reference number,id,requisition id,kennziffer|identifier.value identifier|code",
    "job|working hours,work hours,hours|workHours",
    "job|apply url,application url,application link|url|url",
    # Organisations, people and places
    "organization contact person|phone,電話,電話番号,电话,telephone,phone number,tel,telephone number,contact phone,telefon,"
    "telefonnummer,"
    "telefono|telephone contactPoint.telephone|phone",
    "organization contact person|email,e mail,email address,mail,contact email,correo|email contactPoint.email|email",
    "organization|contact,contact info,contact information,contact point,contact details,kontakt|contactPoint||organization",
    "organization|fax,fax number|faxNumber contactPoint.faxNumber|phone",
    "organization|legal name,registered name|legalName",
    "organization place estate|address,住所,所在地,地址,postal address,full address,location,adresse,anschrift,direccion,"
    "indirizzo,adres,"
    "headquarters|address|address|address",
    "organization place person estate|street,street address,strasse,rue,calle,address line 1|address.streetAddress",
    "organization place person estate|city,town,locality,stadt,ort,ville,ciudad,citta,plaats|address.addressLocality",
    "organization place person estate|state,region,province,county,bundesland|address.addressRegion",
    "organization place person estate|postal code,zip,zip code,postcode,plz,code postal,codigo postal,cap|address.postalCode",
    "organization place person estate|country,land,pays,pais,paese,country code|address.addressCountry",
    "address|street,street address,address line 1,line 1,strasse,address|streetAddress",
    "address|city,town,locality,stadt,ort,ville|addressLocality",
    "address|state,region,province,bundesland|addressRegion",
    "address|postal code,zip,zip code,postcode,plz,zipcode|postalCode",
    "address|country,land,country code,pays|addressCountry",
    "address|po box|postOfficeBoxNumber",
    "organization|opening hours,営業時間,营业时间,godziny otwarcia,hours,business hours,opening times,open hours,offnungszeiten,"
    "horaires,horario,orari,"
    "openingstijden|openingHours openingHoursSpecification|hours|hours",
    "hours|day,day of week,days,weekday,tag|dayOfWeek|term",
    "hours|open,opens,from,start,opening time,opening|opens|clock",
    "hours|close,closes,to,end,closing time,until,closing|closes|clock",
    "organization|founded,founding date,founded in,year founded,founded year,established,founding year,gegrundet,"
    "fondee|foundingDate|year",
    "organization|founder,founders,founded by,grunder|founder|names|person",
    "organization|employees,number of employees,employee count,mitarbeiter|numberOfEmployees.value numberOfEmployees|count",
    "organization|logo,logo url|logo|url",
    "organization person|social links,socials,social media,same as,social profiles,profiles,social|sameAs|url",
    "organization|price range,preisklasse|priceRange",
    "organization|cuisine,serves cuisine,kuche|servesCuisine|names",
    "organization|vat,vat id,vat number,ust id,ustidnr,u st idnr,u st id nr,ust idnr,ust id nr,umsatzsteuer "
    "identifikationsnummer,"
    "umsatzsteuer id,numero de tva,tva intracommunautaire,partita iva,p iva,btw nummer,btw|vatID|code",
    "organization|managing director,managing directors,ceo,director,geschaftsfuhrer,geschaftsfuhrung,geschaftsfuhrerin,"
    "vertreten durch,gerant,administrador,amministratore,代表者,代表取締役|managingDirector|names",
    "organization|register number,registration number,commercial register,company number,company registration number,"
    "handelsregister,handelsregisternummer,registernummer,hrb,kvk,kvk nummer,siret,siren,rcs,krs|registerNumber|code",
    "organization|tax id|taxID|code",
    "organization|slogan,tagline|slogan",
    "organization|menu,menu url|hasMenu menu|url",
    "organization|area served,service area|areaServed|names",
    "organization|payment accepted,payment methods|paymentAccepted|names",
    "organization place event|latitude,lat|geo.latitude location.geo.latitude latitude",
    "organization place event|longitude,lng,lon,long|geo.longitude location.geo.longitude longitude",
    "organization place|geo,coordinates,geo coordinates,position|geo||geo",
    "geo|latitude,lat|latitude",
    "geo|longitude,lng,lon,long|longitude",
    "person|job title,title,role,position|jobTitle",
    "person|company,employer,works for,organization|worksFor|names|organization",
    # Questions
    "question|question,title,name,q,question text,text,frage,pregunta|name text",
    "question|answer,answer text,a,accepted answer,response,content,body,antwort,reponse,respuesta|acceptedAnswer.text "
    "acceptedAnswer suggestedAnswer.text|prose",
    "|faq,faqs,questions,frequently asked questions,questions and answers,qas,fragen,q and a,faq items|mainEntity||question",
    # Books, videos, courses
    "book|pages,page count,number of pages,num pages,seiten,seitenzahl|numberOfPages|count",
    "book|format,book format,binding|bookFormat|term",
    "video|duration,length,runtime,dauer,laufzeit|duration|duration",
    "video|upload date,uploaded,uploaded at|uploadDate|date",
    "video|embed url|embedUrl|url",
    "video|director,directors,regie|director|names|person",
    "video|actors,cast,actor|actor|names|person",
    "video|genre,genres|genre|names",
    "book|genre,genres|genre|names",
    "course|provider,provider name,offered by,institution|provider|names|organization",
    "video|thumbnail,thumbnail url|thumbnailUrl thumbnail|url",
    "video|content url,video url|contentUrl|url",
    # Houses and flats
    "estate|title,name,titel,titre,titulo|name",
    "estate|rooms,number of rooms,room count,zimmer,anzahl zimmer,pieces,habitaciones,locali,kamers,pokoje,rum,"
    "間取り|numberOfRooms"
    "|count",
    "estate|bedrooms,number of bedrooms,schlafzimmer,chambres,dormitorios,camere,slaapkamers|numberOfBedrooms|count",
    "estate|bathrooms,number of bathrooms,badezimmer,salles de bain,banos,bagni|numberOfBathroomsTotal|count",
    "estate|size,area,living area,floor size,floor area,wohnflache,flache,surface,superficie,oppervlakte,powierzchnia,"
    "boarea,面積|"
    "floorSize|quantity",
    "estate|year built,built,construction year,baujahr,annee de construction|yearBuilt|year",
    "estate|rent,monthly rent,kaltmiete,miete,loyer,alquiler,affitto,huur,hyra,家賃|offers.price|money",
    "estate|agent,agency,realtor,makler,agence,agente|offers.seller|names|organization",
    "product article|likes,like count,number of likes|interactionStatistic:LikeAction.userInteractionCount|count",
    "video article|views,view count,number of views|interactionStatistic:WatchAction.userInteractionCount"
    " interactionStatistic:ViewAction.userInteractionCount|count",
    "video|likes,like count|interactionStatistic:LikeAction.userInteractionCount|count",
    "question|votes,upvotes,upvote count,score|upvoteCount|count",
    "question|asked by,asker,question author,questioner|author|names|person",
    "question|asked on,asked at,asked,date asked,asked date|dateCreated datePublished|date",
    "question|accepted answer author,accepted author,best answer author|acceptedAnswer.author|names|person",
    "question|accepted answer votes,accepted answer score,best answer votes|acceptedAnswer.upvoteCount|count",
    "recipe product book organization|votes,vote count,number of votes|aggregateRating.ratingCount aggregateRating.reviewCount|count",
    "question|answer count,answers count,number of answers|answerCount|count",
    "question|answers,all answers|acceptedAnswer+suggestedAnswer||comment",
    # Any entity
    "breadcrumb|name,title,label,text|name item.name",
    "breadcrumb|url,link,href|item url|url",
    "breadcrumb|position,index|position",
    "|features,feature list,included features,includes,included,highlights,what is included,merkmale,leistungen|featureList",
    "|breadcrumb,breadcrumbs|breadcrumb.itemListElement breadcrumb||breadcrumb",
    "product|name,title,product name,label,ad,adi,urun adi,baslik,nom du produit,nome prodotto,nombre del producto,nazwa,nazwa "
    "produktu,商品名,名称,produktname,item name,item title,titel,produktname,nom,nombre,nome,bezeichnung,naam,navn,namn|name",
    "|name,title,full name,titel,titre,nombre,nom,titulo,titolo,naam,label|name headline title",
    "|headline,heading|headline name",
    "|description,summary,short description,beschreibung,descripcion,descrizione,abstract,overview,about,meta description,"
    "excerpt,omschrijving|description abstract|prose",
    "|image,images,image url,image urls,main image,picture,pictures,photo,photos,cover image,featured image,hero image,lead "
    "image,primary image,"
    "image link,bild,bilder,thumbnail,thumbnail url,img|image thumbnailUrl|url",
    "|url,link,page url,permalink,website,web site,homepage,source url,product url,href,canonical url,webseite|url "
    "mainEntityOfPage @id|url",
    "|category,categories,product category,kategorie,categorie,categoria|category|names",
    "|duration,length,dauer|duration timeRequired|duration",
    "|alternate name,alias,also known as|alternateName|names",
    "|id,identifier|identifier.value identifier|code",
    "|genre,genres|genre|names",
    "|free,is free,is accessible for free|isAccessibleForFree|term",
    "|resource,resources,distribution,distributions,recurso,recursos,ressource,ressources,risorsa,risorse|distribution||download",
    "download|name,title,file name,filename|name",
    "download|format,file format,type,file type|encodingFormat fileFormat",
    "download|url,link,download url,href,file url|contentUrl url|url",
    "download|size,file size|contentSize",
    "|license,licence|license",
    "|license url,licence url,license link|license|url",
    "|temporal coverage,time coverage,coverage|temporalCoverage",
    "|audience|audience.audienceType audience",
    "|award,awards|award|names",
    "|telephone,phone,phone number,telefon,telefono,tel|telephone|phone",
    "|email,e mail,email address|email|email",
)
