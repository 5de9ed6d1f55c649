"""Titles above parts of a page that are about other entities than its own, in many languages."""

from __future__ import annotations

from extraction.document.known_texts import remembered
from extraction.document.openings import Openings

_GOODS = (
    r"(?:products?|items?|articles?|goods|listings?|vehicles|cars|homes|properties|jobs|courses|recipes|books|offers?|events|"
    r"hotels)"
)
_NOUN = r"[^\W\d_]{3,24}"
# To add a language: the first words of titles above other entities than the page's own, as a regular expression.
_TITLES = (
    # Of any kind of entity, in a title of two or three words: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
    # Czech, Scandinavian, Russian, Turkish, Japanese, Korean
    rf"(?:similar|recommended|suggested) {_NOUN}$", rf"(?:ähnliche|verwandte|empfohlene) {_NOUN}$",
    rf"{_NOUN}(?: de {_NOUN})? (?:similaires|associée?s|recommandée?s|liée?s)$",
    rf"{_NOUN}(?: d[eio] {_NOUN})? (?:similares|parecid[oa]s|relacionad[oa]s|recomendad[oa]s|semelhantes|simili|correlat[ie]|"
    r"consigliat[ie])$",
    rf"(?:gerelateerde|vergelijkbare|soortgelijke|aanbevolen) {_NOUN}$",
    rf"(?:podobn[eéýá]|powiązane|polecane|související) {_NOUN}$",
    rf"(?:relaterade|liknande|relaterede|lignende|relaterte) {_NOUN}$",
    rf"(?:похожие|подобные|сопутствующие|рекомендуемые) {_NOUN}$", rf"(?:benzer|ilgili|önerilen) {_NOUN}$",
    r"(?:類似|似た|同じような).{1,8}$", r"最近.{0,4}(?:見た|チェック|閲覧)", r".{0,10}ランキング$", rf"(?:비슷한|유사한) {_NOUN}$",
    # Goods that go with this one
    r"past (?:er |hier )?(?:goed|mooi|perfect) bij",
    r"passt (?:gut|perfekt|hervorragend) (?:dazu|zu)", r"va (?:bien|parfaitement) avec",
    r"(?:combina|queda) (?:bien )?con", r"combina com", r"si abbina (?:bene )?(?:a|con)", r"(?:dobrze )?pasuje do",
    # English
    r"you (?:may|might|could|will|'ll|’ll) (?:also )?(?:like|love|enjoy|want|need|be interested)",
    r"(?:customers|people|shoppers|others|buyers|fans|guests|readers|viewers|listeners|users|members) (?:who|that|also)\b",
    r"(?:often|frequently|usually|commonly) (?:bought|purchased|viewed|combined)", r"bought together",
    rf"(?:related|similar|recommended|suggested|sponsored|matching|comparable|other|more) {_GOODS}\b",
    r"(?:our )?recommendations(?: for you)?:?$", r"recommended(?: for you)?$", r"(?:recently|last) (?:viewed|seen|visited)",
    r"(?:your )?(?:recent views|browsing history)", r"inspired by your", r"complete (?:the|your) look",
    r"(?:goes|pairs|works|looks) (?:well|great|good|perfectly) with", r"pair (?:it|this|them) with", r"wear it with",
    r"shop the look", r"more (?:from|by|of) (?:this|the|our)\b", r"more like this", r"best ?sellers\b",
    r"trending\b", r"popular (?:right )?now", r"explore more", r"sponsored\b", r"(?:sign up|subscribe)\b.{0,40}$",
    r"(?:join )?(?:our )?newsletter\b", r"join (?:our|the) (?:newsletter|mailing list|club|list)",
    r"(?:more|also) (?:from|by)\b", r"(?:today['’]s )?best deals", r"who is online",
    r"(?:other|more|autres?|andere|weitere|altri|otros|outros|inne|другие)\b.{0,30}\b(?:nearby|near you|à proximité|in der nähe|"
    r"in de buurt|nelle vicinanze|cerca|perto|w pobliżu|поблизости)$",
    r"(?:related|similar|recommended|suggested|latest|recent|popular|other|new) (?:threads|topics|posts|stories|news|articles|"
    r"videos|episodes|shows|podcasts|discussions|questions|press releases)\b",
    # German
    r"das k(?:ö|oe)nnte (?:ihnen|dir|euch|sie|dich) (?:auch )?(?:gefallen|interessieren)",
    r"(?:andere )?kunden(?:,| die| kauften| haben| interessierten| sahen| kaufen)",
    r"(?:wird |werden )?(?:oft|häufig|gerne?) (?:zusammen|gemeinsam|dazu|kombiniert)",
    r"(?:ähnliche|verwandte|passende|weitere|empfohlene|andere) "
    r"(?:produkte|artikel|angebote|fahrzeuge|immobilien|objekte|stellen|jobs|anzeigen|kurse|bücher|wohnungen|"
    r"veranstaltungen)", r"(?:zuletzt|kürzlich) (?:angesehen|gesehen|betrachtet|besucht)", r"passend dazu",
    r"passendes zubehör", r"(?:unsere )?empfehlungen\b", r"wir empfehlen\b", r"auch interessant", r"newsletter\b",
    r"bestseller\b", r"mehr von\b",
    r"(?:vom|von|aus) (?:der|dem|den)?(?:selben|gleichen)\b", r"(?:ähnliche|neue|neueste|weitere|aktuelle|beliebte) "
    r"(?:themen|beiträge|nachrichten|meldungen|videos|folgen|fragen|suchen)\b", r"wer ist online",
    # French
    r"vous (?:aimerez|pourriez|devriez|allez) (?:peut-être )?(?:aussi|également|aimer|être|adorer)",
    r"(?:produits|articles|annonces|offres|biens|véhicules) "
    r"(?:similaires|associés|apparentés|complémentaires|liés|recommandés)",
    r"(?:récemment|derni(?:er|ère)s?) (?:vus?|consultés?|visités?)", r"vus? récemment",
    r"(?:derniers )?(?:produits|articles) (?:vus|consultés)", r"(?:les |nos )?clients (?:ayant|qui|ont)",
    r"(?:souvent|fréquemment) achetés", r"ces (?:produits|articles) pourraient",
    r"nos (?:suggestions|recommandations|meilleures ventes)", r"complétez (?:votre|le|la)", r"dans la même catégorie",
    r"autres (?:professionnels|pros|établissements|annonces|produits|offres|articles)",
    r"(?:du|de la) même\b", r"ceux qui ont\b", r"(?:derniers|autres|nouveaux) (?:sujets|articles|épisodes)\b",
    r"inscrivez-vous", r"(?:notre )?(?:newsletter|infolettre)\b",
    # Spanish, Italian, Portuguese
    r"(?:también|quizás?|tal vez) (?:te|le) (?:puede|podría|gust|interes)", r"te (?:puede|podría) (?:gustar|interesar)",
    r"(?:productos|artículos|anuncios|inmuebles|ofertas) (?:relacionados|similares|parecidos|recomendados|vistos)",
    r"(?:vistos|visitados) recientemente", r"últimos (?:vistos|visitados)", r"(?:los |otros )?clientes (?:que|también)",
    r"del mism[oa]\b", r"de la misma\b", r"(?:dello stess|della stess)[oa]\b", r"d[oa] mesm[oa]\b",
    r"(?:noticias|temas|notizie|notícias) (?:relacionad|correlat)[aoe]s?\b", r"(?:altri|altre|otros|otras|outros|outras) "
    r"(?:prodotti|articoli|annunci|productos|artículos|anuncios|produtos|artigos|anúncios)\b",
    r"(?:comprados|compran) (?:juntos|habitualmente)", r"suscr[ií]bete", r"bolet[ií]n\b",
    r"(?:ti )?potre(?:bbe|bbero|sti) (?:anche )?(?:piacer|interessar)\w*",
    r"(?:prodotti|articoli|annunci) (?:correlati|simili|consigliati|collegati|visti)", r"(?:visti|visualizzati) di recente",
    r"chi ha (?:acquistato|visto|comprato)", r"(?:spesso )?(?:comprati|acquistati) insieme", r"iscriviti",
    r"(?:você|voce) (?:também )?(?:pode|poderá|vai) (?:também )?(?:gostar|se interessar|curtir)",
    r"(?:produtos|artigos|itens|anúncios|imóveis) (?:relacionados|semelhantes|similares|recomendados|vistos)",
    r"vistos recentemente", r"quem (?:comprou|viu|viram)", r"talvez (?:você )?goste", r"(?:também )?poderá gostar",
    # Dutch, Polish, Czech, Scandinavian
    r"(?:dit|misschien) (?:vind|vindt|ook)\b", r"(?:anderen|klanten) (?:bekeken|kochten|die)",
    r"(?:gerelateerde|vergelijkbare|aanbevolen|andere|soortgelijke) (?:producten|artikelen|auto's|woningen|advertenties)",
    r"(?:recent|onlangs|laatst) bekeken", r"vaak (?:samen|gecombineerd)", r"ook leuk", r"(?:meld|schrijf) je (?:aan|in)\b",
    r"van dezelfde\b", r"(?:z |od )?(?:tego samego|tej samej)\b", r"meer van\b", r"więcej od\b",
    r"(?:klienci|inni|osoby) (?:kupili|kupowali|oglądali|którzy|również|także)",
    r"(?:podobne|powiązane|polecane|inne) (?:produkty|oferty|przedmioty|ogłoszenia|artykuły)",
    r"produkty (?:powiązane|podobne|polecane)", r"ostatnio (?:oglądane|przeglądane)",
    r"może (?:ci|cię|państw\w+) (?:się )?(?:spodoba|zainteres)\w*", r"często kupowane", r"zapisz się", r"polecamy\b",
    r"(?:podobné|související|doporučené) (?:produkty|zboží)", r"naposledy (?:prohlížené|zobrazené|navštívené)",
    r"(?:mohlo|mohl) by (?:se )?(?:vám|vás)", r"zákazníci (?:také|kupili|koupili)",
    r"(?:relaterade|liknande|relaterede|lignende|relaterte|rekommenderade|anbefalede|anbefalte) (?:produkter|varor|"
    r"varer|annonser|artikler)",
    r"(?:du|andre|andra|kunder) (?:kanske|vil måske|vil kanskje|købte|köpte|kjøpte|så) (?:också|også|også|også)?",
    r"(?:senast|senest|sist) (?:visade|viste|sete|sette)",
    # Russian, Turkish, Arabic
    r"с этим (?:товаром|товар)", r"(?:похожие|сопутствующие|рекомендуемые|другие) (?:товары|предложения|объявления|модели)",
    r"(?:вы |недавно )+(?:смотрели|просмотренные|просматривали)", r"вам (?:может|могут) (?:понравиться|понравится)",
    r"смотрите также", r"того же\b", r"(?:ещё|еще) (?:от|из)\b", r"(?:buna|bunlara|bu ürüne) bak",
    r"aynı (?:yazar|marka|satıcı|kategori|mağaza)",
    r"рекомендуем\b", r"подпи(?:шитесь|ска)",
    r"(?:benzer|ilgili|önerilen|son (?:gezilen|görüntülenen|incelenen|bakılan)) (?:ürünler|ilanlar|ilan)",
    r"son (?:gezdiğiniz|görüntülediğiniz|incelediğiniz|baktığınız|gezdiklerin)",
    r"(?:bunlar|bu ürünler|ürünü alanlar|bu ürünü)\b.{0,30}(?:ilgini|beğen|bunları|alanlar)", r"birlikte (?:alınan|satın)",
    r"bülten", r"منتجات (?:ذات صلة|مشابهة|مماثلة|موصى|مقترحة|قد)", r"(?:قد |ربما )?(?:يعجبك|تعجبك)",
    r"(?:شاهدت|شوهدت|تمت مشاهدت)", r"(?:اشترك|النشرة)",
    # Japanese, Chinese, Korean
    r"(?:この|こちらの)?(?:商品|アイテム|製品)(?:を|に).{0,12}(?:人|方|お客様)",
    r"(?:関連|類似|おすすめ|オススメ|お勧め|同じ).{0,4}(?:商品|アイテム|製品|物件|求人|記事)",
    r"(?:最近|閲覧).{0,6}(?:商品|履歴|アイテム|物件)",
    r"(?:あわせて|一緒に|よく一緒に|合わせて).{0,8}(?:購入|買|おすすめ|いかが)",
    r"(?:.{0,10})(?:メルマガ|メールマガジン|ニュースレター)", r"あなたへの?おすすめ", r"こちらもおすすめ", r"人気(?:の|ランキング)",
    r"関連.{0,8}(?:ニュース|リリース|記事|動画)", r"最新(?:ニュース|記事)", r"同じ(?:作者|著者|ブランド|ショップ|カテゴリ)",
    r"(?:相关|相關|热门|熱門|推荐|推薦|最新|更多)(?:新闻|新聞|文章|阅读|閱讀|资讯|資訊|视频|影片|帖子)", r"热点|排行榜",
    r"(?:同|该|該)(?:作者|品牌|店铺|类)", r"(?:관련|추천|인기|최신|많이 본) ?(?:기사|뉴스|글|게시물|영상|동영상|보도자료)",
    r"(?:이 ?달의|주간|금주의) 베스트", r"베스트 ?(?:상품|셀러|아이템)",
    r"(?:相关|相關|类似|類似|同类|推荐|推薦|热门|热销|其他)(?:商品|产品|產品|推荐|推薦|宝贝|房源|职位)",
    r"猜你喜欢|猜你喜歡|为你推荐|為你推薦|看了又看|买了又买",
    r"(?:看|买|購買|购买)(?:过|了|過)?(?:此|该|這|这).{0,8}(?:还|也|又)", r"(?:最近|浏览|瀏覽)(?:浏览|瀏覽|记录|紀錄|過)",
    r"订阅|訂閱",
    r"(?:관련|추천|비슷한|유사|연관|인기) ?(?:상품|제품|매물|채용)", r"(?:함께|같이) (?:구매|본|보면|많이)",
    r"최근 (?:본|확인)", r"(?:이 상품을|다른 고객)",
    r"(?:뉴스레터|소식)",
)  # fmt: skip
_OPENINGS = Openings(r"\W*", _TITLES)


@remembered(200_000)
def is_other_title(text: str) -> bool:
    """Whether a text begins like a title above other entities."""
    return _OPENINGS.match(text)
