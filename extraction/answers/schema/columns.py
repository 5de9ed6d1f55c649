"""Headers of tables with one meaning, and the abbreviations that league tables use for them. A table only."""

from __future__ import annotations

from functools import cache

from extraction.answers.schema.names import words

# Headers of one meaning, in any language.
_ALIKE = """
team,club,squadra,squadre,mannschaft,verein,equipe,equipo,equipos,druzyna,lag,ploeg,club,time,takim,takimlar,команда,チーム,팀,구단,球队,الفريق
position,pos,rank,place,platz,rg,rang,posizione,posicion,posicao,pozycja,classement,puesto,miejsce,m,lp,plats,plaats,sira,colocacao,место,順位,순위,排名,المركز,#,no,nr
points,pts,pt,pkt,punkte,punti,puntos,ptos,pontos,punkty,poang,p,puan,punten,pnt,очки,о,勝点,승점,积分,النقاط
played,games,matches,games played,matches played,gp,mp,pld,spiele,sp,partite,giocate,partidos,partidos jugados,jugados,pj,jogos,mecze,matcher,matchs,joues,mj,wedstrijden,gespeeld,oynanan,om,o,игры,и,試合,경기,场次,لعب
won,wins,w,siege,s,g,gewonnen,vinte,v,vittorie,ganados,pg,vitorias,victoires,gagnes,wygrane,z,zwyciestwa,vunna,galibiyet,g,gewonnen,победы,в,勝,승,胜,فوز
drawn,draws,draw,ties,tied,d,t,unentschieden,u,pareggiate,pareggi,n,nulle,empatados,empates,e,pe,nuls,remisy,r,oavgjorda,beraberlik,b,gelijk,gl,ничьи,н,分,무,平,تعادل
lost,losses,l,niederlagen,verloren,n,perse,sconfitte,p,perdidos,pp,derrotas,d,defaites,perdus,porazki,forlorade,f,maglubiyet,m,verloren,v,поражения,п,敗,패,负,خسارة
goals for,goals scored,scored,gf,goals,points for,pf,tore,gol fatti,fatti,goles a favor,favor,gols pro,gp,buts pour,bp,bramki zdobyte,gjorda mal,gm,atilan,a,ag,doelpunten voor,dv,забито,заб,得点,득점,进球
goals against,goals conceded,conceded,ga,points against,pa,gegentore,gol subiti,subiti,gs,goles en contra,contra,gc,gols contra,buts contre,bc,bramki stracone,inslappta mal,im,yenilen,y,yg,doelpunten tegen,dt,пропущено,проп,失点,실점,失球
goal difference,difference,diff,gd,+/-,td,tordifferenz,differenz,differenza,differenza reti,dr,diferencia,dif,dg,saldo,sg,difference de buts,roznica,malskillnad,averaj,av,doelsaldo,ds,разница,рм,得失点差,得失,득실차,净胜球
sets won,sets for,sv,set vinti,sw,satze gewonnen,sets ganados,sg,sets gagnes,wygrane sety,sets gewonnen
sets lost,sets against,sp,set persi,sl,satze verloren,sets perdidos,sp,sets perdus,przegrane sety,sets verloren
home,home team,casa,heim,heimteam,heimmannschaft,domicile,local,gospodarze,thuis,hemma,ev sahibi,mandante,хозяева,ホーム,홈,主队
away,away team,guest,guests,visitors,ospite,ospiti,gast,gastteam,auswarts,exterieur,visitante,goscie,uit,borta,deplasman,гости,アウェイ,원정,客队
"""
# Abbreviations whose meaning depends on the language: won, drawn, lost, played, points, goals for, goals against.
_SHORT = {
    "en": {"played": "p pld gp mp", "won": "w", "drawn": "d t", "lost": "l", "points": "pts pt"},
    "de": {"played": "sp", "won": "s g", "drawn": "u", "lost": "n v", "points": "pkt p"},
    "es": {
        "played": "pj j",
        "won": "g pg v",
        "drawn": "e pe",
        "lost": "p pp d",
        "goals for": "gf f",
        "goals against": "gc c",
        "points": "pt",
    },
    "fr": {
        "played": "j mj",
        "won": "g v",
        "drawn": "n",
        "lost": "p d",
        "goals for": "bp p+",
        "goals against": "bc",
        "points": "pt",
    },
    "it": {
        "played": "g pg",
        "won": "v",
        "drawn": "n",
        "lost": "p",
        "goals for": "gf f",
        "goals against": "gs s",
        "points": "pt",
    },
    "pt": {
        "played": "j",
        "won": "v",
        "drawn": "e",
        "lost": "d",
        "points": "p",
        "goals for": "gp gm",
        "goals against": "gc gs",
    },
    "nl": {"played": "g w", "won": "w", "drawn": "g gl", "lost": "v", "points": "p pt"},
    "pl": {"played": "m", "won": "z w", "drawn": "r", "lost": "p", "points": "pkt"},
    "sv": {"played": "s m", "won": "v", "drawn": "o", "lost": "f", "points": "p"},
    "tr": {
        "played": "o om",
        "won": "g",
        "drawn": "b",
        "lost": "m",
        "points": "p puan",
        "goals for": "a ag",
        "goals against": "y yg",
    },
}


@cache
def _rows() -> tuple[tuple[str, ...], ...]:
    rows = [row.split(",") for row in _ALIKE.strip().splitlines()]
    return tuple(tuple(" ".join(words(label)) or label for label in row) for row in rows)


@cache
def headers_of(name: str, language: str) -> tuple[str, ...]:
    """The headers that mean the same as a name, as `names.words` joined by blanks. Empty for an unknown name.

    Args:
        name: in the same form.
        language: that of the page, for headers of one or two letters. Without one, only longer ones count.
    """
    row = next((row for row in _rows() if name in row and len(name) > 2), ())
    short = next((text for label, text in _SHORT.get(language, {}).items() if label in row), "").split()
    return (
        (*(label for label in row if len(label) > 2), *short, *(label for label in row if row and row[0] == "position"))
        if row
        else ()
    )
