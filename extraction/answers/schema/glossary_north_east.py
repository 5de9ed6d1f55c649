"""More labels of the rows in `glossary`, by their first name: Czech and Slovak, Danish and Norwegian, Finnish, Hungarian, Romanian, Greek,
Ukrainian, Croatian. And rows for names that any thing has, which the first table leaves to the vocabulary. A table only.
"""

from __future__ import annotations

# first name of a row | labels
LABELS = """
brand|znacka,maerke,merke,merkki,tuotemerkki,marka,brend,μαρκα,бренд,robna marka
manufacturer|vyrobce,producent,produsent,fabrikant,valmistaja,gyarto,producator,κατασκευαστης,виробник,proizvodac
model|model,modell,malli,tipus,μοντελο,модель
sku|kod produktu,katalogove cislo,artiklove cislo,varenummer,varenr,produktnummer,tuotenumero,tuotekoodi,cikkszam,termekkod,cod produs,κωδικος,κωδικος προιοντος,артикул,код товару,sifra,sifra proizvoda
ean|ean kod,carovy kod,stregkode,strekkode,viivakoodi,vonalkod,cod de bare,штрихкод,barkod
material|material,materialy,slozeni,materiale,materiaali,anyag,osszetetel,υλικο,матеріал,склад,materijal
color|barva,farba,farve,farge,vari,szin,culoare,χρωμα,колір,boja
size|velikost,velkost,storrelse,koko,meret,marime,μεγεθος,розмір,velicina
dimensions|rozmery,mal,dimensjoner,mitat,meretek,dimensiuni,διαστασεις,розміри,габарити,dimenzije
weight|hmotnost,vaha,vaegt,vekt,paino,suly,tomeg,greutate,βαρος,вага,tezina
height|vyska,hojde,hoyde,korkeus,magassag,inaltime,υψος,висота,visina
width|sirka,bredde,leveys,szelesseg,latime,πλατος,ширина,sirina
depth|hloubka,dybde,syvyys,melyseg,adancime,βαθος,глибина,dubina
length|delka,dlzka,laengde,lengde,pituus,hossz,hosszusag,lungime,μηκος,довжина,duljina
diameter|prumer,halkaisija,atmero,diametru,διαμετρος,діаметр,promjer
capacity|objem,kapacita,rumfang,kapacitet,tilavuus,urtartalom,kapacitas,capacitate,volum,χωρητικοτητα,обєм,місткість,zapremina
power|vykon,effekt,teho,teljesitmeny,putere,ισχυς,потужність,snaga
warranty|zaruka,zarucni doba,garanti,takuu,garancia,jotallas,garantie,εγγυηση,гарантія,jamstvo
country of origin|zeme puvodu,krajina povodu,oprindelsesland,opprinnelsesland,alkupera,alkuperamaa,valmistusmaa,szarmazasi hely,tara de origine,χωρα προελευσης,країна походження,zemlja podrijetla
care|udrzba,pece,pleje,vedlikehold,hoito,hoito ohje,kezeles,ingrijire,φροντιδα,догляд
ingredients|slozeni,ingredience,suroviny,ingredienser,ainekset,ainesosat,hozzavalok,osszetevok,ingrediente,υλικα,συστατικα,інгредієнти,sastojci
allergens|alergeny,allergener,allergeenit,allergenek,alergeni,αλλεργιογονα,алергени
alcohol|alkohol,obsah alkoholu,alkoholi,alkoholipitoisuus,alkoholtartalom,alkoholfok,alcool,αλκοολ,алкоголь,міцність
grape|odruda,drue,druesort,rypale,rypalelajike,szolofajta,soi,soi de struguri,ποικιλια,сорт винограду
vintage|rocnik,argang,vuosikerta,evjarat,an recolta,εσοδεια,рік врожаю
region|oblast,kraj,region,alue,maakunta,borvidek,regio,regiune,περιοχη,регіон,regija
condition|stav,stand,tilstand,kunto,allapot,stare,κατασταση,стан,stanje
availability|dostupnost,skladem,lagerstatus,pa lager,saatavuus,varastossa,varasto,keszlet,elerhetoseg,raktaron,disponibilitate,stoc,διαθεσιμοτητα,наявність,dostupnost
delivery time|dodaci lhuta,doba dodani,leveringstid,toimitusaika,szallitasi ido,termen de livrare,χρονος παραδοσης,термін доставки,rok isporuke
shipping cost|postovne,cena dopravy,doprava,fragt,frakt,fraktpris,toimituskulut,szallitasi koltseg,szallitasi dij,cost livrare,transport,μεταφορικα,вартість доставки,dostava
deposit|kauce,zaloha,depositum,pant,vuokravakuus,takuuvuokra,kaucio,garantie,εγγυηση,застава,kaucija
unit price|cena za jednotku,jednotkova cena,enhedspris,enhetspris,yksikkohinta,vertailuhinta,egysegar,pret unitar,τιμη μοναδας
list price|puvodni cena,bezna cena,doporucena cena,forpris,for pris,vejledende pris,veiledende pris,normalpris,norm hinta,normaalihinta,ovh,eredeti ar,regi ar,listaar,korabbi ar,pret vechi,pret intreg,αρχικη τιμη,стара ціна,stara cijena,redovna cijena
price|cena,cena s dph,akcni cena,pris,tilbudspris,salgspris,hinta,tarjoushinta,ar,bruttoar,akcios ar,fogyasztoi ar,pret,pret actual,τιμη,ціна,cijena
rent|najem,najemne,husleje,leie,manedsleie,vuokra,berleti dij,chirie,ενοικιο,оренда,najam
service charges|poplatky,faellesudgifter,felleskostnader,fellesutgifter,hoitovastike,yhtiovastike,vastike,kozos koltseg,rezsi,intretinere,κοινοχρηστα
rooms|pocet pokoju,pokoje,vaerelser,antal vaerelser,rom,antall rom,huoneet,huoneita,huoneluku,szobak,szobak szama,camere,numar camere,δωματια,кімнат,кількість кімнат,sobe,broj soba
bedrooms|loznice,pocet loznic,sovevaerelser,soverom,antall soverom,makuuhuoneet,makuuhuoneita,haloszoba,haloszobak,dormitoare,υπνοδωματια,спалень,spavace sobe
bathrooms|koupelny,pocet koupelen,badevaerelser,bad,kylpyhuoneet,furdoszoba,furdoszobak,bai,bai numar,μπανια,ванних кімнат,kupaonice
living area|uzitna plocha,obytna plocha,plocha,plocha bytu,uzitkova plocha,boligareal,bruksareal,areal,primaerrom,asuinpinta ala,pinta ala,neliot,alapterulet,lakoterulet,suprafata,suprafata utila,εμβαδον,площа,загальна площа,stambena povrsina,povrsina
plot|plocha pozemku,pozemek,grundareal,tomteareal,tomt,tontti,tontin pinta ala,telekterulet,telek,suprafata teren,οικοπεδο,площа ділянки
floor|podlazi,patro,etaj,poschodi,etage,etasje,kerros,emelet,οροφος,поверх,kat
floors|pocet podlazi,pocet pater,antal etager,etasjer,kerroksia,kerrosluku,szintek,emeletek szama,numar etaje,поверховість
year built|rok vystavby,rok postaveni,rok kolaudace,byggear,byggar,rakennusvuosi,valmistumisvuosi,epites eve,epitesi ev,an constructie,anul constructiei,ετος κατασκευης,рік побудови,godina izgradnje
heating|vytapeni,topeni,opvarmning,varme,oppvarming,lammitys,lammitysmuoto,futes,incalzire,θερμανση,опалення,grijanje
tenure|vlastnictvi,druh vlastnictvi,ejerform,eierform,eieform,omistusmuoto,hallintamuoto,tulajdon,tulajdonviszony,forma de proprietate
available from|k nastehovani,volne od,ledig fra,indflytning,overtakelse,vapautuminen,vapaa alkaen,koltozheto,disponibil din,διαθεσιμο απο
parking|parkovani,parkovaci misto,parkering,pysakointi,autopaikka,parkolas,parkolo,parcare,θεση σταθμευσης,паркування,parkiranje
balcony|balkon,terasa,altan,terrasse,parveke,terassi,erkely,terasz,balcon,μπαλκονι,балкон,balkon
lift|vytah,elevator,heis,hissi,lift,ascensor,ασανσερ,ліфт,dizalo
cellar|sklep,kaelder,kjeller,kellari,pince,beci,pivnita,υπογειο,підвал,podrum
furnished|vybaveni,vybaveny,mobleret,mobleret,kalustettu,butorozott,mobilat,επιπλωμενο,мебльована
property type|typ nemovitosti,druh nemovitosti,boligtype,ejendomstype,asuntotyyppi,talotyyppi,ingatlan tipusa,tip imobil,τυπος ακινητου,тип нерухомості
check in|prijezd,check in od,indtjekning,ankomst,innsjekk,innsjekking,sisaankirjautuminen,saapuminen,bejelentkezes,erkezes,sosire,αφιξη,заїзд,prijava
check out|odjezd,check out do,udtjekning,afrejse,utsjekk,utsjekking,avreise,uloskirjautuminen,lahto,kijelentkezes,tavozas,plecare,αναχωρηση,виїзд,odjava
occupancy|pocet osob,max osob,antal personer,maks antal personer,antall gjester,gaester,gjester,henkilomaara,vieraat,ferohely,vendegek,persoane,επισκεπτες,гостей,broj osoba
price per night|cena za noc,pris per nat,pris per natt,hinta yolta,ar ejszakankent,pret pe noapte,τιμη ανα νυχτα,ціна за ніч,cijena po noci
mileage|najeto,tachometr,stav tachometru,kilometertal,kilometerstand,km stand,kjort,kjorte km,kilometrit,ajettu,mittarilukema,kilometeroraallas,futott km,futasteljesitmeny,kilometraj,rulaj,χιλιομετρα,пробіг,prijedeni kilometri,kilometraza
first registration|prvni registrace,uvedeni do provozu,v provozu od,forste registrering,1 registrering,forstegangsregistrert,1 gang registrert,ensirekisterointi,kayttoonotto,elso forgalomba helyezes,prima inmatriculare,πρωτη αδεια,перша реєстрація
model year|rok vyroby,rocnik,modelar,arsmodell,argang,vuosimalli,evjarat,gyartasi ev,an fabricatie,ετος,рік випуску,godina proizvodnje
fuel|palivo,braendstof,drivmiddel,drivstoff,drivlinje,polttoaine,kayttovoima,uzemanyag,combustibil,καυσιμο,паливо,gorivo
transmission|prevodovka,gear,gearkasse,girkasse,gir,vaihteisto,sebessegvalto,valto,cutie de viteze,κιβωτιο,коробка передач,mjenjac
drive|pohon,hjultraek,hjuldrift,vetotapa,veto,hajtas,tractiune,κινηση,привід,pogon
engine|objem motoru,motor,motorstorrelse,slagvolumen,motorvolum,moottori,moottorin tilavuus,hengerurtartalom,capacitate cilindrica,κυβικα,обєм двигуна,obujam motora
power|vykon motoru,hestekraefter,hk,effekt,teho,teljesitmeny,putere,ιπποδυναμη,потужність двигуна
doors|pocet dveri,dore,antal dore,dorer,antall dorer,ovet,ovien lukumaara,ajtok,ajtok szama,usi,numar usi,πορτες,кількість дверей,broj vrata
seats|pocet mist,mist,saeder,antal saeder,seter,antall seter,istuimet,istumapaikat,ulesek,szallithato szemelyek,locuri,numar locuri,θεσεις,кількість місць,broj sjedala
previous owners|pocet majitelu,tidligere ejere,antal ejere,tidligere eiere,antall eiere,omistajat,tulajdonosok szama,proprietari,ιδιοκτητες
salary|mzda,plat,nabizeny plat,lon,lonn,palkka,palkkaus,fizetes,ber,salariu,μισθος,зарплата,placa
employment type|typ uvazku,uvazek,druh pracovniho pomeru,ansaettelsesform,ansettelsesform,stillingstype,tyosuhde,tyosuhteen tyyppi,foglalkoztatas tipusa,munkaviszony,tip contract,tip job,τυπος απασχολησης,тип зайнятості,vrsta zaposlenja
working hours|pracovni doba,arbejdstid,arbeidstid,tyoaika,munkaido,program de lucru,ωραριο,графік роботи,radno vrijeme
location|misto,lokalita,misto vykonu prace,lokace,sted,beliggenhed,arbejdssted,arbeidssted,sijainti,paikka,tyopaikka,helyszin,munkavegzes helye,locatie,locul de munca,τοποθεσια,місце,розташування,lokacija
company|spolecnost,firma,zamestnavatel,virksomhed,arbejdsgiver,bedrift,arbeidsgiver,yritys,tyonantaja,ceg,munkaltato,companie,angajator,εταιρεια,εργοδοτης,компанія,роботодавець,tvrtka,poslodavac
start date|datum zahajeni,zacatek,termin zahajeni,nastup,startdato,begynder,tiltraedelse,oppstart,alkaa,aloitus,aloituspaiva,alkamisaika,kezdes,kezdo datum,data inceperii,data de inceput,εναρξη,дата початку,pocetak,datum pocetka
end date|konec,datum ukonceni,slutdato,sluttdato,slutter,paattyy,paattymisaika,befejezes,zaro datum,data sfarsit,ληξη,дата завершення,zavrsetak
deadline|uzaverka,termin prihlaseni,lhuta,termin podani,prihlasky do,frist,ansogningsfrist,soknadsfrist,tilmeldingsfrist,pameldingsfrist,hakuaika paattyy,viimeinen hakupaiva,ilmoittautuminen viimeistaan,haku paattyy,hatarido,jelentkezesi hatarido,termen limita,data limita,προθεσμια,дедлайн,термін подачі,rok prijave
posted|zverejneno,publikovano,vlozeno,oprettet,offentliggjort,publisert,lagt ut,julkaistu,ilmoitus jatetty,kozzeteve,feladva,publicat,adaugat,δημοσιευση,δημοσιευτηκε,опубліковано,objavljeno
updated|aktualizovano,posledni aktualizace,upraveno,opdateret,sidst opdateret,oppdatert,sist oppdatert,sist endret,paivitetty,viimeksi paivitetty,frissitve,utolso frissites,actualizat,ultima actualizare,ενημερωθηκε,оновлено,azurirano
reference|cislo zakazky,evidencni cislo,cislo inzeratu,referencenummer,referanse,finn kode,annonsenummer,annoncenummer,sagsnummer,viite,kohdenumero,ilmoituksen numero,referenciaszam,hirdeteskod,azonosito,id anunt,referinta,κωδικος αγγελιας,номер оголошення,sifra oglasa
contact person|kontaktni osoba,kontaktperson,yhteyshenkilo,kapcsolattarto,persoana de contact,υπευθυνος επικοινωνιας,контактна особа,kontakt osoba
phone|telefon,tel,telefonni cislo,tlf,telefonnummer,puhelin,puh,puhelinnumero,telefonszam,τηλεφωνο,телефон
mobile|mobil,mobilni telefon,mobiltelefon,mobilnummer,matkapuhelin,gsm,κινητο,мобільний,mobitel
email|e mail,mail,epost,e post,sahkoposti,e posta,adresa de email,ηλεκτρονικο ταχυδρομειο,ел пошта,електронна пошта
website|web,webove stranky,internetove stranky,hjemmeside,nettside,nettsted,kotisivu,verkkosivu,www,honlap,weboldal,site web,ιστοσελιδα,вебсайт,сайт,web stranica
address|adresa,sidlo,adresse,besogsadresse,besoksadresse,osoite,kayntiosoite,cim,szekhely,διευθυνση,адреса
opening hours|oteviraci doba,oteviraci hodiny,provozni doba,otvaracie hodiny,abningstider,apningstider,aukioloajat,avoinna,nyitvatartas,nyitva tartas,program,orar,ωραριο λειτουργιας,години роботи,графік роботи,radno vrijeme
closed|zavreno,lukket,stengt,suljettu,zarva,inchis,κλειστα,зачинено,zatvoreno
founded|zalozeno,rok zalozeni,grundlagt,stiftet,etableret,etablert,perustettu,perustamisvuosi,alapitva,alapitas eve,infiintat,an infiintare,ιδρυση,засновано,osnovano
employees|pocet zamestnancu,antal ansatte,ansatte,medarbejdere,antall ansatte,henkilostomaara,henkilosto,alkalmazottak szama,letszam,numar angajati,angajati,εργαζομενοι,кількість працівників,broj zaposlenih
managing director|jednatel,jednatele,reditel,statutarni organ,direktor,administrerende direktor,daglig leder,toimitusjohtaja,ugyvezeto,ugyvezeto igazgato,director general,administrator,διευθυνων συμβουλος,директор
register number|ico,ic,identifikacni cislo,cvr,cvr nr,cvr nummer,org nr,orgnr,organisasjonsnummer,y tunnus,cegjegyzekszam,cui,numar inregistrare,αρ γεμη,єдрпоу,oib,mb
vat id|dic,danove identifikacni cislo,se nr,momsnummer,mva nummer,alv numero,alv tunnus,adoszam,kozossegi adoszam,cod fiscal,cod tva,αφμ,іпн
instructor|lektor,vyucujici,vede,underviser,instruktor,kursleder,foreleser,opettaja,kouluttaja,ohjaaja,oktato,tanar,formator,profesor,εισηγητης,викладач,predavac
duration|delka,doba trvani,trvani,varighed,varighet,laengde,kesto,pituus,idotartam,hossz,durata,διαρκεια,тривалість,trajanje
level|uroven,narocnost,obtiznost,niveau,niva,vanskelighetsgrad,svaerhedsgrad,taso,vaikeustaso,szint,nehezseg,nivel,dificultate,επιπεδο,рівень,складність,razina
language|jazyk,sprog,sprak,kieli,nyelv,limba,γλωσσα,мова,jezik
participants|pocet ucastniku,max pocet ucastniku,kapacita,deltagere,antal deltagere,maks antall deltakere,deltakere,osallistujat,osallistujia,enintaan,letszam,resztvevok szama,max letszam,participanti,συμμετεχοντες,учасників,polaznici
date|datum,kdy,termin,dato,hvornar,nar,paivamaara,paiva,milloin,aika,ajankohta,datum es idopont,idopont,mikor,data,cand,ημερομηνια,дата,коли,datum
time|cas,zacatek,tid,tidspunkt,klokkeslaet,klokkeslett,kl,kellonaika,klo,alkaa,idopont,ora,ωρα,час,vrijeme
doors|vstup od,otevreni dveri,dore abner,dorene apner,dorapning,ovet,ovet aukeavat,kapunyitas,usi deschise
venue|misto konani,misto,kde,sted,spillested,hvor,lokale,arrangementssted,paikka,tapahtumapaikka,missa,helyszin,hol,loc,locatia,unde,χωρος,τοποθεσια,місце проведення,де,mjesto odrzavanja
organizer|poradatel,porada,arrangor,arrangoer,jarjestaja,jarjestajat,szervezo,rendezo,organizator,διοργανωτης,організатор,organizator
tickets|vstupne,vstupenky,entre,billet,billetpris,billetter,inngang,liput,paasymaksu,pilettihinta,belepo,jegyar,belepodij,bilete,intrare,εισιτηρια,вхід,квитки,ulaznice
reduced price|snizene vstupne,snizene,zlevnene,nedsat pris,rabatteret,honnor,alennettu,alennuslippu,kedvezmenyes,kedvezmenyes ar,redus,pret redus,μειωμενο,пільговий
child price|dite,deti,born,barn,barnepris,bornepris,lapset,lapsi,gyermek,gyerek,gyermekjegy,copii,παιδικο,παιδια,дитячий,djeca
adult price|dospely,dospeli,voksen,voksne,aikuiset,aikuinen,felnott,felnottjegy,adulti,adult,ενηλικες,дорослий,odrasli
performer|ucinkuji,vystupuji,medvirkende,kunstner,artist,artister,esiintyjat,esiintyja,fellepo,fellepok,eloado,artisti,καλλιτεχνες,виконавець,izvodaci
author|autor,autori,autorka,napsal,forfatter,af,skribent,journalist,av,tekst,kirjoittaja,tekija,tekijat,toimittaja,szerzo,irta,autori,συγγραφεας,автор,autorica
translator|prekladatel,prelozil,oversaetter,oversatter,oversat af,suomentaja,kaantaja,fordito,forditotta,traducator,μεταφραστης,перекладач
illustrator|ilustrator,ilustrace,illustrator,kuvittaja,kuvitus,illusztrator,illusztralta,ilustratii
publisher|nakladatel,nakladatelstvi,vydavatel,forlag,udgiver,utgiver,kustantaja,julkaisija,kiado,editura,εκδοτης,видавництво,nakladnik
series|edice,rada,serie,sarja,sorozat,seria,σειρα,серія,nakladnicki niz
pages|pocet stran,stran,antal sider,sider,sidetal,sidetall,antall sider,sivumaara,sivut,sivuja,oldalszam,oldalak szama,numar pagini,pagini,σελιδες,сторінок,кількість сторінок,broj stranica
binding|vazba,indbinding,format,innbinding,sidosasu,kotes,kotes tipusa,legatura,tip coperta,βιβλιοδεσια,палітурка,uvez
edition|vydani,udgave,oplag,utgave,opplag,painos,kiadas,editie,editia,εκδοση,видання,izdanje
genre|zanr,genre,sjanger,lajityyppi,tyylilaji,mufaj,gen,ειδος,жанр,zanr
director|rezie,reziser,instruktor,regi,regissor,ohjaus,ohjaaja,rendezo,rendezte,regizor,regia,σκηνοθεσια,режисер,redatelj
country|zeme,stat,land,maa,orszag,tara,χωρα,країна,drzava
views|zobrazeni,zhlednuti,visninger,vist,nayttokertoja,katselukertoja,megtekintes,megtekintesek,vizualizari,προβολες,перегляди,pregleda
replies|odpovedi,prispevku,svar,kommentarer,vastaukset,vastauksia,valaszok,hozzaszolasok,raspunsuri,απαντησεις,відповіді,odgovora
likes|libi se,likes,synes om,liker,tykkaykset,tykkayksia,kedveles,tetszik,aprecieri,μου αρεσει,вподобання
version|verze,version,versjon,versio,verzio,versiune,εκδοση,версія,verzija
file size|velikost souboru,filstorrelse,tiedostokoko,fajlmeret,dimensiune fisier,μεγεθος αρχειου,розмір файлу
license|licence,licens,lisens,lisenssi,licenc,licenta,αδεια,ліцензія,licenca
release date|datum vydani,vydano,udgivelsesdato,udkommer,utgivelsesdato,utgitt,julkaisupaiva,julkaisuvuosi,ilmestymispaiva,megjelenes,megjelenes datuma,data lansarii,ημερομηνια κυκλοφοριας,дата виходу,datum izlaska
prep time|doba pripravy,priprava,forberedelse,forberedelsestid,arbejdstid,tilberedning,valmisteluaika,valmistusaika,elokeszites,elokeszitesi ido,timp de preparare,χρονος προετοιμασιας,час підготовки,vrijeme pripreme
cook time|doba vareni,doba peceni,vareni,peceni,tilberedningstid,bagetid,steketid,koketid,kypsennysaika,paistoaika,fozesi ido,sutesi ido,timp de gatire,χρονος μαγειρεματος,час приготування,vrijeme kuhanja
total time|celkovy cas,celkem,samlet tid,total tid,tid i alt,totaltid,kokonaisaika,teljes ido,osszes ido,timp total,συνολικος χρονος,загальний час,ukupno vrijeme
servings|pocet porci,porce,portioner,antal personer,porsjoner,annoksia,annosta,annokset,adag,adagok,portii,μεριδες,порцій,porcija
calories|kalorie,energie,energi,kalorier,energia,kalorit,kaloria,energiatartalom,calorii,θερμιδες,калорії,kalorije
instructions|postup,postup pripravy,fremgangsmade,slik gjor du,ohje,ohjeet,valmistus,valmistusohje,elkeszites,mod de preparare,εκτελεση,οδηγιες,приготування,priprema
rating|hodnoceni,prumerne hodnoceni,bedommelse,anmeldelse,vurdering,arvio,arvosana,arvostelu,ertekeles,atlagos ertekeles,evaluare,nota,βαθμολογια,рейтинг,оцінка,ocjena
review count|pocet hodnoceni,pocet recenzi,hodnoceni,antal anmeldelser,anmeldelser,antall anmeldelser,antall vurderinger,omtaler,arviota,arvostelua,arvioiden maara,ertekelesek szama,velemenyek szama,velemeny,ertekelesek,numar recenzii,recenzii,αξιολογησεις,κριτικες,відгуків,кількість відгуків,broj recenzija
role|pozice,funkce,stilling,titel,tittel,rolle,tehtava,tehtavanimike,asema,beosztas,munkakor,functie,pozitie,θεση,посада,funkcija
department|oddeleni,afdeling,avdeling,osasto,yksikko,osztaly,reszleg,departament,τμημα,відділ,odjel
seller|prodejce,prodavajici,saelger,forhandler,selger,myyja,elado,vanzator,πωλητης,продавець,prodavac
agent|makler,realitni makler,maegler,ejendomsmaegler,megler,eiendomsmegler,valittaja,kiinteistonvalittaja,ingatlanos,agent imobiliar,μεσιτης,рієлтор,agent
status|stav,tilstand,tila,allapot,statusz,stare,κατασταση,статус,status
type|typ,druh,type,tyyppi,laji,tipus,tip,τυπος,тип,vrsta
product count|pocet produktu,pocet vysledku,antal varer,antall treff,tuotteita,hakutuloksia,termekek szama,talalatok szama,numar produse,αποτελεσματα
specialization|specializace,speciale,spesialitet,erikoisala,erikoistuminen,szakterulet,specializare,ειδικοτητα,спеціалізація
stock left|ks skladem,kusu skladem,antal pa lager,antall pa lager,varastosaldo,raktarkeszlet,darab raktaron
"""
# Names of what any thing has: names in English | names in other languages.
NAMES = """
name|nazev,jmeno,navn,nimi,nimeke,nev,megnevezes,denumire,nume,ονομα,ονομασια,назва,імя,naziv,ime,naam,nazwa,nom,nombre,nome,namn,isim,ad,nome do produto,nazev produktu,termeknev,tuotenimi,varenavn,名称,名前,商品名,品名,氏名,이름,상품명,名字,产品名称,название,имя,наименование,اسم,الاسم
title|titulek,nadpis,titel,tittel,overskrift,otsikko,cim,titlu,τιτλος,заголовок,naslov,titre,titulo,titolo,tytul,rubrik,baslik,タイトル,見出し,表題,題名,제목,标题,題目,название статьи,عنوان,العنوان,uberschrift
headline|schlagzeile,intertitre,titular,manchete,titolo articolo,naglowek,rubriek,rubrik,見出し,헤드라인
description|popis,beskrivelse,beskrivning,kuvaus,leiras,descriere,περιγραφη,опис,opis,omschrijving,beschrijving,descripcion,descricao,descrizione,aciklama,opis produktu,説明,商品説明,설명,描述,описание,وصف,الوصف
currency|mena,valuta,valuutta,penznem,moneda,νομισμα,валюта,waluta,wahrung,waehrung,devise,para birimi,moeda,通貨,통화,货币,العملة
published|datum vydani,datum publikace,zverejneno,udgivet,publiceret,publisert,publicerad,julkaistu,megjelent,kozzetetel datuma,publicat,data publicarii,δημοσιευση,дата публікації,дата публикации,veroffentlicht,veroffentlichungsdatum,publie le,date publication,date de publication,fecha de publicacion,fecha publicacion,data de publicacao,data publicacao,data pubblicazione,data di pubblicazione,data publikacji,opublikowano,publicatiedatum,gepubliceerd,yayin tarihi,yayinlanma tarihi,公開日,公開日時,掲載日,発行日,게시일,작성일,发布日期,تاريخ النشر
modified|aktualizovano,opdateret,oppdatert,uppdaterad,paivitetty,frissitve,actualizat,ενημερωθηκε,оновлено,обновлено,aktualisiert,stand,mis a jour,date maj,derniere mise a jour,actualizado,fecha actualizacion,fecha de actualizacion,atualizado,aggiornato,data aggiornamento,zaktualizowano,data aktualizacji,bijgewerkt,gewijzigd,guncelleme tarihi,guncellendi,更新日,更新日時,最終更新日,수정일,更新日期,تاريخ التحديث
author|autor,autore,auteur,autrice,auteure,verfasser,verfasserin,redakteur,autorin,journaliste,redacteur,redactor,periodista,reportero,giornalista,redattore,dziennikarz,autorka,muhabir,yazar,skribent,forfatter,kirjoittaja,toimittaja,szerzo,ujsagiro,記者,著者,筆者,執筆者,기자,글쓴이,作者,автор,журналист,الكاتب,المؤلف
city|mesto,obec,by,sted,kommune,kaupunki,paikkakunta,varos,telepules,oras,localitate,πολη,місто,город,grad,stadt,ort,ville,commune,ciudad,localidad,cidade,municipio,citta,comune,plaats,woonplaats,stad,miasto,miejscowosc,sehir,ort,市区町村,市,도시,城市,المدينة
street|ulice,gade,vej,gateadresse,gate,katuosoite,katu,utca,strada,οδος,вулиця,улица,ulica,strasse,rue,calle,rua,via,indirizzo via,straat,sokak,cadde,番地,거리,街道,الشارع
postal code|psc,postnummer,postnr,postinumero,iranyitoszam,cod postal,ταχυδρομικος κωδικας,індекс,почтовый индекс,kod pocztowy,postleitzahl,plz,code postal,codigo postal,cep,cap,codice postale,posta kodu,郵便番号,우편번호,邮编
district|ctvrt,cast obce,bydel,kaupunginosa,varosresz,kerulet,cartier,περιοχη,район,stadtteil,viertel,quartier,barrio,bairro,quartiere,zona,wijk,dzielnica,semt,mahalle,stadsdel
category|kategorie,kategori,luokka,osasto,kategoria,categorie,κατηγορια,категорія,категория,kategorija,rubrik,ressort,rubrique,categoria,seccion,sezione,rubriek,dzial,bolum,カテゴリ,カテゴリー,ジャンル,카테고리,分类,القسم,الفئة
tags|stitky,tagy,emneord,etiketter,stikord,avainsanat,tunnisteet,asiasanat,cimkek,etichete,ετικετες,теги,мітки,oznake,schlagworte,schlagworter,stichworte,mots cles,etiquettes,etiquetas,palabras clave,tag,trefwoorden,tagi,etykiety,etiketler,タグ,태그,标签,الوسوم
image|obrazek,billede,bilde,bild,kuva,kep,imagine,εικονα,зображення,изображение,slika,bild,photo,imagen,foto,imagem,immagine,afbeelding,zdjecie,gorsel,resim,画像,写真,이미지,图片,صورة
votes|hlasy,stemmer,aanet,szavazatok,voturi,ψηφοι,голоси,голоса,stimmen,votos,voti,stemmen,glosy,oylar,roster,投票数
comments|komentare,kommentarer,kommentit,hozzaszolasok,kommentek,comentarii,σχολια,коментарі,комментарии,komentari,kommentare,commentaires,comentarios,commenti,reacties,komentarze,yorumlar,コメント,댓글,评论,التعليقات
reviews|recenze,hodnoceni,anmeldelser,omtaler,arvostelut,arviot,velemenyek,ertekelesek,recenzii,κριτικες,αξιολογησεις,відгуки,отзывы,recenzije,bewertungen,rezensionen,kundenbewertungen,avis,avis clients,opiniones,resenas,valoraciones,avaliacoes,opinioes,recensioni,beoordelingen,opinie,recenzje,yorumlar,degerlendirmeler,recensioner,omdomen,レビュー,口コミ,クチコミ,리뷰,상품평,评价,التقييمات
products|produkty,vyrobky,zbozi,varer,produkter,tuotteet,termekek,produse,προιοντα,товари,товары,proizvodi,produkte,artikel,produits,articles,productos,articulos,produtos,prodotti,articoli,producten,artikelen,urunler,商品,商品一覧,제품,상품,产品,商品列表,المنتجات
events|akce,udalosti,arrangementer,begivenheder,evenemang,tapahtumat,esemenyek,programok,rendezvenyek,evenimente,εκδηλωσεις,події,мероприятия,dogadaji,veranstaltungen,termine,evenements,manifestations,eventos,eventi,evenementen,wydarzenia,etkinlikler,イベント,催し,행사,活动
jobs|pracovni nabidky,nabidky,volna mista,stillinger,ledige stillinger,jobb,lediga jobb,tyopaikat,avoimet tyopaikat,allasok,allasajanlatok,locuri de munca,θεσεις εργασιας,вакансії,вакансии,poslovi,stellen,stellenangebote,offres,offres emploi,ofertas,ofertas de empleo,empleos,vagas,offerte,offerte di lavoro,lavori,vacatures,oferty pracy,oferty,is ilanlari,ilanlar,求人,채용,职位
"""
