"""What lists of a page are called: nouns of one meaning, in several languages. A table only. To add one: a row, or words in one."""

from __future__ import annotations

from functools import cache

from extraction.answers.schema.names import forms

_ALIKE = """
tickets,ticket types,tiers,prices,karten,tickets und preise,eintrittskarten,billets,tarifs,entradas,boletos,biglietti,kaarten,bilety,biletler,biljetter,bilhetes,ingressos,билеты,チケット,票,티켓
rooms,room types,zimmer,zimmertypen,chambres,habitaciones,camere,kamers,pokoje,odalar,rum,quartos,номера,комнаты,客室,房型,객실
services,treatments,leistungen,behandlungen,dienstleistungen,prestations,soins,servicios,tratamientos,servizi,trattamenti,prestazioni,diensten,behandelingen,uslugi,zabiegi,cennik,hizmetler,tjanster,behandlingar,servicos,услуги,サービス,服务,서비스
fees,charges,price list,rates,gebuhren,preise,preisliste,tarife,frais,tarifs,tasas,tarifas,precios,tariffe,prezzi,listino,kosten,tarieven,oplaty,ucretler,fiyatlar,avgifter,taxas,precos,тарифы,цены,料金,手数料,费用,요금
menu,dishes,menu items,meals,gerichte,speisen,speisekarte,plats,carte,platos,carta,piatti,gerechten,menukaart,dania,yemekler,menyu,ratter,pratos,cardapio,блюда,меню,メニュー,料理,菜单,菜品,메뉴
doctors,physicians,arzte,unsere arzte,medecins,medicos,nuestros medicos,medici,artsen,lekarze,nasi lekarze,doktorlar,hekimler,lakare,врачи,医師,医生,의사
people,team,staff,members,contacts,contact persons,employees,team,mitarbeiter,ansprechpartner,unser team,personen,equipe,personnel,contacts,equipo,personal,personas,contactos,persone,contatti,medewerkers,mensen,contactpersonen,zespol,pracownicy,ekip,calisanlar,personal,medarbetare,pessoas,equipa,сотрудники,команда,контакты,スタッフ,メンバー,团队,员工,직원
lawyers,solicitors,attorneys,anwalte,rechtsanwalte,avocats,abogados,avvocati,advocaten,adwokaci,prawnicy,avukatlar,advokater,advogados,адвокаты,юристы,弁護士,律师,변호사
offers,deals,sellers,merchants,shops,stores,angebote,handler,offres,vendeurs,ofertas,vendedores,offerte,venditori,aanbiedingen,verkopers,oferty,sklepy,oferty sklepow,teklifler,saticilar,erbjudanden,предложения,продавцы,магазины,オファー,ショップ,报价,商家,판매처
sessions,dates,appointments,classes,termine,kurstermine,sitzungen,seances,dates,rendez vous,sesiones,fechas,clases,sessioni,date,lezioni,sessies,data,lessen,terminy,spotkania,zajecia,oturumlar,tarihler,tillfallen,datum,sessoes,datas,aulas,занятия,даты,日程,開催日,日期,일정
performances,other dates,showtimes,shows,vorstellungen,auffuhrungen,representations,funciones,otras fechas,repliche,spettacoli,rappresentazioni,voorstellingen,spektakle,gosterimler,seanslar,forestallningar,sessoes,спектакли,сеансы,公演,演出,공연
acts,artists,lineup,line up,performers,kunstler,acts,artistes,programmation,artistas,cartel,artisti,artiesten,namen,artysci,wykonawcy,sanatcilar,artister,артисты,出演者,アーティスト,艺人,출연진
cast,actors,besetzung,darsteller,distribution,reparto,elenco,interpreti,cast,rolverdeling,obsada,oyuncular,rollista,medverkande,elenco,в ролях,актеры,キャスト,演员,출연
files,downloads,attachments,resources,assets,documents,dateien,anlagen,dokumente,fichiers,pieces jointes,ressources,documents,archivos,ficheros,descargas,recursos,documentos,file,allegati,risorse,documenti,bestanden,bijlagen,pliki,zalaczniki,zasoby,dosyalar,ekler,filer,bilagor,arquivos,ficheiros,anexos,файлы,документы,вложения,ファイル,ダウンロード,文件,附件,下载,파일
chapters,sections,timestamps,kapitel,abschnitte,chapitres,capitulos,capitoli,hoofdstukken,rozdzialy,bolumler,capitulos,главы,チャプター,章节,챕터
episodes,folgen,episoden,episodes,episodios,episodi,puntate,afleveringen,odcinki,bolumler,avsnitt,episodios,эпизоды,выпуски,エピソード,剧集,에피소드
tracks,songs,titel,lieder,pistes,titres,canciones,pistas,brani,tracce,nummers,utwory,sarkilar,latar,faixas,musicas,треки,песни,曲目,トラック,歌曲,수록곡
matches,results,games,fixtures,spiele,ergebnisse,partien,matchs,resultats,rencontres,partidos,resultados,partite,risultati,wedstrijden,uitslagen,mecze,wyniki,maclar,sonuclar,matcher,resultat,jogos,матчи,результаты,試合,結果,比赛,赛果,경기
scorers,top scorers,goal scorers,torschutzen,torjager,buteurs,goleadores,marcatori,topscorers,strzelcy,golculer,gol kralligi,malskyttar,artilheiros,бомбардиры,得点ランキング,射手榜,득점
players,squad,roster,spieler,kader,joueurs,effectif,jugadores,plantilla,giocatori,rosa,spelers,selectie,zawodnicy,kadra,oyuncular,spelare,trupp,jogadores,elenco,игроки,состав,選手,球员,선수
teams,clubs,standings,table,tabelle,mannschaften,vereine,equipes,classement,equipos,clasificacion,squadre,classifica,teams,stand,druzyny,tabela,takimlar,puan durumu,lag,tabell,times,classificacao,команды,таблица,順位表,チーム,积分榜,순위
delivery,delivery options,shipping options,shipping,versand,versandarten,lieferoptionen,livraison,modes de livraison,envio,opciones de envio,spedizione,consegna,verzending,bezorgopties,dostawa,sposoby dostawy,teslimat,kargo,leverans,frakt,entrega,envio,доставка,способы доставки,配送,送料,배송
variants,options,models,varianten,ausfuhrungen,modelle,variantes,versions,modeles,variantes,modelos,varianti,versioni,modelli,varianten,uitvoeringen,warianty,wersje,varyantlar,secenekler,modeller,varianter,варианты,модели,バリエーション,型号,规格,옵션
accessories,batteries,spare parts,zubehor,akkus,ersatzteile,accessoires,batteries,accesorios,repuestos,accessori,ricambi,accessoires,onderdelen,akcesoria,czesci,aksesuarlar,yedek parca,tillbehor,acessorios,аксессуары,アクセサリー,配件,액세서리
plans,packages,pricing plans,tarife,pakete,formules,forfaits,offres,planes,paquetes,piani,pacchetti,abonnementen,pakketten,pakiety,plany,paketler,planlar,paket,planos,тарифы,пакеты,プラン,套餐,요금제
ratings,subratings,category ratings,einzelbewertungen,notes,puntuaciones,valoraciones,punteggi,scores,oceny,puanlar,betyg,notas,оценки,評価,评分,평점
applications,reuses,use cases,anwendungen,nachnutzungen,reutilisations,usos,reutilizaciones,riusi,hergebruik,zastosowania,kullanimlar,anvandningar,применения,活用事例,应用,활용
fields,columns,variables,attributes,felder,spalten,variablen,champs,colonnes,variables,campos,columnas,variables,campi,colonne,velden,kolommen,pola,kolumny,alanlar,sutunlar,falt,kolumner,colunas,поля,столбцы,フィールド,列,字段,필드
parameters,arguments,options,parametres,parameter,parametros,parametri,parameters,parametry,parametreler,parametrar,параметры,パラメータ,引数,参数,매개변수
cars,vehicles,autos,fahrzeuge,wagen,voitures,vehicules,coches,vehiculos,auto,veicoli,auto s,voertuigen,samochody,pojazdy,arabalar,araclar,bilar,fordon,carros,veiculos,автомобили,машины,車,車両,车辆,汽车,자동차
properties,homes,apartments,listings,immobilien,wohnungen,objekte,biens,appartements,annonces,inmuebles,viviendas,pisos,immobili,appartamenti,annunci,woningen,huizen,nieruchomosci,mieszkania,oferty,emlaklar,ilanlar,bostader,imoveis,anuncios,недвижимость,квартиры,объявления,物件,房源,매물
transcript,lines,dialogue,transkript,transcription,transcripcion,trascrizione,transcriptie,transkrypcja,transkript,transcricao,расшифровка,文字起こし,字幕,대본
"""


@cache
def _rows() -> tuple[frozenset[str], ...]:
    rows = (row.split(",") for row in _ALIKE.strip().splitlines())
    return tuple(frozenset(form for name in row for form in forms(name)) for row in rows)


@cache
def alike(name: str) -> frozenset[str]:
    """The nouns that mean the same as the name of a list, each also in the singular. Empty for an unknown name."""
    own = set(forms(name))
    return frozenset().union(*(row for row in _rows() if row & own))
