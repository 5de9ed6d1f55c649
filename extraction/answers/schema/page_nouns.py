"""Nouns for what a page is about, in many languages. A table only."""

from __future__ import annotations

# What a page may be about, in many languages, by the kind of entity that it then declares.
_HEADED = {
    "event": "event evento evenement veranstaltung evenemang wydarzenie udalost esemeny etkinlik tapahtuma arrangement мероприятие подія"
    " εκδηλωση イベント 活动 행사 فعالية exhibition ausstellung exposition exposicion exposicao mostra tentoonstelling wystawa vystava utstallning"
    " udstilling nayttely kiallitas sergi выставка виставка εκθεση 展覧会 展览 전시 معرض match spiel partido partita wedstrijd mecz zapas ottelu"
    " merkozes mac матч 試合 比赛 경기",
    "recipe": "recipe rezept recette receta receita ricetta przepis recept opskrift oppskrift resepti reteta рецепт συνταγη レシピ 菜谱 레시피"
    " وصفة plat plato piatto danie dish yemek",
    "course": "course kurs lehrgang cours curso corso cursus kurz kurssi tanfolyam курс 講座 课程 강좌 دورة program programme studiengang programma",
    "estate": "apartment flat house home haus maison casa woning lakas haz",
    "product": "vehicle car auto coche voiture software app game package paket",
    "video": "video film movie",
    "job": "vacancy stelle stellenangebot poste vacature puesto stanowisko stillingen munkakor",
    "": "podcast episode folge episodio aflevering odcinek epizoda dil avsnitt afsnit jakso epizod bolum выпуск エピソード 에피소드 حلقة"
    " facility dataset calendar collection ranking doctor arzt medecin medico lekarz lekar laakari orvos doktor врач лікар"
    " service leistung dienstleistung prestation servicio servizio servico dienst usluga sluzba tjanst palvelu szolgaltatas hizmet услуга"
    " послуга υπηρεσια サービス 服务 서비스 خدمة",
    "page": "page seite pagina sida side sivu sayfa strona oldal страница ページ 页面",
}
KIND_OF_NOUN = {noun: kind for kind, nouns in _HEADED.items() for noun in nouns.split()}
# What pages about something else often mention.
OTHER_NOUNS = {
    "book": "book buch livre libro livro ksiazka kniha bok bog kirja konyv kitap carte книга βιβλιο 本 書籍 书 책 كتاب".split(),
    "organization": "restaurant restaurante ristorante hotel museum musee museo".split(),
}
TOPIC_NOUNS = frozenset(
    "topic thread thema sujet tema topico assunto argomento onderwerp temat amne emne aihe konu hilo fil discussion тема θεμα トピック 主题 주제 موضوع".split()
)
CATEGORY_NOUNS = frozenset(
    "category kategorie categorie categoria kategoria kategori luokka kategoria категория категорія κατηγορια カテゴリ 分类 类别 카테고리 فئة rubrik".split()
)
GOODS_NOUNS = frozenset(
    "product produkt produit producto prodotto produto urun termek tuote item 商品 製品 상품 产品 товар المنتج منتج artikel articolo articulo artigo".split()
)
