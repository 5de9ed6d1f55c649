"""Words of what changes without a change: times that count from now, counters, countdowns, advertisements; and of pages that are gone."""

from __future__ import annotations

# To add a language: its units of time, and the way it says "3 minutes ago".
UNIT = (
    r"(?:secs?|seconds?|mins?|minutes?|hrs?|hours?|[smhdwy]|mo|days?|weeks?|wks?|months?|years?|yrs?"
    r"|sekunden?|minuten?|stunden?|std\.?|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?"
    r"|secondes?|heures?|jours?|semaines?|mois|ans?|années?"
    r"|segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|años?|mês|anos?"
    r"|second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]"
    r"|seconden?|minuut|uur|uren|dag(?:en)?|week|weken|maand(?:en)?|jaar|jaren"
    r"|sekund\w{0,3}|minut\w{0,2}|godzin\w?|dzień|dni|tydzień|tygodni\w?|miesi\w{1,4}|rok|lata?|hodin\w{0,3}|dny|týdny|měsíc\w{0,3}|rok\w{0,2}"
    r"|saniye|dakika|saat|gün|hafta|ay|yıl"
    r"|секунд\w?|минут\w?|час\w{0,2}|день|дн(?:я|ей)|недел\w|месяц\w{0,2}|год\w?|лет"
    r"|sekunder?|minuter?|timm(?:e|ar)|timer?|dagar|dage|dager|veck(?:a|or)|uger?|uker?|månad(?:er)?|måneder?|år)"
)
_MANY = r"(?:\d{1,4}|an?|one|ein(?:em|er)?|une?|un[ao]?|uma?|een|ett?|en|jedn[ąe]|bir|одну?)"
AGO = (
    rf"(?<!\w)(?:about |almost |over |etwa |environ |circa |около )?{_MANY}\s?\+?{UNIT}(?:(?:,| and| und| et| y| e)? {_MANY} {UNIT})?\s(?:ago|geleden|temu|önce|назад|sedan|siden|fa|atrás|zpět)\b"
    rf"|\bvor (?:etwa |über |ca\. )?{_MANY} {UNIT}(?!\w)"
    rf"|\bil y a (?:environ |plus de )?{_MANY} {UNIT}(?!\w)|\bhace (?:unos |unas |más de )?{_MANY} {UNIT}(?!\w)|\bhá (?:cerca de )?{_MANY} {UNIT}(?!\w)|\bför {_MANY} {UNIT} sedan|\bfor {_MANY} {UNIT} siden"
    r"|\d{1,4}\s?(?:秒|分|分钟|分鐘|時間|小时|小時|日|天|週間|周|か月|ヶ月|个月|個月|年)前|\d{1,4}\s?(?:초|분|시간|일|주|개월|년) ?전"
    r"|(?:منذ|قبل) \d{1,4} \w+"
    r"|\b(?:just now|moments? ago|gerade eben|à l['’]instant|ahora mismo|proprio ora|zojuist|agora mesmo|przed chwilą|az önce|только что|nyss|lige nu|akkurat nå)\b|たった今|刚刚|剛剛|방금"
)
# A day counted from today, only at the beginning of a short text or after a word of publishing.
RELATIVE_DAY = (
    r"(?:^\W*|\b(?:posted|published|updated|veröffentlicht|aktualisiert|publié|publicado|actualizado|pubblicato|geplaatst|dodano|опубликовано)\W{1,3})"
    r"(?:today|yesterday|heute|gestern|vorgestern|aujourd['’]hui|hier|hoy|ayer|oggi|ieri|hoje|ontem|vandaag|gisteren|dzisiaj|dziś|wczoraj|bugün|dün|сегодня|вчера|i dag|idag|igår|i går|今日|昨日|今天|昨天|오늘|어제)(?:(?:,? (?:at|um|à|a las|alle|às|om|o|в|kl\.?))? ?\d{1,2}[:.h]\d{2}(?: ?[ap]m| uhr)?)?\W*$"
)
# What follows says what time it is now.
NOW = (
    r"(?:\b(?:today(?: is|['’]s date(?: is)?:?)|(?:current|local|server) (?:date|time)(?: and time)?(?: is)?:?|it is now|time now:?|the time is|right now it is|page (?:generated|rendered|created|loaded)(?: (?:on|at|in))?:?|generated (?:on|at|in):?"
    r"|heute ist|es ist jetzt|(?:aktuelle|lokale) (?:uhr)?zeit:?|uhrzeit:?|seite (?:erzeugt|generiert)(?: am| in)?:?"
    r"|(?:aujourd['’]hui,? )?nous sommes le|il est actuellement|heure (?:actuelle|locale)\s?:?|page générée (?:le|en)"
    r"|hoy es|hora (?:actual|local):?|página generada (?:el|en)|oggi è|ora (?:attuale|locale):?|adesso sono le|pagina generata (?:il|in)"
    r"|hoje é|hora atual:?|vandaag is het|huidige tijd:?|lokale tijd:?|dzisiaj jest|dziś jest|aktualny czas:?|godzina:|bugün günlerden|şu an(?:ki)? saat:?|yerel saat:?"
    r"|сегодня:|местное время:?|текущее время:?|сейчас на часах:?|dagens datum:?|klockan är(?: nu)?|klokken er(?: nå| nu)?)|(?:現在時刻|現在の時刻|今日は|当前时间|今天是|현재 시각|현재 시간|오늘은)[:：]?)"
)
COUNTDOWN = (
    rf"(?:\b(?:ends? in|closes? in|expires? in|starts? in|sale ends|endet in|noch|läuft ab in|se termine dans|expire dans|termina en|finaliza en|quedan|scade (?:tra|in)|termina (?:tra|em)|eindigt over|nog|kończy się za|pozostało|bitimine|осталось)[:\s]{{1,3}})"
    rf"(?:\d{{1,4}} ?{UNIT}(?![\w])(?:[\s,:]{{1,2}}(?:und |and |et |y |e )?\d{{1,4}} ?{UNIT}(?![\w])){{0,3}}|\d{{1,3}}(?: ?: ?\d{{2}}){{1,3}})"
    rf"|\b\d{{1,4}} ?{UNIT}(?:[\s,:]{{1,2}}\d{{1,4}} ?{UNIT}){{0,3}} (?:left|remaining|to go|verbleibend|restants?|restantes?|rimanenti|over)\b"
)
_COUNT = (
    r"\d[\d.,   '’]{0,14}(?:\d|(?<=\d))? ?(?:k|m|b|mio\.?|mrd\.?|tsd\.?|mln|tys\.?|тыс\.?|млн|bin|万|億|亿|만|천)?\+?"
)
_SHOWN = (
    r"(?:views?|page ?views|likes?|shares?|followers?|subscribers?|watching|viewers?|plays|listens|streams|reactions?|claps?|upvotes?|impressions|hits|retweets|reposts|bookmarks|online(?: now)?|visitors?(?: (?:today|online|so far))?"
    r"|aufrufe|klicks|ansichten|abrufe|mal gelesen|mal angesehen|gefällt[- ]mir(?:[- ]angaben)?|follower|abonnenten|zuschauer|besucher(?: (?:heute|online))?|teilungen|wiedergaben"
    r"|vues?|j['’]aime|partages?|abonnés?|visites?|visiteurs?|lectures|consultations|spectateurs"
    r"|vistas|visualizaciones|reproducciones|me gusta|compartidos?|seguidores|suscriptores|visitas|espectadores"
    r"|visualizzazioni|visualizzazion[ei]|mi piace|condivisioni|iscritti|visite|spettatori|ascolti"
    r"|visualizações|visualização|curtidas|compartilhamentos|inscritos|acessos|weergaven|keer bekeken|volgers|abonnees|bezoekers|kijkers"
    r"|wyświetle(?:nia|ń|nie)|odsłon\w?|polubie(?:nia|ń)|obserwujących|zobrazení|görüntülenme|görüntüleme|beğeni|takipçi|izlenme|izleyici|abone"
    r"|просмотр(?:а|ов)?|лайк(?:а|ов)?|подписчик(?:а|ов)?|прослушиван\w{2}|visningar|visninger|gillar|följare|følgere|delningar|besökare|visning"
    r"|回視聴|回再生|次观看|次播放|次浏览|次阅读|阅读|浏览|人气|点赞|粉丝|いいね|フォロワー|閲覧|조회|좋아요|구독자|팔로워|مشاهدة|مشاهدات|إعجاب)"
)
COUNTER = (
    rf"(?<![\w.,$€£¥₹-]){_COUNT}\s{{0,2}}(?:\*\*|__)?\s?{_SHOWN}(?![\w-])"
    rf"|(?<!\w)(?:{_SHOWN}|閲覧数|再生数|阅读量|浏览量|点击|조회수|просмотры|просмотров|подписчики|лайки|wyświetlenia|odsłony|seitenaufrufe|besucherzähler|visitor (?:count|number|no\.?)|you are visitor)\s?[:：#(]{{0,2}}\s?(?:\*\*)?{_COUNT}(?![\w%])"
    r"|[👁👀♥❤👍🔥⭐]\ufe0f?\s?\d[\d.,]{0,12}\s?[kmKM]?"
)
# People who look at the same page. These phrases are so clear that they count in long texts too.
ONLOOKERS = (
    r"(?<!\w)\d[\d.,]{0,9}\s?(?:other )?(?:people|persons?|users?|customers?|shoppers?|guests?|members|travell?ers|others|visitors|viewers)(?: (?:are|is|have|has))?(?: (?:currently|now|also|just))? (?:looking|viewing|watching|browsing|added|bought|booked|have this|in (?:their|the) (?:cart|basket)|online|reading)"
    r"|(?:sold|bought|booked|viewed|ordered) \d[\d.,]{0,9} times? (?:in|during|over) the (?:last|past) \d{0,3} ?(?:hours?|days?|minutes?)|\d[\d.,]{0,9} (?:sold|bought|booked|views?) in (?:the )?(?:last|past) \d{0,3} ?(?:hours?|days?|minutes?)"
    r"|\d[\d.]{0,9} (?:andere )?(?:personen|nutzer|kunden|leute|gäste|besucher|menschen) (?:sehen|schauen|haben|betrachten|interessieren|lesen|sind)(?: \w+){0,4}"
    r"|\d[\d ]{0,9} (?:autres )?(?:personnes|clients|utilisateurs|internautes|visiteurs) (?:regardent|consultent|ont ce|voient|lisent|sont en ligne)"
    r"|\d[\d.]{0,9} (?:personas|usuarios|clientes|visitantes) (?:están|han|miran|leyendo)|\d[\d.]{0,9} (?:persone|utenti|clienti|visitatori) (?:stanno|guardano|hanno|leggono)|\d[\d.]{0,9} (?:pessoas|usuários|clientes) (?:estão|viram|vendo)"
    r"|\d[\d.]{0,9} (?:mensen|personen|anderen|bezoekers|klanten) (?:bekijken|kijken|zijn)|\d[\d ]{0,9} (?:osób|osoby|użytkowników) (?:ogląda|przegląda|czyta)\w*|\d[\d.]{0,9} kişi (?:bakıyor|inceliyor|izliyor|görüntülüyor)|\d[\d ]{0,9} (?:человека?|пользовател\w{1,2}|покупател\w{1,2}) (?:смотр\w{2,3}|просматрива\w{2,3}|читают?)"
    r"|\d[\d,]{0,9}\s?人(?:が|正在|在)?(?:見て|閲覧|看|浏览|围观|在看)\w{0,4}|\d[\d,]{0,9}\s?명이? ?(?:보고|조회)"
)
TOKEN_LABEL = r"\b(?:csrf[\w ]{0,8}|nonce|session(?:[ -]?id)?|request[ -]?id|trace[ -]?id|correlation[ -]?id|ray[ -]?id|transaction[ -]?id|error[ -]?reference|reference id|support id)\W{1,4}(?=[\w-]*\d)[\w-]{6,80}"
COPYRIGHT = r"(?:©|\(c\)|copyright)\W{0,3}(?:copyright\W{0,2})?(?:[12]\d{3}\s?[-–—]\s?)?[12]\d{3}|(?:[12]\d{3}\s?[-–—]\s?)?[12]\d{3}\s?©"
ADVERTISEMENT = r"\W*(?:advertisement|advertisements|advertising|ad|sponsored(?: (?:content|post|links?|by))?|paid (?:content|post)|promoted|anzeigen?|werbung|gesponsert|publicité|annonce sponsorisée|sponsorisé|publicidad|anuncio|patrocinado|pubblicità|sponsorizzato|publicidade|advertentie|gesponsord|reklama|sponsorowane|reklam|sponsorlu|реклама|annons|annonce|annonse|広告|PR|广告|廣告|광고|إعلان)"
SPONSORED = r"\W*(?:advertisement|sponsored|promoted|gesponsert|sponsorisé|patrocinado|sponsorizzato|gesponsord|sponsorowane)\s?(?:[:：|·–-]|by)\s.*"
AD_HOST = r"(?:doubleclick\.net|googlesyndication\.com|googleadservices\.com|adservice\.google|amazon-adsystem\.com|taboola\.com|outbrain\.com|criteo\.(?:com|net)|adnxs\.com|adform\.net|rubiconproject\.com|pubmatic\.com|smartadserver\.com|teads\.tv|mgid\.com|revcontent\.com|adsrvr\.org|ads\.[\w-]+\.\w+|/adclick|/ads/click|/banner/click)"

# Sentences of a page that says, often with status 200, that it does not exist (any more).
GONE = (
    r"(?:error |fehler |erreur |ошибка )?404(?:\b|(?= ))|410 gone|(?:page|file|article|product|document|listing|item|post|content|url|job|event|ad)s? (?:was |could |can )?(?:not|n['’]t be|cannot be|couldn['’]t be) (?:be )?found|not found$|(?:page|content|article|product|item|listing|job|event|post|ad|position|offer|video) (?:you(?:['’]re| are) looking for |you requested |)(?:is |has been |was |does |has |no |could |can['’]?t |couldn['’]t |doesn['’]t |isn['’]t )*(?:no longer (?:available|exists?|active|here|online)|removed|deleted|expired|discontinued|not exist|exist$|unavailable|been found|be found|taken down)|(?:we )?(?:can['’]?t|couldn['’]t|could not|cannot) (?:seem to )?find (?:the|that|this) page|nothing (?:was )?found here|this page (?:is|has) gone|sorry,? (?:this|that|the) (?:page|product|item|listing|job)"
    r"|seite (?:wurde )?(?:leider )?nicht (?:gefunden|vorhanden|verfügbar)|seite (?:existiert|gibt es) nicht|(?:artikel|produkt|angebot|anzeige|stelle|beitrag|inhalt)\w* (?:ist |wurde )?(?:leider )?(?:nicht (?:gefunden|mehr (?:verfügbar|vorhanden|online|erhältlich))|gelöscht|deaktiviert)"
    r"|page (?:est )?introuvable|page (?:demandée )?n['’](?:existe (?:pas|plus)|a pas été trouvée)|(?:produit|annonce|article|offre) (?:\w+ )?(?:n['’](?:est|existe) plus(?: disponible)?|introuvable|expirée?|supprimée?)"
    r"|página no (?:encontrada|existe|disponible)|no (?:se )?(?:ha )?(?:encontr\w+|pud\w+ encontrar) la página|(?:producto|anuncio|artículo|oferta) (?:ya )?no (?:está )?(?:disponible|existe)"
    r"|pagina non (?:trovata|esiste|disponibile)|(?:prodotto|annuncio|articolo|offerta) non (?:è )?(?:più )?(?:disponibile|trovato)"
    r"|página não (?:encontrada|existe)|(?:produto|anúncio|artigo) não (?:está mais )?(?:disponível|encontrado)|pagina niet gevonden|(?:product|advertentie|artikel) (?:is )?niet (?:meer )?(?:beschikbaar|gevonden)"
    r"|(?:nie znaleziono|nie ma takiej) stron\w|strona nie (?:istnieje|została znaleziona)|(?:produkt|oferta|ogłoszenie) (?:jest )?(?:już )?(?:niedostępn\w|nieaktualn\w|zakończon\w)|stránka nenalezena|stránka (?:nebyla nalezena|neexistuje)"
    r"|sayfa bulunamadı|(?:ürün|ilan) (?:bulunamadı|yayından kaldırıl\w+)|страница не (?:найдена|существует)|(?:товар|объявление) (?:не найден\w?|снят\w? с \w+|больше не \w+)|sidan (?:kunde inte hittas|hittades inte|finns inte)|siden (?:blev ikke fundet|findes ikke|ble ikke funnet|finnes ikke)"
    r"|ページ(?:が|は)?(?:見つかりません|存在しません)|お探しのページ|页面(?:不存在|未找到|找不到)|找不到(?:页面|頁面|网页)|頁面不存在|페이지를 찾을 수 없|존재하지 않는 페이지|الصفحة غير موجودة"
)
# A page in whose place a site asks to sign in.
SIGN_IN = (
    r"\b(?:(?:please |you (?:must|need to|have to) (?:be )?)?(?:log(?:ged)? ?[io]n|sign(?:ed)? ?in)(?: (?:to|required|or|with|in)\b|$)|login required|members? only|create an account to|subscribe to (?:read|continue)|forgot(?:ten)? (?:your )?password|"
    r"bitte (?:melden sie sich|einloggen|anmelden|logge)|anmelden|einloggen|passwort vergessen|connectez-vous|se connecter|mot de passe oublié|identifiez-vous|inicia(?:r)? sesión|olvidaste tu contraseña|acceda? (?:al|per)|accedi|password dimenticata|faça login|entrar na (?:sua )?conta|esqueceu (?:a|sua) senha|log in om|inloggen|wachtwoord vergeten|zaloguj się|nie pamiętasz hasła|przihlásit|přihlásit se|giriş yap|şifremi unuttum|войти|войдите|забыли пароль|logga in|log ind|logg inn)"
    r"|ログイン|登录|登錄|로그인|تسجيل الدخول"
)
MAINTENANCE = r"\b(?:(?:site|website|page|service|shop|store)?(?: is)?(?: currently| temporarily)? ?(?:under|down for|in) (?:scheduled )?maintenance|we(?:['’]ll| will) be (?:right )?back|temporarily unavailable|service unavailable|bad gateway|gateway time-?out|internal server error|database (?:connection )?error|error establishing a database connection|something went wrong|wartungsarbeiten|im wartungsmodus|vorübergehend nicht (?:erreichbar|verfügbar)|en (?:cours de )?maintenance|momentanément indisponible|en mantenimiento|temporalmente no disponible|in manutenzione|em manutenção|in onderhoud|prace (?:techniczne|konserwacyjne)|przerwa techniczna|bakım (?:çalışması|modunda)|технические работы|на обслуживании)\b|メンテナンス中|维护中|維護中|점검 ?중"
LOGIN_PATH = r"/(?:[\w-]*(?:log-?in|sign-?in|sign-?on|sso|auth|authenticate|oauth2?|anmelden|anmeldung|connexion|iniciar-sesion|accedi|inloggen|logowanie|giris|account/login)[\w.-]*)(?:/|\?|$)"
CONSENT_PATH = r"(?:^|[./_-])(?:consent|cookie-?wall|privacy-?gate|gdpr)(?:[./_?-]|$)"
# The path of a site's home page, with or without a language.
HOME_PATH = r"/?(?:[a-z]{2}(?:[-_][a-z]{2})?/?)?(?:(?:index|home|default|start|startseite|accueil|inicio|main)(?:\.\w{2,5})?/?)?"
