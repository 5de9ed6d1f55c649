"""Words of one meaning in several languages, of which names and labels are composed. A table only. To add one: a word in a row."""

from __future__ import annotations

# Words that say little on their own: the row of a number, a name, a day. One row each.
GENERAL = """
number no nr num code id identifier reference ref nummer kennung kennzahl kennziffer numéro référence número referencia referência código codigo codice numero riferimento kod kode numer číslo szám azonosító kód numara cod număr numer номер код шифр номер ідентифікатор αριθμός κωδικός 番号 番 コード 编号 号 代码 编码 号码 번호 코드 رقم رمز كود
name title titel titre título titolo tytuł titulek nadpis titolo bezeichnung nom intitulé nombre nome naam nazwa název jméno namn navn nimi név isim ad adı denumire nume название имя назва імя όνομα 名 名称 名前 이름 명 اسم الاسم
date day datum tag jour fecha día data giorno dag data dzień den dato päivä päivämäärä dátum nap tarih gün dată zi дата день дата ημερομηνία 日 日付 年月日 日期 날짜 일 تاريخ
year jahr année an año ano anno jaar rok år vuosi év yıl an год рік έτος 年 년 연도 سنة عام
time temps hour uhrzeit zeit heure hora ora tijd godzina čas hodina tid klokken aika kello idő óra saat время час ώρα 時間 时间 시간 وقت
type kind sort form art typ sorte genre tipo tipologia soort rodzaj druh tyyppi típus fajta tür тип вид форма τύπος 種類 タイプ 类型 类别 유형 종류 نوع
count amount quantity anzahl menge nombre quantité cantidad quantidade quantità aantal liczba ilość počet antal antall määrä lukumäärä mennyiség adet sayı sayısı количество число кількість ποσότητα 数 数量 件数 人数 数量 수량 수 개수 عدد كمية
total gesamt insgesamt summe totale suma łącznie razem celkem totalt yhteensä összesen toplam итого всего разом σύνολο 合計 総 总 合计 총 합계 مجموع إجمالي
value wert valeur valor valore waarde wartość hodnota värde verdi arvo érték değer значение 値 值 값 قيمة
level grade class category klasse stufe niveau classe catégorie nivel clase categoría nível categoria livello niveau klasa poziom kategoria třída úroveň klass nivå luokka taso osztály szint kategória sınıf seviye kategori класс уровень категория клас рівень 級 等級 クラス 级 等级 등급 درجة فئة مستوى
group gruppe groupe grupo gruppo groep grupa skupina grupp gruppe ryhmä csoport grup группа група グループ 组 그룹 مجموعة
person people persons personen personnes personas pessoas persone osoby osoba osob personer henkilöä személy kişi человек людей осіб 人 名 명 인 أشخاص شخص
product article item artikel artículo artigo articolo artykuł přehled vare tuote cikk ürün товар 商品 品 상품 منتج المنتج produkt produit produto prodotto producto termék tuote
"""

# Words that mean one thing.
SPECIAL = """
course kurs lehrgang cours curso corso cursus kurz kurssi tanfolyam kurs курс μάθημα コース 講座 课程 코스 강좌 دورة
program programme programm programa programma ohjelma programı программа програма πρόγραμμα プログラム 项目 프로그램 برنامج
tariff tarif tarifa tariffa taryf taryfa tariffi díjszabás тариф 料率 关税 요율 تعرفة
service dienst leistung dienstleistung behandlung treatment prestation soin servicio tratamiento servizio trattamento serviço tratamento usługa zabieg služba ošetření tjänst behandling tjeneste ydelse palvelu hoito szolgáltatás kezelés hizmet услуга процедура послуга υπηρεσία サービス 服务 서비스 خدمة الخدمة
team club mannschaft verein équipe equipo squadra equipe ploeg vereniging drużyna klub tým lag joukkue seura csapat takım kulüp команда клуб ομάδα チーム クラブ 队 球队 俱乐部 팀 구단 فريق
player scorer torschütze spieler buteur joueur goleador jugador marcatore giocatore jogador artilheiro doelpuntenmaker speler strzelec zawodnik střelec hráč målskytt spelare målscorer spiller tekijä pelaaja gólszerző játékos golcü oyuncu бомбардир игрок гравець παίκτης 得点者 選手 球员 射手 득점자 선수 لاعب هداف
score result ergebnis spielstand stand résultat résultats resultado risultato punteggio uitslag wynik výsledek resultat tilanne tulos eredmény állás sonuç skor счет результат рахунок αποτέλεσμα スコア 結果 比分 得分 스코어 결과 نتيجة
sailor helm steuermann barreur timonel patrón timoniere stuurman sternik kormidelník rorsman rorgjenger styrmand dümenci рулевой 舵手
rank position platz rang classement puesto posición posizione colocação plaats miejsce pozycja pořadí místo placering plassering sija helyezés sıra место ранг місце θέση 順位 排名 순위 ترتيب مركز
zone section bereich sektor block zone secteur zona sector settore vak strefa sektor sektion sektor katsomo szektor bölge зона сектор τομέας ζώνη ゾーン 区 구역 منطقة
branch library filiale zweigstelle bibliothèque sucursal biblioteca filial filiale vestiging bibliotheek filia biblioteka pobočka knihovna filial bibliotek kirjasto fiók könyvtár şube kütüphane филиал библиотека філія бібліотека βιβλιοθήκη 館 図書館 分馆 图书馆 馆藏地 도서관 فرع مكتبة
description beschreibung inhalt description descripción descrição descrizione beschrijving omschrijving opis popis beskrivning beskrivelse kuvaus leírás açıklama описание опис περιγραφή 説明 内容 描述 说明 설명 وصف
format dateiformat formato format fájlformátum muoto biçim формат μορφή 形式 フォーマット 格式 형식 صيغة
download downloads heruntergeladen téléchargement téléchargements descargas downloads scaricamenti pobrania stažení nedladdningar nedlastinger lataukset letöltés indirme скачивания загрузки завантаження λήψεις ダウンロード 下载 다운로드 تنزيل
role function position funktion aufgabe fonction rôle cargo función puesto função ruolo mansione functie rol funkcja stanowisko role funkce roll funktion rolle stilling rooli tehtävä szerep beosztás görev rol роль должность посада ρόλος 役職 役割 职务 职位 직책 역할 دور منصب
extension durchwahl poste interne extensión ramal interno doorkiesnummer wewnętrzny linka anknytning direktenummer lokal alanumero mellék dahili добавочный внутренний 内線 分机 내선 تحويلة
platform plattform plateforme plataforma piattaforma platforma alusta platform платформа πλατφόρμα プラットフォーム 平台 플랫폼 منصة
change changes änderung änderungen modification cambio cambios alteração modifica wijziging zmiana změna ändring endring ændring muutos változás değişiklik изменение зміна αλλαγή 変更 更改 变更 변경 تغيير
availability available verfügbarkeit verfügbar disponibilité disponible disponibilidad disponibilidade disponível disponibilità beschikbaarheid beschikbaar dostępność dostępny dostupnost tillgänglighet tilgjengelighet tilgængelighed saatavuus elérhetőség mevcut müsait наличие доступность доступність διαθεσιμότητα 空き 在庫状況 供应 가용 توفر متاح
sex gender geschlecht sexe sexo sesso geslacht płeć pohlaví kön kjønn køn sukupuoli nem cinsiyet пол стать φύλο 性別 性别 성별 جنس
original originale orijinal original originell oryginalny původní alkuperäinen eredeti оригинальный оригінальний 原 元 原始 오리지널 أصلي
material werkstoff stoff matière matériau tissu fabric stof materiaal materiale materia tessuto tejido tecido materiał tkanina materiál tyg stoff materiaali anyag malzeme kumaş materyal материал ткань матеріал υλικό 素材 材質 生地 材质 材料 面料 소재 재질 مادة خامة قماش
height hoehe höhe hauteur altura altezza hoogte wysokość výška höjd høyde højde korkeus magasság yükseklik înălțime высота висота ύψος 高さ 高度 높이 ارتفاع
width breite largeur ancho anchura largura larghezza breedte szerokość šířka bredd bredde leveys szélesség genişlik en lățime ширина ширина πλάτος 幅 宽度 너비 폭 عرض
length länge longueur largo longitud comprimento lunghezza lengte długość délka längd lengde længde pituus hosszúság hossz uzunluk boy lungime длина довжина μήκος 長さ 长度 길이 طول
depth tiefe profondeur profundidad fondo profundidade profondità diepte głębokość hloubka djup dybde syvyys mélység derinlik adâncime глубина глибина βάθος 奥行 奥行き 深さ 深度 깊이 عمق
weight gewicht poids peso waga ciężar hmotnost váha vikt vekt vægt paino súly tömeg ağırlık greutate вес масса вага маса βάρος 重量 重さ 重量 무게 중량 وزن
diameter durchmesser diamètre diámetro diâmetro diametro średnica průměr diameter halkaisija átmérő çap диаметр діаметр διάμετρος 直径 직경 지름 قطر
thickness dicke stärke épaisseur grosor espesor espessura spessore dikte grubość tloušťka tjocklek tykkelse paksuus vastagság kalınlık толщина товщина 厚さ 厚度 두께 سماكة
size größe grösse taille talla tamaño tamanho misura grandezza maat rozmiar velikost storlek størrelse koko méret beden boyut размер розмір μέγεθος サイズ 尺寸 大小 사이즈 크기 مقاس حجم
volume capacity inhalt volumen fassungsvermögen contenance capacité volume capacidad volumen capacidade capienza capacità contenuto inhoud pojemność objem volym rommål tilavuus űrtartalom hacim kapasite объем вместимость обєм місткість χωρητικότητα 容量 内容量 容积 容量 용량 سعة
power leistung puissance potencia potência potenza vermogen moc výkon effekt teho teljesítmény güç мощность потужність ισχύς 電力 出力 功率 전력 소비전력 قدرة طاقة الطاقة
voltage spannung tension voltaje tensión tensão tensione voltaggio napięcie napětí spänning spenning spænding jännite feszültség voltaj gerilim напряжение напруга τάση 電圧 电压 额定电压 전압 جهد الجهد
speed geschwindigkeit drehzahl vitesse velocidad velocidade velocità snelheid prędkość rychlost hastighet hastighed nopeus sebesség hız скорость швидкість 速度 속도 سرعة
noise lautstärke geräusch schalldruck schalldruckpegel loudness bruit ruido ruído rumorosità rumore geluid geluidsniveau głośność hałas hlučnost ljudnivå støy støj melu zaj gürültü ses шум гучність θόρυβος 騒音 噪音 소음 ضوضاء
battery akku batterie batería bateria accu akumulator baterie batteri akku akkumulátor pil batarya аккумулятор акумулятор μπαταρία バッテリー 電池 电池 배터리 بطارية
cable cord kabel câble cordon cable cabo cavo snoer przewód ledning johto kábel kablo кабель шнур 电线 コード 线 전선 سلك كابل
energy energie énergie energía energia energi energie energia enerji энергия енергія ενέργεια エネルギー 能源 에너지 طاقة
consumption verbrauch consommation consumo consumi verbruik zużycie spotřeba förbrukning forbruk forbrug kulutus fogyasztás tüketim расход потребление споживання витрата κατανάλωση 消費 消費量 消耗 能耗 소비 استهلاك
efficiency effizienz rendement eficiencia eficiência efficienza efficiëntie efektywność sprawność účinnost verkningsgrad hatásfok verim эффективность ефективність 効率 效率 효율 كفاءة
certificate zertifikat ausweis certificat diplôme certificado attestato certificaat certyfikat świadectwo certifikát osvědčení todistus tanúsítvány sertifika belge сертификат сертифікат πιστοποιητικό 証明書 証書 证书 증명서 شهادة
color colour farbe couleur color cor colore kleur kolor barva färg farge farve väri szín renk цвет колір χρώμα 色 カラー 颜色 색상 لون
brand make marke marque marca merk marka značka märke merke mærke merkki márka бренд марка μάρκα ブランド 品牌 브랜드
model modell modèle modelo modello modell malli модель μοντέλο 型番 モデル 型号 款式 모델 موديل طراز
manufacturer producer maker hersteller produzent fabricant producteur fabricante productor produtor produttore fabrikant producent wytwórca výrobce tillverkare produsent valmistaja gyártó üretici производитель виробник κατασκευαστής メーカー 製造元 生産者 制造商 厂商 생산자 제조사 صانع
supplier lieferant fournisseur proveedor fornecedor fornitore leverancier dostawca dodavatel leverantör leverandør toimittaja szállító tedarikçi поставщик постачальник 供应商 공급업체 مورد
origin herkunft ursprung origine provenance origen procedencia origem origine oorsprong herkomst pochodzenie původ ursprung opprinnelse oprindelse alkuperä származás menşe происхождение походження προέλευση 産地 原産国 原産地 产地 원산지 منشأ
country land pays país paese kraj państwo země stát land maa ország ülke țară страна країна χώρα 国 国家 나라 국가 بلد دولة
city town ort stadt wohnort ville commune ciudad localidad municipio cidade município città comune stad plaats woonplaats gemeente miasto miejscowość město obec ort stad kommun by kommune kaupunki kunta város település şehir il ilçe oraș город населенный місто πόλη 市 都市 城市 도시 مدينة المدينة
region area gebiet anbaugebiet région región região regione regio region kraj område alue borvidék régió vidék bölge регион область регіон περιοχή 地域 地方 地区 지역 منطقة
district stadtteil bezirk quartier arrondissement barrio distrito bairro quartiere zona wijk buurt dzielnica čtvrť stadsdel bydel kaupunginosa kerület városrész semt mahalle район περιοχή 区 区域 구 حي
street strasse straße rue calle rua via straat ulica ulice gata gate katu utca cadde sokak улица вулиця οδός 街 路 거리 شارع
address anschrift adresse dirección endereço morada indirizzo adres adresa osoite cím adres adresă адрес адреса διεύθυνση 住所 所在地 地址 주소 عنوان العنوان
postcode postleitzahl plz zip postal cap postnummer psč postinumero irányítószám индекс 郵便番号 邮编 우편번호 الرمز البريدي
place location venue veranstaltungsort standort lieu emplacement lugar ubicación local localização luogo sede plaats locatie miejsce lokalizacja místo plats sted paikka hely helyszín yer konum mekan место местоположение місце τοποθεσία 場所 会場 地点 地址 장소 위치 مكان موقع
room raum zimmer salle pièce chambre sala aula habitación quarto camera stanza kamer lokaal zaal pokój sala místnost pokoj rum rom værelse huone szoba terem oda salon комната зал кабинет кімната δωμάτιο 部屋 室 房间 객실 방 غرفة قاعة
floor etage stock stockwerk geschoss étage planta piso andar piano verdieping piętro patro podlaží våning etasje etage kerros emelet kat этаж поверх όροφος 階 楼层 층 طابق
bedroom schlafzimmer chambre dormitorio habitaciones quartos dormitórios slaapkamer sypialnia ložnice sovrum soverom soveværelse makuuhuone hálószoba спальня 寝室 卧室 침실
bathroom badezimmer bad bäder baño banheiro bagno badkamer łazienka koupelna badrum bad badeværelse kylpyhuone fürdőszoba banyo ванная ванна 浴室 バスルーム 卫生间 욕실 حمام
balcony balkon balcón varanda sacada balcone balkong altan parveke erkély balkon балкон バルコニー 阳台 발코니 شرفة
terrace terrasse terraza terraço terrazzo terras taras terasa terrass terassi terasz teras терраса тераса テラス 露台 테라스 تراس
garden garten jardin jardín jardim giardino tuin ogród zahrada trädgård hage have puutarha kert bahçe сад 庭 花园 정원 حديقة
cellar basement keller cave sótano trastero cave adega cantina kelder piwnica sklep källare kjeller kælder kellari pince bodrum kiler подвал підвал 地下室 지하 قبو
garage parking stellplatz parkplatz stationnement aparcamiento plaza estacionamento vaga garagem parcheggio garaż parkovací parkování parkering autopaikka parkolás parkoló otopark парковка гараж паркінг πάρκινγκ 駐車場 停车场 주차 موقف مواقف
heating heizung heizungsart chauffage calefacción aquecimento riscaldamento verwarming ogrzewanie vytápění topení uppvärmning oppvarming opvarmning lämmitys fűtés ısıtma отопление опалення θέρμανση 暖房 供暖 난방 تدفئة
living habitable wohn wohnfläche surface vivienda habitacional superficie útil superficie área area oppervlakte woonoppervlakte powierzchnia plocha yta boyta areal boareal pinta alaterület alan площадь площа εμβαδόν 面積 面积 면적 مساحة
plot land grundstück grundstücksfläche terrain parcela terreno perceel działka pozemek tomt grund tontti telek arsa участок ділянка 土地 敷地 土地 대지 أرض
built construction baujahr bau construit construction construida construcción construção costruzione bouwjaar bouw budowa budowy stavba stavby byggår byggnadsår byggt rakennusvuosi rakennettu építés épült yapım inşa постройки построен построено 建築 築年 築年月 建成 竣工 건축 준공 بناء البناء
renovation renovated renovierung saniert rénovation reforma reformado ristrutturazione renovatie remont renowacja rekonstrukce renovering renoverad remontti felújítás felújított yenileme tadilat ремонт 改装 リフォーム 装修 리모델링 تجديد
ownership eigentum propriété propiedad propriedade proprietà eigendom własność vlastnictví ägande omistus tulajdon mülkiyet собственность власність 所有 产权 소유 ملكية
condition state zustand état estado stato staat stan stav skick tilstand stand kunto állapot durum состояние стан κατάσταση 状態 状况 상태 حالة
rent miete kaltmiete loyer alquiler aluguel affitto huur czynsz nájem hyra leie leje vuokra bérleti kira аренда оренда ενοίκιο 家賃 賃料 租金 월세 إيجار
deposit kaution caution fianza caução depósito cauzione borg kaucja kauce deposition depositum vakuus takuuvuokra kaució depozito залог застава εγγύηση 敷金 押金 보증금 تأمين عربون
fee charge surcharge gebühr gebühren aufpreis zuschlag frais supplément tasa cargo suplemento recargo taxa acréscimo tariffa supplemento tarief toeslag opłata dopłata poplatek příplatek avgift tillägg gebyr tillegg maksu lisämaksu díj felár ücret taxă сбор плата доплата збір τέλος 料金 手数料 チャージ 费用 附加费 수수료 추가금 رسوم رسم
price cost preis kosten prix coût tarif precio coste costo preço custo prezzo costo prijs kosten cena koszt cena náklady pris kostnad hinta kustannus ár költség fiyat maliyet preț цена стоимость ціна вартість τιμή κόστος 価格 値段 费用 价格 价 가격 비용 سعر تكلفة ثمن
discount rabatt ermäßigung nachlass remise réduction descuento rebaja desconto sconto korting rabat zniżka sleva rabatt alennus kedvezmény indirim reducere скидка знижка έκπτωση 割引 折扣 할인 خصم تخفيض
saving savings ersparnis économie ahorro economia risparmio besparing oszczędzasz ušetříte sparar sparer säästö megtakarítás tasarruf экономия економія 节省 절약 توفير
lowest minimum min niedrigster tiefster mindest minimal mínimo menor minimo laagste minimaal najniższa minimalna nejnižší minimální lägsta minst laveste mindste alin vähintään legalacsonyabb minimális asgari минимум минимальный мінімальна найнижча ελάχιστο 最低 最小 최저 최소 أدنى أقل
highest maximum max höchst höchster maximal máximo maior massimo hoogste najwyższa maksymalna nejvyšší maximální högsta högst høyeste højeste enintään ylin legmagasabb maximális azami максимум максимальный максимальна μέγιστο 最大 最高 최대 최고 أقصى أعلى
average mittel mittlere durchschnitt durchschnittlich durchschnittsalter moyen moyenne medio promedio media média médio gemiddeld gemiddelde średni średnia průměrný průměr genomsnitt snitt gjennomsnitt gennemsnit keskimäärin keskiarvo átlagos átlag ortalama средний средняя середній μέσος 平均 평균 متوسط
age alter âge edad idade età leeftijd wiek věk ålder alder ikä életkor yaş возраст вік ηλικία 年齢 年龄 나이 연령 عمر
warranty garantie gewährleistung garantía garantia garanzia gwarancja záruka garanti takuu garancia jótállás garanti гарантия гарантія εγγύηση 保証 保修 质保 보증 ضمان
delivery shipping dispatch lieferung lieferzeit versand livraison expédition envío entrega spedizione consegna verzending levering bezorging levertijd dostawa wysyłka doručení dodání leverans frakt levering toimitus szállítás kézbesítés teslimat kargo доставка отправка доставка παράδοση 配送 発送 送料 发货 配送 快递 배송 توصيل شحن
return rückgabe widerruf retour devolución devolução reso resi zwrot vrácení retur palautus visszaküldés iade возврат повернення επιστροφή 返品 退货 반품 إرجاع الإرجاع
stock inventory vorrat lager bestand lagerbestand stock existencias unidades estoque giacenza voorraad magazyn sklad skladem lager varasto készlet raktárkészlet stok остаток наличии склад залишок наявність απόθεμα 在庫 库存 재고 مخزون
payment zahlung paiement pago pagamento betaling płatność platba betalning betaling maksu fizetés ödeme оплата πληρωμή 支払 支払い 付款 支付 결제 دفع الدفع
seller vendor verkäufer händler anbieter vendeur vendedor venditore verkoper sprzedawca sprzedający prodejce säljare selger sælger myyjä eladó satıcı продавец продавець πωλητής 販売者 出品者 販売元 卖家 판매자 بائع
offer angebot offre oferta offerta aanbod aanbieding nabídka ajánlat teklif erbjudande tilbud tarjous предложение пропозиция προσφορά オファー 报价 제안 عرض
customs zoll douane douanier aduana alfândega dogana cło celní tull toll told tulli vám gümrük таможня митний 関税 海关 관세 جمارك
serial serien seriennummer série serie seryjny výrobní serienummer sarja sorozatszám seri серийный серійний シリアル 序列 시리얼 تسلسلي
version ausgabe release versión versão versione versie wersja verze versio verzió sürüm версия версія έκδοση バージョン 版本 버전 إصدار الإصدار
license licence lizenz licencia licença licenza licentie licencja licens lisens lisenssi licenc lisans лицензия ліцензія άδεια ライセンス 许可证 라이선스 ترخيص رخصة
language sprache unterrichtssprache langue idioma lengua língua lingua taal język jazyk språk sprog kieli nyelv dil limbă язык мова γλώσσα 言語 语言 언어 لغة اللغة
author autor auteur autore autora forfatter författare kirjoittaja tekijä szerző yazar автор συγγραφέας 著者 作者 저자 مؤلف كاتب
publisher verlag herausgeber éditeur editor editorial editora editore uitgever wydawca wydawnictwo vydavatel nakladatelství förlag forlag kustantaja kiadó yayıncı yayınevi издатель издательство видавець видавництво εκδότης 出版社 出版者 발행 출판사 ناشر
editor redaktion redakteur rédacteur rédaction redactor redacción redator redazione redacteur redactie redakcja redaktor redakce toimittaja szerkesztő editör редактор συντάκτης 編集 编辑 责任编辑 편집 محرر تحرير
reporter journalist berichterstatter journaliste periodista reportero jornalista repórter giornalista cronista verslaggever dziennikarz reportér journalist toimittaja újságíró muhabir журналист корреспондент журналіст δημοσιογράφος 記者 记者 기자 صحفي مراسل
photo photographer image foto fotograf bild photographe fotógrafo fotografía fotografia fotografo fotograaf beeld zdjęcie zdjęcia fotograf snímek bild foto valokuvaaja kuva fotó fénykép fotoğraf çekim фото фотограф съемка φωτογραφία 撮影 写真 摄影 사진 촬영 تصوير صورة
director leader head leiter leitung direktor directeur directrice responsable director directora directeur diretor direttore direttrice dyrektor kierownik ředitel vedoucí chef leder direktør johtaja vezető igazgató müdür yönetmen директор руководитель керівник διευθυντής 監督 責任者 主任 导演 감독 مدير مدير رئيس
teacher instructor lecturer dozent lehrer kursleiter kursleitung enseignant formateur professeur profesor profesora instructor docente formador instrutor insegnante docent leraar nauczyciel prowadzący wykładowca učitel lektor lärare kursledare lærer opettaja tanár oktató öğretmen eğitmen преподаватель викладач καθηγητής 講師 教師 教师 讲师 강사 مدرس محاضر
contact ansprechpartner kontakt interlocuteur contacto contato contatto contactpersoon kontaktperson yhteyshenkilö kapcsolattartó kapcsolat iletişim контакт επικοινωνία 連絡先 担当 联系人 联系 담당자 연락처 اتصال
phone telephone tel telefon telefonnummer téléphone teléfono telefone telefono telefoon puhelin telefon телефон τηλέφωνο 電話 電話番号 电话 전화 هاتف الهاتف
mobile handy portable móvil celular telemóvel cellulare mobiel komórka komórkowy mobil matkapuhelin cep мобильный мобільний κινητό 携帯 手机 휴대폰 جوال محمول
email mail courriel epost eposta sähköposti e-mail почта пошта メール メールアドレス 邮箱 이메일 بريد البريد
website web homepage internet site sitio sito strona www webové stránky webbplats hjemmeside verkkosivu honlap weboldal сайт ιστοσελίδα ホームページ サイト 网站 网址 홈페이지 موقع
department abteilung fachbereich service département departamento dipartimento ufficio afdeling dział wydział oddělení avdelning avdeling afdeling osasto osztály bölüm отдел відділ τμήμα 部署 課 部门 부서 إدارة قسم
faculty fakultät faculté facultad faculdade facoltà faculteit fakulta fakultet tiedekunta kar fakülte факультет σχολή 学部 学院 학부 كلية
degree abschluss diplom diplôme título titul grado grau laurea titolo stopień tytuł examen tutkinto fokozat diploma степень ступінь πτυχίο 学位 학위 درجة
study studium studien études estudio estudios estudo studi studie studia studium studijní studier opiskelu tanulmány eğitim öğrenim учеба обучение навчання σπουδές 学習 学业 학업 دراسة
duration dauer laufzeit durée duración duração durata duur délka trvání längd varighet varighed kesto időtartam süre продолжительность длительность тривалість διάρκεια 期間 所要時間 时长 期限 기간 소요시간 مدة
start begin beginn anfang eintritt einstieg début entrée inicio comienzo início inizio ingresso aanvang start początek rozpoczęcie začátek zahájení nástup början start alku alkaen kezdet kezdés başlangıç начало старт початок έναρξη 開始 開始日 开始 시작 بداية بدء
end ende schluss fin término fim fine einde koniec zakończenie konec slut slutt loppu vég bitiş son конец окончание кінець τέλος λήξη 終了 结束 종료 نهاية انتهاء eind
deadline frist anmeldeschluss bewerbungsschluss échéance plazo prazo scadenza termine termin lhůta uzávěrka määräaika határidő срок термін προθεσμία 締切 期限 截止 마감
application bewerbung antrag candidature demande solicitud candidatura inscrição domanda sollicitatie aanvraag aplikacja podanie wniosek přihláška žádost ansökan søknad ansøgning hakemus jelentkezés kérelem başvuru заявка заявление заява αίτηση 申請 応募 申込 申请 신청 지원 طلب تقديم
admission accepted aufnahme zulassung přijímací přijímaných přijetí přijímané admisión admissão ammissione toelating przyjęcie antagning opptak optagelse felvétel kabul прием приём прийом 入学 入場 录取 입학 قبول
places seats plätze sitzplätze place places plazas asientos lugares vagas posti plaatsen zitplaatsen miejsca miejsc místa míst platser plasser pladser paikat férőhely hely kontenjan koltuk мест места місць θέσεις 席 席数 定員 名额 座位 좌석 정원 مقعد مقاعد
participants teilnehmer participants participantes partecipanti deelnemers uczestnicy uczestników účastníci účastníků deltagare deltakere deltagere osallistujat résztvevők katılımcı участники участников учасників 参加者 人数 参与者 참가자 مشاركون
schedule timetable zeiten kurszeiten stundenplan horaire horario horário orario rooster lestijden harmonogram rozvrh schema timeplan tidsplan aikataulu órarend program saatler расписание график розклад πρόγραμμα 時間割 日程 课程表 时间表 시간표 جدول مواعيد
opening öffnung öffnungszeiten ouverture horaires apertura horario abertura funcionamento openingstijden otwarcie otevírací otevřeno öppettider åpningstider åbningstider aukiolo aukioloajat nyitvatartás açılış çalışma открытия работы відкриття роботи λειτουργίας 営業時間 開館時間 营业时间 开放时间 영업시간 دوام
closed closing ruhetag geschlossen schließtag fermeture fermé cierre cerrado encerramento fechado chiusura chiuso gesloten sluiting zamknięte nieczynne zavřeno stängt stengt lukket suljettu zárva kapalı выходной закрыто зачинено κλειστά 定休日 休業日 休館日 闭馆 휴무 휴무일 مغلق إغلاق
check arrival anreise arrivée llegada check entrada chegada arrivo aankomst inchecken przyjazd zameldowanie příjezd ankomst incheckning innsjekk saapuminen érkezés giriş заезд заїзд άφιξη チェックイン 入住 체크인 وصول
departure abreise départ salida saída partenza vertrek uitchecken wyjazd wymeldowanie odjezd avresa avreise afrejse lähtö távozás çıkış выезд виїзд αναχώρηση チェックアウト 退房 체크아웃 مغادرة
breakfast frühstück desayuno colazione ontbijt śniadanie snídaně frukost frokost morgenmad aamiainen reggeli kahvaltı завтрак сніданок πρωινό 朝食 早餐 조식 فطور إفطار
cancellation stornierung annulation cancelación cancelamento cancellazione annulering anulowanie odwołanie storno zrušení avbokning avbestilling afbestilling peruutus lemondás iptal отмена скасування ακύρωση キャンセル 取消 취소 إلغاء الإلغاء
guest gast gäste invité hôte huésped hóspede ospite ospiti gast gość goście host hosté gäst gjest gæst vieras vendég misafir konuk гость гостей гість επισκέπτης 客 ゲスト 客人 손님 ضيف ضيوف نزيل
child children kinder kind enfant enfants niño niños criança crianças bambino bambini ragazzi kinderen dziecko dzieci dítě děti barn børn lapsi lapset gyermek gyerek çocuk ребенок дети детский дитина діти παιδί παιδιά 子供 こども 小人 儿童 어린이 أطفال طفل
adult erwachsene erwachsener adulte adulto adultos adulti volwassene volwassenen dorosły dorośli normalny dospělý dospělí vuxen voksen voksne aikuinen felnőtt yetişkin взрослый взрослые дорослий ενήλικας 大人 一般 成人 성인 어른 بالغ بالغين
student studenten schüler étudiant étudiants estudiante estudiantes estudante studente studenti student studenci studenci žák elev opiskelija diák hallgató öğrenci студент студенты φοιτητής 学生 학생 طالب طلاب
senior senioren rentner sénior retraité jubilado mayores idoso reforma anziani pensionato senioren ouderen emeryt senior důchodce pensionär honnør eläkeläinen nyugdíjas emekli пенсионер пенсіонер シニア 老人 경로
family familie famille familia família famiglia gezin rodzina rodzinny rodina rodinné familj perhe család aile семья семейный сімя οικογένεια 家族 家庭 가족 عائلة
member mitglied membre miembro socio sócio membro lid członek člen medlem jäsen tag üye член участник μέλος 会員 会员 회원 عضو
legal rechtsform rechtlich juridique légal legal jurídica rechtsvorm prawna právní juridisk oikeudellinen jogi hukuki правовая юридическая правова νομική 法的 法定 법적 قانوني
register registration registrierung handelsregister registre immatriculation registro registo iscrizione rejestr rejestracja rejestru rejstřík registrace registrering rekisteri nyilvántartás cégjegyzék kayıt sicil регистрация реестр реєстр реєстрація μητρώο 登録 登記 注册 登记 등록 سجل تسجيل
court gericht registergericht amtsgericht tribunal greffe juzgado tribunale rechtbank sąd soud domstol tuomioistuin bíróság mahkeme суд δικαστήριο 裁判所 法院 법원 محكمة
tax vat steuer mehrwertsteuer ust umsatzsteuer tva taxe impuesto iva imposto btw belasting podatek nip vat daň dph dič moms skatt mva avgift vero alv adó áfa vergi kdv налог ндс податок пдв φπα φόρος 税 消費税 税率 税 세금 부가세 ضريبة
bank account konto iban kontonummer banque compte banco cuenta conta conto bankrekening rekening konta rachunek účet konto tili bankszámla számlaszám hesap счет рахунок λογαριασμός 口座 账户 账号 계좌 حساب بنك
capital stammkapital kapital grundkapital capitale kapitaal kapitał kapitál aktiekapital osakepääoma tőke sermaye капитал капітал κεφάλαιο 資本金 注册资本 자본금
employees mitarbeiter beschäftigte salariés effectif employés empleados trabajadores funcionários empregados dipendenti addetti medewerkers werknemers pracownicy zatrudnienie zaměstnanci anställda ansatte medarbejdere henkilöstö työntekijät alkalmazottak dolgozók çalışan сотрудники работников працівники εργαζόμενοι 従業員 社員 员工 직원 موظفون موظفين
founded founding established gründung gegründet gründungsjahr fondation fondé création créé fundación fundada fundado creación fundação fondazione fondata oprichting opgericht założenie założona założono założenia založeno založení grundat grundad stiftet grunnlagt grundlagt perustettu alapítás alapítva kuruluş основана основан основания засновано заснування ίδρυση 設立 創業 創立 成立 创立 설립 تأسيس تأسست
company firma unternehmen société entreprise empresa compañía companhia azienda ditta società bedrijf bedrijfsnaam onderneming przedsiębiorstwo spółka společnost podnik företag bolag firma virksomhed yritys cég vállalat şirket firma компания предприятие компанія εταιρεία 会社 社名 企業 公司 企业 회사 상호 شركة
owner inhaber eigentümer propriétaire gérant propietario titular dueño proprietário dono proprietario titolare eigenaar właściciel majitel ägare eier ejer omistaja tulajdonos sahibi владелец власник ιδιοκτήτης 所有者 オーナー 业主 소유자 مالك
manager managing geschäftsführer geschäftsführung gérant administrador gerente gestor amministratore bestuurder zarząd prezes kierownik jednatel vd toimitusjohtaja ügyvezető yönetici директор 管理者 代表 代表者 经理 대표 대표자 مدير
salary pay wage gehalt lohn verdienst vergütung salaire rémunération sueldo salario salário stipendio retribuzione salaris loon wynagrodzenie pensja plat mzda lön lønn løn palkka fizetés bér maaş ücret зарплата зарплата μισθός 給与 給料 年収 月給 薪资 工资 급여 연봉 راتب
contract vertrag vertragsart contrat contrato contratto contract umowa smlouva avtal kontrakt sopimus szerződés sözleşme договор контракт договір σύμβαση 契約 雇用形態 合同 계약 عقد
working work arbeit arbeitszeit travail trabajo jornada trabalho jornada lavoro orario werk werktijd praca pracy práce úvazek pracovní arbete arbeid arbejde työ munka çalışma iş работа робота εργασία 勤務 仕事 工作 근무 عمل
experience erfahrung berufserfahrung expérience experiencia experiência esperienza ervaring doświadczenie praxe zkušenosti erfarenhet erfaring kokemus tapasztalat deneyim опыт стаж досвід εμπειρία 経験 经验 경력 خبرة
vacation holiday urlaub urlaubstage congés vacaciones férias ferie vakantie vakantiedagen urlop dovolená semester ferie loma szabadság izin отпуск відпустка άδεια 休暇 假期 휴가 إجازة
qualification education ausbildung abschluss formation diplôme titulación formación formação istruzione titolo opleiding wykształcenie vzdělání utbildning utdanning uddannelse koulutus végzettség eğitim образование освіта εκπαίδευση 学歴 資格 学历 학력 مؤهل تعليم
driver driving führerschein fahrer permis conducir condução patente rijbewijs řidičský körkort førerkort kørekort ajokortti jogosítvány ehliyet права водитель 運転免許 驾照 운전면허
mileage kilometerstand laufleistung kilométrage kilometraje quilometragem chilometraggio chilometri kilometerstand przebieg najeto tachometr miltal körsträcka kilometerstand kilometrit futott kilométer kilometre пробег пробіг χιλιόμετρα 走行距離 里程 主行驶 주행거리 ممشى
fuel kraftstoff treibstoff kraftstoffart carburant énergie combustible combustível carburante alimentazione brandstof paliwo rodzaj paliwa palivo bränsle drivmedel drivstoff brændstof polttoaine üzemanyag yakıt топливо паливо καύσιμο 燃料 연료 وقود
gearbox transmission getriebe schaltung cambio câmbio caixa cambio versnellingsbak transmissie převodovka växellåda girkasse gear vaihteisto váltó sebességváltó vites şanzıman коробка передач трансмиссия κιβώτιο トランスミッション ミッション 变速箱 변속기
engine displacement motor hubraum moteur cylindrée motor cilindrada cilindrata motore silnik motor objem slagvolym moottori hengerűrtartalom motor hacmi двигатель обєм двигун κινητήρας エンジン 排気量 发动机 排量 엔진 배기량 محرك
door doors türen porte portes puerta puertas porta portas porte deuren drzwi dveře dörrar dører døre ovi ovet ajtó kapı двери дверей дверь πόρτες ドア 车门 문 باب أبواب
wheel tyre rad räder reifen roue pneu rueda neumático roda aro pneu ruota cerchio gomme wiel band koło opona kolo pneumatika hjul däck dekk dæk rengas vanne kerék gumi jant lastik колесо шина диск τροχός タイヤ ホイール 车轮 轮胎 바퀴 عجلة إطار
emission emissionen emissionsklasse schadstoff émission émissions emisiones emissão emissões emissioni uitstoot emissie emisja emise utsläpp utslipp udledning päästö kibocsátás emisyon выброс викиди εκπομπές 排出 排放 배출 انبعاث
inspection huprüfung hu tüv itv inspección inspeção revisione keuring apk przegląd kontrola prohlídka stk besiktning kontroll syn katsastus műszaki vizsga muayene осмотр техосмотр огляд έλεγχος 車検 検査 检验 年检 검사 فحص
vehicle car fahrzeug auto véhicule voiture vehículo coche veículo carro veicolo macchina voertuig pojazd samochód vozidlo fordon bil køretøj kjøretøy ajoneuvo jármű araç автомобиль машина транспорт όχημα 車 車両 车辆 차량 مركبة سيارة
first erst erste premier première primer primera primeiro primeira primo prima eerste pierwsza pierwszy první första første ensimmäinen első ilk первый первая перша перший πρώτη 初 最初 第一 首次 첫 أول
last letzte letzter dernier dernière último ultimo ultima laatste ostatni ostatnia poslední senaste siste sidste viimeisin viimeinen utolsó son последний последняя останній τελευταία 最終 最後 最近 最后 마지막 آخر
update updated aktualisierung aktualisiert actualización actualizado atualização atualizado aggiornamento aggiornato bijgewerkt aktualizacja zaktualizowano aktualizace aktualizováno uppdatering uppdaterad oppdatert opdateret päivitetty päivitys frissítve frissítés güncelleme обновление обновлено оновлено ενημέρωση 更新 更新日 最終更新 업데이트 수정 تحديث آخر تحديث
published publication veröffentlicht veröffentlichung erschienen publié publication parution publicado publicación publicação pubblicato pubblicazione gepubliceerd publicatie opublikowano publikacja wydanie zveřejněno publikováno vydáno publicerad publisert udgivet julkaistu megjelenés közzétéve kiadás yayın yayınlanma опубликовано публикация опубліковано δημοσίευση 公開 発売 掲載 発行 发布 出版 게시 발행 نشر النشر
created creation erstellt erstellung création creado creación criado criação creato creazione aangemaakt utworzono vytvořeno vytvoření skapad opprettet oprettet luotu létrehozva oluşturma создано создания створено δημιουργία 作成 登録 创建 생성 작성 إنشاء
listed posted eingestellt inseriert veröffentlicht publiée publicado anunciado inserito pubblicato geplaatst sinds wystawiono dodano dodane vloženo přidáno inlagd ilmoitettu feladva hirdetve ilan eklenme размещено добавлено розміщено додано 掲載 出品 发布 등록 نشر أضيف
views aufrufe ansichten klicks vues visitas visualizaciones visualizações visualizzazioni weergaven bekeken wyświetlenia odsłony zobrazení visningar visninger katselua megtekintés görüntülenme izlenme просмотры просмотров перегляди προβολές 閲覧 再生 回視聴 浏览 播放 조회 조회수 مشاهدة مشاهدات
likes gefällt curtidas gosto likes polubienia líbí gilla liker synes tykkää tetszik beğeni нравится лайки вподобання いいね 点赞 좋아요 إعجاب
favourites watchers saved merkzettel beobachter favoris favoritos preferiti favorieten obserwujących obserwuje obserwują oblíbené favoriter suosikit kedvencek favori избранное вибране 気に入り 收藏 찜 مفضلة
comments comment kommentare commentaires comentarios comentários commenti reacties komentarze komentáře kommentarer kommentit hozzászólás megjegyzés yorum yorumlar комментарии коментарі σχόλια コメント 评论 댓글 تعليقات تعليق
reviews review bewertungen rezensionen avis opiniones reseñas avaliações opiniões recensioni beoordelingen opinie recenzje hodnocení recenze recensioner omdömen anmeldelser arvostelut értékelések vélemények değerlendirme değerlendirmeler yorum отзывы отзывов відгуки κριτικές レビュー 口コミ 评价 리뷰 후기 تقييمات مراجعات
rating score stars bewertung note sterne évaluation étoiles valoración puntuación estrellas calificación avaliação nota estrelas valutazione voto stelle punteggio beoordeling sterren cijfer ocena gwiazdki hodnocení hvězdičky betyg stjärnor vurdering stjerner arvosana tähteä értékelés csillag puan yıldız оценка рейтинг звезды оцінка βαθμολογία αστέρια 評価 評点 星 评分 星级 평점 별점 تقييم نجوم
reply replies answers antworten antwort réponses réponse respuestas respostas risposte antwoorden odpowiedzi odpovědi svar vastaukset válaszok yanıt cevap ответы ответов відповіді απαντήσεις 回答 返信 回复 답변 ردود إجابات
posts beiträge messages mensajes publicaciones mensagens messaggi berichten posty příspěvky inlägg innlegg indlæg viestit hozzászólások mesaj сообщения повідомлення 投稿 帖子 게시물 مشاركات
topic thread subject thema betreff sujet tema hilo tópico assunto argomento oggetto discussione onderwerp temat téma vlákno ämne tråd emne aihe téma konu başlık тема θέμα 件名 トピック 主题 话题 주제 موضوع
episode folge episodio episódio puntata aflevering odcinek díl epizoda avsnitt afsnit episode jakso epizód rész bölüm выпуск эпизод випуск епізод επεισόδιο 話 回 エピソード 集 에피소드 회 حلقة
season staffel saison temporada stagione seizoen sezon sezóna säsong sesong sæson kausi évad szezon сезон σεζόν シーズン 季 赛季 시즌 موسم
series reihe serie buchreihe collection colección coleção collana reeks seria cykl edice řada serie sarja sorozat dizi серия серія σειρά シリーズ 叢書 丛书 丛编 丛编项 시리즈 سلسلة
edition auflage édition edición edição edizione druk uitgave wydanie vydání upplaga utgave oplag painos kiadás baskı издание видання έκδοση 版 版次 판 طبعة
volume band tome tomo volumen deel tom svazek díl volym bind osa nide kötet cilt том 巻 卷 권 مجلد
pages seiten seitenzahl seitenanzahl umfang página páginas pagine pagina paginas strony stron stran strany sidor sider sivua sivumäärä oldal oldalszám sayfa страниц сторінок σελίδες ページ ページ数 页 页数 쪽 페이지 صفحات صفحة
classification systematik signatur klassifikation cote classement clasificación signatura classificação cota classificazione collocazione classificatie klasyfikacja sygnatura klasifikace signatura hylla klassifikation luokitus ykl osztályozás sınıflandırma классификация класифікація 分類 分类 分类号 분류 تصنيف
abstract summary zusammenfassung inhalt résumé resumen resumo riassunto sommario abstract samenvatting streszczenie opis abstrakt shrnutí popis sammanfattning sammendrag tiivistelmä összefoglaló leírás özet аннотация краткое анотація περίληψη 要旨 概要 摘要 提要 요약 ملخص
keyword schlagwort schlagwörter stichwort descriptor assunto soggetto trefwoord hasło předmět ämnesord emneord avainsana asiasana kulcsszó tárgyszó ключевые слова ключові キーワード 件名 关键词 主题词 学科主题 키워드
reservation booking reservierung vormerkung buchung réservation reserva prenotazione reservering boeking rezerwacja rezerwacji rezervace bokning reservation varaus varauksia foglalás előjegyzés rezervasyon бронирование бронь заказ бронювання κράτηση 予約 预约 预订 예약 حجز
copies exemplare exemplaires ejemplares exemplares copie esemplari exemplaren egzemplarze výtisky exemplář exemplar eksemplarer kappaletta nidettä példány kopya экземпляры примірники 部数 冊 册 복본 نسخ
due fällig rückgabe retour vencimiento devolución vencimento scadenza inleverdatum termin zwrotu vrácení återlämnas forfall eräpäivä lejárat iade срок возврата термін 返却 应还 应还日期 반납 استحقاق
attendance visitors zuschauer besucher spectateurs affluence visiteurs espectadores asistencia visitantes público spettatori visitatori toeschouwers bezoekers widzów frekwencja diváků návštěvnost åskådare publik tilskuere yleisöä katsojia nézőszám néző látogató seyirci ziyaretçi зрителей посетителей глядачів θεατές 観客 入場者 观众 관중 متفرج زوار
referee schiedsrichter arbitre árbitro arbitro scheidsrechter sędzia rozhodčí domare dommer erotuomari tuomari játékvezető bíró hakem судья суддя διαιτητής 審判 裁判 심판 حكم
coach trainer entraîneur entrenador treinador técnico allenatore trener trenér tränare valmentaja edző antrenör тренер προπονητής 監督 コーチ 教练 코치 مدرب
round matchday runde spieltag journée jornada rodada giornata turno speelronde ronde kolejka runda kolo omgång runde kierros forduló tur hafta тур раунд γύρος 節 回戦 轮 라운드 جولة
league competition wettbewerb liga championnat compétition liga competición campeonato competição campionato competizione competitie rozgrywki liga soutěž serie tävling turnering sarja bajnokság verseny lig yarışma лига турнир ліга чемпіонат πρωτάθλημα リーグ 大会 联赛 比赛 리그 대회 دوري بطولة
home heim heimmannschaft domicile local casa thuis gospodarze domácí hemma hjemme koti kotijoukkue hazai хозяева господарі γηπεδούχος ホーム 主场 홈 مضيف
away gast gäste extérieur visitante ospite fuera uit goście hosté borta ude vieras vierasjoukkue vendég deplasman гости гості φιλοξενούμενος アウェー 客场 원정 ضيف
architect architekt architecte arquitecto arquiteto architetto arkitekt arkkitehti építész mimar архитектор архітектор αρχιτέκτονας 建築家 設計者 建筑师 건축가
heritage monument denkmal patrimoine patrimonio património patrimonio erfgoed zabytek zabytków památka kulturminne kulturarv perintö műemlék miras anıt наследие памятник спадщина памятка μνημείο 遺産 文化財 遗产 문화재 تراث
tower turm tour torre toren wieża wieży věž torn tårn torni torony kule башня вежа πύργος 塔 탑 برج
steps stairs stufen marches escalones peldaños degraus gradini scalini treden schody schodów trappsteg trinn trin porras askelma lépcső basamak ступени ступенек сходинки 段 台阶 계단 درج
view aussicht blick vue vista vistas uitzicht widok výhled utsikt udsigt näkymä kilátás manzara вид краєвид θέα 眺望 景观 조망 إطلالة
comfort komfort confort comodidad conforto comodità comfort wygoda pohodlí komfort mukavuus komfort konfor комфорт 快適 舒适 편의 راحة
construction building gebäude bauart bâtiment edificio prédio edifício edificio gebouw budynek budowa budova konstrukce byggnad bygning rakennus épület bina yapı здание тип дома будівля κτίριο 建物 建筑 건물 مبنى
elevator lift aufzug ascenseur ascensor elevador ascensore lift winda výtah hiss heis elevator hissi felvonó asansör лифт ліфт ασανσέρ エレベーター 电梯 엘리베이터 مصعد
smoking smoker raucher nichtraucher fumeur fumar fumador fumante fumatori roken rokers palenie palących kouření kuřáci rökning røyking rygning tupakointi dohányzó dohányzás sigara курение куріння κάπνισμα 喫煙 禁煙 吸烟 禁烟 흡연 금연 تدخين
winter hiver invierno inverno zima zimní vinter talvi tél téli kış зима зимний χειμώνας 冬 冬季 겨울 شتاء
washing dishwasher spülmaschine lavavajillas lavavajillas lavastoviglie vaatwasser zmywarka zmywarce myčka diskmaskin oppvaskmaskin astianpesukone mosogatógép bulaşık посудомоечная посудомийна 食洗機 洗碗机 식기세척기
care pflege pflegehinweis entretien lavage cuidado cuidados lavado manutenção cura manutenzione onderhoud pielęgnacja konserwacja péče údržba skötsel stell pleje hoito kezelés bakım уход догляд φροντίδα お手入れ 保养 관리 عناية
temperature temperatur température temperatura temperatuur teplota temperatur lämpötila hőmérséklet sıcaklık температура θερμοκρασία 温度 온도 حرارة
serving trink service servicio serviço servizio serveren podawania podávání servering tarjoilu fogyasztási servis подачи подачі σερβιρίσματος 飲み頃 饮用 음용 تقديم
waterproof wasserdicht wassersäule dichtigkeit imperméabilité étanchéité impermeabilidad impermeable impermeabilidade impermeabilità waterdicht wodoodporność voděodolnost vattentät vanntett vandtæt vedenpitävä vízálló vízállóság водонепроницаемость водонепроникність 防水 방수 مقاوم للماء
protection schutz schutzart indice de protection protección proteção protezione bescherming ochrona stopień ochrony krytí skydd beskyttelse suojaus védelem védettség koruma защита захист προστασία 保護 防護 防护 보호 حماية
thread gewinde filetage rosca filetto schroefdraad gwint závit gänga gjenge gevind kierre menet diş резьба різьба ねじ 螺纹 나사 سن
head kopf tête cabeza cabeça testa kop głowica hlava huvud hode hoved pää fej baş голова головка 頭 头 헤드 رأس
sole sohle semelle suela sola suola zool podeszwa podrážka sula såle pohja talp taban подошва підошва ソール 鞋底 밑창 نعل
shaft schaft tige caña cano gambo schacht cholewka skaft varsi szár gövde голенище シャフト 筒 샤프트 ساق
lens objektiv objectif objetivo objetiva obiettivo objectief obiektyw obiektywu objektiv linsssi objektív objektif объектив обєктив レンズ 镜头 렌즈 عدسة
mount bajonett monture montura montagem innesto attacco vatting mocowanie bajonet fattning fatning kiinnitys csatlakozó bağlantı крепление байонет кріплення マウント 卡口 마운트 حامل
disk storage festplatte speicher speicherplatz disque stockage disco almacenamiento armazenamento archiviazione opslag schijf dysk disk úložiště lagring lagerplads tallennustila levytila tárhely lemez depolama диск хранилище сховище ディスク ストレージ 空き容量 磁盘 存储 디스크 저장 قرص تخزين
memory arbeitsspeicher ram mémoire memoria memória geheugen pamięć paměť minne hukommelse muisti memória bellek память память メモリ 内存 메모리 ذاكرة
requirements anforderungen voraussetzungen prérequis requisitos requisiti vereisten wymagania požadavky krav vaatimukset követelmények gereksinimler требования вимоги απαιτήσεις 動作環境 要件 要求 요구사항 متطلبات
file datei fichier archivo fichero ficheiro arquivo file bestand plik soubor fil tiedosto fájl dosya файл αρχείο ファイル 文件 파일 ملف
package pack paket verpackung packung colis paquet emballage paquete envase pacote embalagem pacchetto confezione verpakking pakket opakowanie balení förpackning pakke pakkaus csomag csomagolás kiszerelés paket ambalaj упаковка συσκευασία パッケージ 包装 패키지 عبوة
issues tickets probleme problèmes problemas problemi zgłoszenia ongelmat hibák sorun проблемы 問題 课题 이슈 مشاكل
response antwort antwortzeit réponse respuesta resposta risposta antwoord odpowiedź odpověď svarstid vasteaika válaszidő yanıt ответ відповідь 応答 回应 응답 استجابة
processing bearbeitung bearbeitungszeit bearbeitungsdauer traitement tramitación tramitação lavorazione verwerking behandeltijd realizacja vyřízení zpracování handläggning saksbehandling sagsbehandling käsittely feldolgozás ügyintézés işlem обработка рассмотрения обробка 処理 办理 处理 처리 معالجة تنفيذ
organizer veranstalter organisator organisation organisateur organizador organizzatore organisatie organizator pořadatel arrangör arrangør järjestäjä szervező düzenleyen организатор організатор διοργανωτής 主催 主催者 主办 주최 منظم
performer artist künstler interpret artiste artista intérprete artiest artysta wykonawca účinkující umělec artist kunstner esiintyjä előadó sanatçı артист исполнитель виконавець καλλιτέχνης 出演 アーティスト 表演者 출연 فنان
conductor dirigent dirigentin dyrygent dirigent kapellimestari karmester дирижер диригент μαέστρος διεύθυνση 指揮 指揮者 指挥 지휘
host presenter moderator moderation présentateur animateur presentador locutor presenta apresentador conduttore presentatore presentator gastheer prowadzący prowadzi moderátor uvádí programledare vært programleder juontaja műsorvezető sunucu ведущий ведучий παρουσιαστής 司会 主持 주持人 진행 مقدم
producer producent produktion produktionsleitung producteur réalisation productor produção produttore regia productie produkcja realizacja výroba produktion tuottaja gyártó yapımcı продюсер 制作 プロデューサー 制片 제작 منتج
music musik musique música musica muziek muzyka hudba musikk musiikki zene müzik музыка музика μουσική 音楽 音乐 음악 موسيقى
mixing mix tonmischung ton mixage mezcla mixagem missaggio montage montagem miks zvuk ljudmix lyd äänitys keverés miksaj сведение звук ミックス 混音 믹싱 مزج
translator übersetzer übersetzung traducteur traduction traductor traducción tradutor tradução traduttore traduzione vertaler vertaling tłumacz przekład překladatel překlad översättare oversetter oversætter suomentaja kääntäjä fordító fordította çevirmen çeviren переводчик перевод перекладач переклад μετάφραση 訳者 翻訳 译者 翻译 번역 مترجم ترجمة
guarantor garant garante garantka bürge aval fiador borg gwarant takaaja kezes kefil гарант 保証人 担保人 보증인 ضامن
responsible verantwortlich verantwortlicher zuständig responsable responsável responsabile verantwoordelijk odpowiedzialny zodpovědný ansvarig ansvarlig vastuuhenkilö vastaava felelős sorumlu ответственный відповідальний υπεύθυνος 担当 責任 负责人 담당 مسؤول
tip supplement notes hinweis remarque observación observação nota opmerking uwaga poznámka anmärkning merknad huomautus megjegyzés not примечание примітка σημείωση 備考 注意 备注 비고 ملاحظة
sweetness restsüße süße dulzor doçura dolcezza zoetheid słodkość sladkost sötma sødme makeus jelleg édesség tatlılık сладость 甘さ 甜度 당도 حلاوة
alcohol alkohol alkoholgehalt alcool alcohol álcool alcol alkohol alkoholi alkohol alkol алкоголь крепость 酒精 アルコール度数 酒精度 도수 كحول
sugar zucker sucre azúcar açúcar zucchero suiker cukier cukr socker sukker sokeri cukor şeker сахар цукор ζάχαρη 砂糖 糖 설탕 سكر
ingredients zutaten ingrédients ingredientes ingredienti ingrediënten składniki suroviny ingredience ingredienser ainekset hozzávalók malzemeler ингредиенты состав інгредієнти υλικά 材料 原材料 配料 재료 성분 مكونات
soaking einweichen trempage remojo demolho ammollo weken moczenie namáčení blötläggning bløtlegging liotus áztatás ıslatma замачивание 浸水 浸泡 불리기 نقع
prep preparation vorbereitung zubereitung préparation preparación preparo preparazione bereiding przygotowanie příprava förberedelse tilberedning valmistelu előkészítés hazırlık приготовление підготовка 準備 準備時間 准备 준비 تحضير
cooking baking kochen kochzeit backzeit cuisson cocción horneado cozimento cottura kooktijd baktijd gotowanie pieczenie vaření pečení tillagning steketid bagetid kypsennys paisto főzés sütés pişirme варка выпечка випікання 調理 焼き 烹饪 烘焙 조리 طهي خبز
difficulty level schwierigkeit schwierigkeitsgrad difficulté dificultad dificuldade difficoltà moeilijkheid trudność obtížnost náročnost svårighetsgrad vanskelighetsgrad sværhedsgrad vaikeustaso nehézség zorluk сложность складність δυσκολία 難易度 难度 난이도 صعوبة
quality qualität qualité calidad qualidade qualità kwaliteit jakość kvalita kvalitet laatu minőség kalite качество якість ποιότητα 品質 质量 품질 جودة
metadata metadaten métadonnées metadatos metadados metadati metadane metadatatiedot metaadatok üstveri метаданные метадані メタデータ 元数据 메타데이터
frequency häufigkeit intervall rhythmus fréquence periodicidad frecuencia frequência periodicidade frequenza frequentie częstotliwość frekvence četnost frekvens taajuus gyakoriság sıklık частота периодичность 頻度 频率 빈도 تكرار
users nutzer benutzer anwender utilisateurs usuarios utilizadores utenti gebruikers użytkownicy uživatelé användare brukere brugere käyttäjät felhasználók kullanıcı пользователи користувачі χρήστες ユーザー 用户 사용자 مستخدمون
goal target ziel objectif objetivo meta obiettivo doel cel cíl mål tavoite cél hedef цель ціль στόχος 目標 目标 목표 هدف
expected estimated voraussichtlich geschätzt prévu estimé previsto estimado prevista stimato verwacht przewidywana szacowany předpokládaný odhadovaný beräknad forventet arvioitu várható tahmini ожидаемая предполагаемая очікувана αναμενόμενη 予定 見込み 预计 예상 متوقع
kind condition item gebraucht neu neuf occasion nuevo usado novo nuovo nieuw nowy używany nový použitý ny brukt brugt uusi käytetty új használt yeni новый новая новий 新品 中古 全新 새상품 جديد مستعمل
"""
