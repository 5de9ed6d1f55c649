// Hides cookie banners and, for a full page, unfolds the element that scrolls instead of the page.
// `banners` matches the classes and ids of cookie banners (extraction/content/advertising.py).
(([banners, fullPage, hides]) => {
  const root = document.documentElement, body = document.body;
  if (!body) return 0;
  const NAMED = new RegExp(banners, "i");
  // The words for cookies, what they are used for, and the labels of buttons that answer. To add a language: its words.
  const COOKIES = /(?<!\p{L})(?:cookies?|cookie-\p{L}+|galletas|gdpr|rgpd|dsgvo|çerez\p{L}*|eväste\p{L}*|kakor|informasjonskapsl\p{L}*|sušenk\p{L}*|süti\p{L}*|ciastecz\p{L}*|kolačić\p{L}*|piškotk\p{L}*|slapuk\p{L}*|küpsis\p{L}*|sīkdat\p{L}*|kuki|galetes|куки|файл\p{L}* cookie|бисквитк\p{L}*)(?!\p{L})|クッキー|쿠키|คุกกี้|कुकी|עוגיות|الارتباط|كوكيز|\bcookie/iu;
  const PRIVACY = /(?<!\p{L})(?:consent|consentement|privacy|datenschutz|privacidade?|confidentialité|riservatezza|personal data|privatsphäre|personenbezogen\p{L}*|vie privée|données (?:personnelles|à caractère personnel)|datos personales|dados pessoais|dati personali|persoonsgegevens|personuppgifter|integritet\p{L}*|personopplysninger|personvern|persondata|privatliv\p{L}*|tietosuoj\p{L}*|yksityisyy\p{L}*|prywatnoś\p{L}*|soukrom\p{L}*|súkrom\p{L}*|adatvédel\p{L}*|gizlilik\p{L}*|riêng tư|dữ liệu cá nhân|privasi|data pribadi|персональн\p{L}*|конф[иі]денц\p{L}*)(?!\p{L})|プライバシー|隐私|隱私|개인정보/iu;
  const PURPOSE = /(?<!\p{L})(?:use[sd]?|using|experience|agree|accept|consent|polic(?:y|ies)|privacy|traffic|analytics|process(?:es|ed|ing)?|stor(?:e[sd]?|ing)|persona[l-z]\p{L}*|verwend\p{L}*|verarbeit\p{L}*|speicher\p{L}*|nutz\p{L}*|setz\p{L}*|utilis\p{L}*|dépos\p{L}*|us[ao](?:mos|n)?|utiliz\p{L}*|usiamo|utilizz\p{L}*|gebruik\p{L}*|plaats\p{L}*|använd\p{L}*|bruk\p{L}*|brug\p{L}*|käyt\p{L}*|używ\p{L}*|stosuj\p{L}*|korzyst\p{L}*|использу\p{L}*|използва\p{L}*|kullan\p{L}*|použív\p{L}*|haszn\p{L}*|folos\p{L}*|koristi\p{L}*|uporablja\p{L}*|naudoja\p{L}*|izmanto\p{L}*|kasuta\p{L}*|utilitz\p{L}*|menggunakan|sử dụng|використову\p{L}*|χρησιμοπο\p{L}*)(?!\p{L})|使用|利用|사용|उपयोग|ใช้|تستخدم|يستخدم|نستخدم|משתמש/iu;
  const CHOICE = /(?<!\p{L})(?:accept\p{L}*|agree|allow|consent|got it|understood|i understand|okay|ok|alright|fine|reject|decline|deny|manage|preferences|settings|akzeptieren|zustimmen|einverstanden|ablehnen|verstanden|accepter|refuser|j.accepte|d.accord|aceptar|acepto|rechazar|entendido|accetta\p{L}*|rifiuta\p{L}*|ho capito|akkoord|accepteren|weigeren|begrepen|godkänn\p{L}*|acceptera|avvisa|jag förstår|godta|aksepter\p{L}*|accepter[ée]?r?|hyväksy\p{L}*|aceitar|aceito|recusar|akceptuj\p{L}*|zgadzam|odrzuć|rozumiem|принять|принимаю|согласен|хорошо|понятно|kabul|anladım|přijmout|souhlasím|rozumím|elfogad\p{L}*|rendben|accept|sunt de acord|prihvać\p{L}*|prijať|súhlasím|sprejm\p{L}*|strinjam se|sutinku|piekrītu|nõustu\p{L}*|d.acord|acceptar|tillad\p{L}*|tillat\p{L}*|tillåt\p{L}*|salli\p{L}*|zulassen|erlauben|autoriser|permitir|đồng ý|chấp nhận|setuju|terima|прийняти|приймаю|погоджу\p{L}*|дозволити|αποδοχή|συμφωνώ|приемам)(?!\p{L})|同意|接受|承認|許可|了解|確定|동의|허용|확인|स्वीकार|ยอมรับ|ตกลง|موافق|قبول|אישור|מסכים/iu;
  const CLICKABLE = "button, [role=button], input[type=button], input[type=submit], a, [onclick]";
  const KEPT = new Set(["HTML", "BODY", "MAIN", "ARTICLE", "H1"]);
  const ELEMENTS_MAX = 20000, BANNER_LETTERS_MAX = 5000;

  const set = (element, properties) => {
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value, "important");
  };
  const floats = (element) => {
    const style = getComputedStyle(element);
    if (element.shadowRoot && [...element.shadowRoot.children].some(floats)) return true;
    return style.position === "fixed" || style.position === "sticky" || (style.position === "absolute" && style.zIndex >= 10);
  };
  const label = (element) => (element.innerText || element.value || element.getAttribute("aria-label") || "").trim().slice(0, 60);
  const roots = (element) => (element.shadowRoot ? [element, element.shadowRoot] : [element]);
  const clickables = (element) => roots(element).flatMap((each) => [...each.querySelectorAll(CLICKABLE)].slice(0, 40));
  const asks = (element) => clickables(element).some((each) => CHOICE.test(label(each)));
  // The words of an element beside those of its links and buttons: a menu may link to a page about cookies.
  function sentences(element) {
    let text = roots(element).map((each) => each.innerText ?? [...each.children].map((one) => one.innerText || "").join(" ")).join(" ");
    for (const each of clickables(element)) if (label(each).length > 1) text = text.replace(label(each), " ");
    return text;
  }
  const covers = (element, share) => {
    const box = element.getBoundingClientRect();
    return box.width * box.height >= share * innerWidth * innerHeight;
  };
  // The first elements below one, without a list of all: there may be a million.
  const below = (element, most) => {
    const all = element.getElementsByTagName("*"), found = [];
    for (let i = 0; i < most && all[i]; i++) found.push(all[i]);
    return found;
  };
  const elements = below(body, ELEMENTS_MAX);
  const letters = body.textContent.length;

  function isOverlay(element) {
    for (let each = element; each && each !== body; each = each.parentElement) if (floats(each)) return true;
    return below(element, 50).some(floats);
  }

  // An element named like a banner. One in the flow of the page must also ask for a choice: it may be the page's content.
  function isNamedBanner(element) {
    const label = `${element.getAttribute("class") || ""} ${element.id}`;
    if (label.length < 3 || !NAMED.test(label) || KEPT.has(element.tagName)) return false;
    // A banner without text in the document is in a shadow tree.
    if (isOverlay(element) || (!element.textContent.trim() && !element.offsetHeight)) return true;
    return element.textContent.length <= letters / 2 && element.offsetHeight <= innerHeight / 2 && asks(element);
  }

  // A floating element, or the first or last one of the page, that speaks of cookies and can be answered.
  function isUnnamedBanner(element) {
    if (element.tagName === "IFRAME") {
      return floats(element) && (/consent|cookie|privacy-mgmt|cmp\b/i.test(element.src) || speaksOfCookies(element.contentDocument?.body));
    }
    const isFloating = (element.tagName === "DIALOG" && element.open) || floats(element);
    if (!isFloating && !isAtEdge(element)) return false;
    if (KEPT.has(element.tagName) || element.querySelector("main, h1, article")) return false;
    return isFloating ? speaksOfCookies(element) : asks(element) && speaksOfCookies(element);
  }

  function speaksOfCookies(element) {
    if (!element || element.textContent.length > BANNER_LETTERS_MAX) return false;
    const plain = sentences(element);
    if (COOKIES.test(plain)) return asks(element) || (PURPOSE.test(plain) && clickables(element).length > 0);
    return PRIVACY.test(plain) && PURPOSE.test(plain) && asks(element);
  }

  const edges = new Map();
  function firstShown(element, next) {
    for (let tries = 0; element && tries < 50; tries++, element = element[next]) if (element.offsetHeight) return element;
    return null;
  }

  function isAtEdge(element) {
    const among = element.parentElement;
    if (!among || (among !== body && among.parentElement !== body)) return false;
    if (!edges.has(among)) edges.set(among, [firstShown(among.firstElementChild, "nextElementSibling"), firstShown(among.lastElementChild, "previousElementSibling")]);
    return edges.get(among).includes(element) && element.offsetHeight <= innerHeight / 2;
  }

  function isBackdrop(element) {
    const style = getComputedStyle(element);
    return style.position === "fixed" && style.zIndex > 0 && style.backgroundImage === "none" && covers(element, 0.9)
      && !element.innerText?.trim() && !element.querySelector("img, video, canvas, svg, iframe");
  }

  function hideBanners() {
    const found = elements.filter((element) => isNamedBanner(element) || isUnnamedBanner(element));
    for (const element of found) set(element, {display: "none"});
    if (found.length) for (const element of elements.filter(isBackdrop)) set(element, {display: "none"});
    return found.length;
  }

  // Banners and dialogs lock the page: without them it scrolls again.
  function unlock(hidden) {
    for (const element of [root, body]) {
      const style = getComputedStyle(element);
      if ((hidden || root.scrollHeight > innerHeight + 1) && ["hidden", "clip"].includes(style.overflowY)) {
        set(element, {"overflow-y": "visible", "overflow-x": "clip"});
      }
    }
    if (getComputedStyle(body).position === "fixed") set(body, {position: "relative", inset: "auto"});
  }

  const hiddenHeight = (element) => element.scrollHeight - element.clientHeight;

  // The largest scroller that hides more than the page itself does.
  function innerScroller() {
    let best = null, most = Math.max(100, root.scrollHeight - innerHeight);
    for (const element of [body, ...elements]) {
      if (hiddenHeight(element) <= most || element.clientWidth * element.clientHeight < 0.4 * innerWidth * innerHeight) continue;
      if (!["auto", "scroll", "overlay"].includes(getComputedStyle(element).overflowY)) continue;
      best = element;
      most = hiddenHeight(element);
    }
    return best;
  }

  function unfold(scroller) {
    for (let element = scroller; element; element = element.parentElement) {
      const style = getComputedStyle(element), outer = element.parentElement && getComputedStyle(element.parentElement);
      const inColumn = outer && outer.display.includes("flex") && outer.flexDirection.startsWith("column");
      const change = {"min-height": `${element.clientHeight}px`, height: "auto", "max-height": "none", contain: "none"};
      Object.assign(change, {"overflow-y": "visible", "overflow-x": style.overflowX === "visible" ? "visible" : "clip"});
      if (inColumn) change.flex = "1 0 auto";
      if (["fixed", "absolute"].includes(style.position)) Object.assign(change, {position: "absolute", bottom: "auto"});
      set(element, change);
    }
  }

  // Parts of the page that browsers paint only when they are near the viewport.
  function paintSkipped() {
    for (const element of elements) {
      if (getComputedStyle(element).contentVisibility === "auto") set(element, {"content-visibility": "visible"});
    }
  }

  const hidden = hides ? hideBanners() : 0;
  unlock(hidden);
  if (fullPage) paintSkipped();
  if (fullPage) for (let round = 0, next = innerScroller(); next && round < 3; round++, next = innerScroller()) unfold(next);
  return hidden;
})
