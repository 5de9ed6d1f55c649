"""Titles and labels that are not names of a company: words for a home page, states of a page, host names."""
# ruff: noqa: E501 - a table of words

from __future__ import annotations

import re

from extraction.brand.clean_text import letters

# Bare letters, in lower case and without accents. To add a language: its words for a home page, and for signing in.
_GENERIC = frozenset(letters(text) for text in (
    "home|homepage|home page|welcome|start|startseite|start page|index|index of|untitled|untitled document|website|my website|site|"
    "my site|mysite|page|new page|main|main page|app|my app|default|default page|react app|create react app sample|vite app|vite react|next app|"
    "create next app|nuxt app|vue app|document|new site|official site|official website|online shop|shop|store|blog|coming soon|"
    "under construction|maintenance|site under maintenance|"
    "accueil|page d'accueil|bienvenue|inicio|página de inicio|página principal|bienvenido|bienvenidos|início|página inicial|"
    "benvenuti|home page ufficiale|pagina iniziale|willkommen|hauptseite|home seite|thuis|startpagina|welkom|hem|startsida|"
    "välkommen|hjem|forside|velkommen|etusivu|tervetuloa|koti|strona główna|witamy|úvod|domů|hlavní stránka|domov|úvodná stránka|"
    "főoldal|kezdőlap|nyitólap|acasă|pagina principală|prima pagină|начало|главная|главная страница|домашняя страница|"
    "головна|головна сторінка|начална страница|početna|naslovnica|почетна|domača stran|αρχική|αρχική σελίδα|ana sayfa|anasayfa|"
    "הבית|דף הבית|ראשי|الرئيسية|الصفحة الرئيسية|صفحه اصلی|خانه|होम|मुखपृष्ठ|หน้าแรก|หน้าหลัก|trang chủ|beranda|halaman utama|laman utama|"
    "ホーム|ホームページ|トップ|トップページ|首页|首頁|主页|主頁|홈|홈페이지|메인|avaleht|pradžia|pagrindinis|sākums|faqja kryesore|inici|hasiera|forsíða|"
    "sign in|signin|log in|login|sign up|log on|register|anmelden|einloggen|connexion|se connecter|iniciar sesión|acceder|entrar|"
    "accedi|inloggen|logga in|logg ind|logg inn|kirjaudu|zaloguj się|logowanie|přihlášení|войти|вход|giriş|giriş yap|ログイン|登录|登入|로그인|"
    "loading|please wait|just a moment|one moment please|redirecting|wird geladen|chargement|cargando|carregando|caricamento|laden|"
    "загрузка|読み込み中|加载中|page not found|not found|404|404 not found|error|error 404|404 error|403 forbidden|forbidden|"
    "access denied|attention required|are you a robot|internal server error|service unavailable|bad gateway|oops|"
    "seite nicht gefunden|page introuvable|página no encontrada|pagina non trovata|страница не найдена"
).split("|"))  # fmt: skip
_HOST = re.compile(r"(?:https?://)?(?:[\w-]{1,63}\.)+[a-z]{2,24}(?::\d+)?/?$|xn--[a-z0-9-]+", re.I)


def is_generic(text: str) -> bool:
    """Whether the text names a page or its state, not a company."""
    bare = letters(text)
    return not bare or bare in _GENERIC


def is_host(text: str) -> bool:
    """Whether the text is a host name. A company may be called `Booking.com`, but a name without one is better."""
    return bool(_HOST.match(text.strip()))
