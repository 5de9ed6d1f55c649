"""The Markdown of tricky HTML: name, HTML, wanted parts, unwanted parts.

To add one: a name that says the behaviour, the smallest HTML that shows it. Read with `prefer_structure`; names that
start with `linked` are read with `include_links`.
"""
# ruff: noqa: E501 - a table of pages, one a line

from __future__ import annotations

import pytest

Snippet = tuple[str, str, tuple[str, ...], tuple[str, ...]]

SNIPPETS: list[Snippet] = [
    (
        "headings of all levels",
        "".join(f"<h{n}>Level {n}</h{n}>" for n in range(1, 7)),
        ("# Level 1", "## Level 2", "###### Level 6"),
        ("=====",),
    ),
    ("heading with emphasis", "<h2>One <em>two</em> <code>three</code></h2>", ("## One *two* `three`",), ()),
    (
        "heading permalink sign dropped",
        "<h2 id=a>Install<a class=headerlink href='#a'>¶</a></h2>",
        ("## Install",),
        ("¶",),
    ),
    (
        "heading permalink hash dropped",
        "<h3><a class=anchor href='#x' aria-hidden=true>#</a>Setup</h3>",
        ("### Setup",),
        ("# #", "#Setup"),
    ),
    ("empty heading dropped", "<h2> </h2><p>Text</p>", ("Text",), ("##",)),
    (
        "heading in a button",
        "<h3><button>Question one?</button></h3><p>Answer</p>",
        ("### Question one?", "Answer"),
        (),
    ),
    (
        "nested bullet list",
        "<ul><li>One<ul><li>Inner<ul><li>Deep</li></ul></li></ul></li><li>Two</li></ul>",
        ("- One\n  - Inner\n    - Deep\n- Two",),
        (),
    ),
    ("ordered list", "<ol><li>One</li><li>Two</li></ol>", ("1. One\n2. Two",), ()),
    ("ordered list start", "<ol start=5><li>Five</li><li>Six</li></ol>", ("5. Five\n6. Six",), ()),
    (
        "ordered in bullet list",
        "<ul><li>Do<ol><li>First</li><li>Second</li></ol></li></ul>",
        ("- Do", "  1. First\n  2. Second"),
        (),
    ),
    ("list directly inside a list", "<ul><li>One</li><ul><li>Inner</li></ul></ul>", ("- One\n  - Inner",), ()),
    (
        "list item with paragraphs",
        "<ul><li><p>One</p><p>More</p></li><li><p>Two</p></li></ul>",
        ("- One", "  More", "- Two"),
        (),
    ),
    (
        "list item with code block",
        "<ol><li>Run<pre><code>make all</code></pre></li></ol>",
        ("1. Run", "```\n", "make all"),
        (),
    ),
    (
        "task list",
        "<ul><li><input type=checkbox checked> Done</li><li><input type=checkbox> Open</li></ul>",
        ("- [x] Done", "- [ ] Open"),
        (),
    ),
    ("definition list", "<dl><dt>Term</dt><dd>Meaning</dd></dl>", ("Term\n\n: Meaning",), ()),
    (
        "table with head",
        "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
        ("| A | B |", "| --- | --- |", "| 1 | 2 |"),
        (),
    ),
    (
        "table without head",
        "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>",
        ("| --- | --- |", "| 3 | 4 |"),
        (),
    ),
    ("table with pipes in cells", "<table><tr><th>A</th></tr><tr><td>x | y</td></tr></table>", ("x \\| y",), ()),
    (
        "table with colspan keeps columns",
        "<table><tr><th>A</th><th>B</th></tr><tr><td colspan=2>wide</td></tr><tr><td>1</td><td>2</td></tr></table>",
        ("| A | B |", "wide", "| 1 | 2 |"),
        (),
    ),
    (
        "table with rowspan keeps columns",
        "<table><tr><th>A</th><th>B</th></tr><tr><td rowspan=2>x</td><td>1</td></tr><tr><td>2</td></tr></table>",
        ("| A | B |", "| x | 1 |", "| 2 |"),
        (),
    ),
    (
        "table cell with line break",
        "<table><tr><th>A</th></tr><tr><td>one<br>two</td></tr></table>",
        ("one<br>two",),
        (),
    ),
    (
        "table cell with list",
        "<table><tr><th>A</th></tr><tr><td><ul><li>one</li><li>two</li></ul></td></tr></table>",
        ("| A |", "one", "two"),
        ("\n- one\n",),
    ),
    (
        "table cell with paragraphs",
        "<table><tr><th>A</th></tr><tr><td><p>one</p><p>two</p></td></tr></table>",
        ("one", "two"),
        ("\n\ntwo",),
    ),
    (
        "table caption kept",
        "<table><caption>Prices</caption><tr><th>A</th></tr><tr><td>1</td></tr></table>",
        ("Prices", "| 1 |"),
        (),
    ),
    (
        "nested table keeps all text",
        "<table><tr><td>outer</td><td><table><tr><td>in1</td><td>in2</td></tr></table></td></tr></table>",
        ("outer", "in1", "in2"),
        (),
    ),
    (
        "code with class language",
        "<pre><code class='language-python'>print(1)</code></pre>",
        ("```python\nprint(1)\n```",),
        (),
    ),
    ("code with lang class", "<pre><code class='lang-js'>let a</code></pre>", ("```javascript\nlet a\n```",), ()),
    (
        "code with language on pre",
        "<pre class='language-ruby'><code>puts 1</code></pre>",
        ("```ruby\nputs 1\n```",),
        (),
    ),
    ("code with brush", "<pre class='brush: java; gutter: false'>int a;</pre>", ("```java\nint a;\n```",), ()),
    ("code with hljs", "<pre><code class='hljs rust'>fn main() {}</code></pre>", ("```rust\nfn main() {}\n```",), ()),
    (
        "code in github wrapper",
        "<div class='highlight highlight-source-shell'><pre>ls <span class=pl-k>-l</span></pre></div>",
        ("```shell\nls -l\n```",),
        (),
    ),
    (
        "code in sphinx wrapper",
        "<div class='highlight-python3 notranslate'><div class=highlight><pre><span></span><span class=k>def</span> f()</pre></div></div>",
        ("```python\ndef f()\n```",),
        (),
    ),
    (
        "code in rouge wrapper",
        "<div class='language-yaml highlighter-rouge'><div class=highlight><pre class=highlight><code>a: 1</code></pre></div></div>",
        ("```yaml\na: 1\n```",),
        (),
    ),
    (
        "code by pandoc",
        "<div class=sourceCode><pre class='sourceCode haskell'><code class='sourceCode haskell'>main = 1</code></pre></div>",
        ("```haskell\nmain = 1\n```",),
        (),
    ),
    ("code by data attribute", "<pre data-lang=go><code>x := 1</code></pre>", ("```go\nx := 1\n```",), ()),
    (
        "code without line number gutter",
        "<table class=highlighttable><tr><td class=linenos><pre>1\n2</pre></td><td class=code><pre>a = 1\nb = 2</pre></td></tr></table>",
        ("```\na = 1\nb = 2\n```",),
        ("1\n2",),
    ),
    (
        "code without inline line numbers",
        "<pre><span class=lineno>1</span>a = 1\n<span class=lineno>2</span>b = 2</pre>",
        ("```\na = 1\nb = 2\n```",),
        (),
    ),
    (
        "code without copy button",
        "<pre><button class=copy-btn>Copy</button><code>make</code></pre>",
        ("```\nmake\n```",),
        ("Copy",),
    ),
    (
        "code with one element a line",
        "<pre><code><span class=line>a = 1</span>\n<span class=line>b = 2</span></code></pre>",
        ("a = 1\nb = 2",),
        (),
    ),
    ("code with one div a line", "<pre><code><div>a = 1</div><div>b = 2</div></code></pre>", ("a = 1\nb = 2",), ()),
    ("code with br", "<pre>a<br>b</pre>", ("```\na\nb\n```",), ()),
    (
        "code keeps indentation and blank lines",
        "<pre><code>def f():\n    if x:\n\n        y</code></pre>",
        ("def f():\n    if x:\n\n        y",),
        (),
    ),
    (
        "code with backticks gets a longer fence",
        "<pre><code>```\ninner\n```</code></pre>",
        ("````\n```\ninner\n```\n````",),
        (),
    ),
    (
        "code keeps markup characters",
        "<pre><code>&lt;a href=&quot;x&quot;&gt; *b* _c_ [d]</code></pre>",
        ('<a href="x"> *b* _c_ [d]',),
        ("\\*",),
    ),
    ("inline code with backtick", "<p>Use <code>a`b</code> here</p>", ("``a`b``",), ()),
    ("inline code keeps markup characters", "<p><code>&lt;b&gt;*x*</code></p>", ("`<b>*x*`",), ()),
    ("blockquote", "<blockquote><p>One</p><p>Two</p></blockquote>", ("> One\n>\n> Two",), ()),
    ("nested blockquote", "<blockquote>One<blockquote>Two</blockquote></blockquote>", ("> One", "> > Two"), ()),
    ("blockquote with list", "<blockquote><ul><li>One</li><li>Two</li></ul></blockquote>", ("> - One\n> - Two",), ()),
    (
        "bold and italic",
        "<p><b>Bold</b> <i>italic</i> <strong><em>both</em></strong></p>",
        ("**Bold** *italic* ***both***",),
        (),
    ),
    ("bold with inner blanks", "<p>a<b> bold </b>b</p>", ("a **bold** b",), ()),
    ("empty bold dropped", "<p>a<b></b> b</p>", ("a b",), ("**",)),
    ("strike", "<p><del>old</del> <s>gone</s></p>", ("~~old~~ ~~gone~~",), ()),
    ("line break in paragraph", "<p>one<br>two</p>", ("one", "two"), ("onetwo", "one two")),
    ("rule", "<p>one</p><hr><p>two</p>", ("one\n\n---\n\ntwo",), ()),
    (
        "entities",
        "<p>Tom &amp; Jerry &lt;3 &copy; &eacute; &#8212; &nbsp;x</p>",
        ("Tom & Jerry", "©", "é", "—"),
        ("&amp;", "&copy;"),
    ),
    ("whitespace collapsed", "<p>one\n   two\t three</p>", ("one two three",), ()),
    (
        "words around inline elements stay apart",
        "<p><span>one</span> <span>two</span><b>three</b></p>",
        ("one two**three**",),
        ("onetwo",),
    ),
    ("right-to-left text", "<p dir=rtl>שלום <b>עולם</b></p>", ("שלום **עולם**",), ()),
    ("leading hash is text", "<p># not a heading</p>", ("\\# not a heading",), ()),
    ("leading number is text", "<p>1986. A great year</p>", ("1986\\. A great year",), ()),
    ("leading dash is text", "<p>- not a list</p>", ("\\- not a list",), ()),
    ("links keep only their text", "<p>See <a href='/x'>the docs</a>.</p>", ("See the docs.",), ("/x", "](")),
    ("linked text", "<p>See <a href='/x'>the docs</a>.</p>", ("[the docs](https://www.example.com/x)",), ()),
    (
        "linked heading card",
        "<a href='/x'><h3>Card</h3><p>Text</p></a>",
        ("### [Card](https://www.example.com/x)", "Text"),
        (),
    ),
    ("linked empty anchor dropped", "<p>a <a href='/x'></a>b</p>", ("a b",), ("/x", "[]")),
    ("linked script address dropped", "<p><a href='javascript:go()'>Go</a></p>", ("Go",), ("javascript",)),
    ("linked address with brackets", "<p><a href='/a_(b)'>x</a></p>", ("x](",), ()),
    ("image", "<p>Look:</p><p><img src='/a.png' alt='A cat'></p>", ("![A cat](https://www.example.com/a.png)",), ()),
    (
        "lazy image",
        "<p>Look <img src='data:image/gif;base64,R0lG' data-src='/real.png' alt='Real'></p>",
        ("![Real](https://www.example.com/real.png)",),
        ("base64",),
    ),
    (
        "image from a set",
        "<p>Look <img srcset='/s.png 1x, /l.png 2x' alt='Set'></p>",
        ("![Set](https://www.example.com/s.png)",),
        (),
    ),
    (
        "base64 image dropped",
        "<p>Look <img src='data:image/png;base64,AAAA' alt='x'> here</p>",
        ("Look", "here"),
        ("base64",),
    ),
    (
        "figure with caption",
        "<figure><img src='/a.png' alt='A'><figcaption>The caption</figcaption></figure>",
        ("![A](https://www.example.com/a.png)", "The caption"),
        (),
    ),
    ("inline mathjax script", "<p>Let <script type='math/tex'>x^2</script> be</p>", ("Let $x^2$ be",), ()),
    (
        "display mathjax script",
        "<p>So</p><script type='math/tex; mode=display'>\\sum_i i</script>",
        ("$$\\sum_i i$$",),
        (),
    ),
    (
        "katex",
        "<p>Let <span class=katex><span class=katex-mathml><math><semantics><mrow><mi>x</mi></mrow><annotation encoding='application/x-tex'>x_1</annotation></semantics></math></span><span class=katex-html aria-hidden=true>x1</span></span> be</p>",
        ("Let $x_1$ be",),
        ("x1",),
    ),
    ("mathml with alttext", "<p><math alttext='a^2+b^2'><mi>a</mi></math> holds</p>", ("$a^2+b^2$ holds",), ()),
    (
        "mediawiki formula",
        "<p><span class=mwe-math-element><span class='mwe-math-mathml-inline mwe-math-mathml-a11y' style='display:none'><math><semantics><mi>E</mi><annotation encoding='application/x-tex'>{\\displaystyle E=mc^2}</annotation></semantics></math></span><img class='mwe-math-fallback-image-inline' src='/e.svg' alt='{\\displaystyle E=mc^2}'></span> is</p>",
        ("$E=mc^2$ is",),
        ("displaystyle", "e.svg"),
    ),
    (
        "footnotes",
        "<p>Claim<sup id=fnref1><a href='#fn1'>1</a></sup>.</p><ol class=footnotes><li id=fn1>Source. <a href='#fnref1'>↩</a></li></ol>",
        ("Claim[^1].", "[^1]: Source."),
        ("↩",),
    ),
    ("superscript stays readable", "<p>10<sup>2</sup> m</p>", ("10",), ("<sup>",)),
    (
        "details and summary",
        "<details><summary>More</summary><p>Hidden text</p></details>",
        ("More", "Hidden text"),
        (),
    ),
    ("scripts and styles dropped", "<p>Text</p><script>var a</script><style>p{}</style>", ("Text",), ("var a", "p{}")),
    ("japanese ruby", "<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字</p>", ("漢",), ()),
    ("keyboard and sample", "<p>Press <kbd>Ctrl</kbd></p>", ("Press", "Ctrl"), ()),
    ("quotation element", "<p>He said <q>yes</q></p>", ('"yes"',), ()),
    ("address lines", "<address>One Street<br>Town</address>", ("One Street", "Town"), ("StreetTown",)),
    ("article in many wrappers", "<div><div><section><div><p>Deep</p></div></section></div></div>", ("Deep",), ()),
    (
        "linked script address behind a tab dropped",
        "<p><a href='java&#9;script:alert(1)'>x</a> <a href='da&#9;ta:text/html,y'>y</a> <a href='&#1;VBScript:z'>z</a></p>",
        ("x y z",),
        ("script", "data:", "]("),
    ),
    (
        "linked blanks and angles in an address are encoded",
        "<p><a href='/a b&lt;img src=x&gt;`'>x</a></p>",
        ("[x](https://www.example.com/a%20b%3Cimg%20src=x%3E%60)",),
        (),
    ),
    ("linked text behind an exclamation mark", "<p>impl !<a href='/x'>Send</a></p>", ("impl \\![Send](",), ()),
    (
        "image with a script address dropped",
        "<p>Look <img src='javascript:alert(1)' alt=a><img src='java&#10;script:alert(1)' alt=b> here</p><video src='javascript:alert(1)'></video>",
        ("Look here",),
        ("script", "!["),
    ),
    (
        "image from a set that begins with a comma",
        "<p>Look <img srcset=', /a.png 1x'></p>",
        ("example.com/a.png)",),
        (),
    ),
    ("image from a set of nothing", "<p>Look <img data-srcset=','> here</p>", ("Look", "here"), ()),
    (
        "image from a set of addresses with commas",
        "<p>Look <img srcset='https://c.com/w_400,h_300/a.jpg 400w, https://c.com/w_800,h_600/a.jpg 800w'></p>",
        ("(https://c.com/w_400,h_300/a.jpg)",),
        (),
    ),
    (
        "image description with markup",
        "<p><img src='/a.png' alt='&lt;img src=x onerror=alert(1)&gt;`'></p>",
        ("![\\<img src=x onerror=alert(1)>\\`](",),
        (),
    ),
    (
        "text that looks like an element stays text",
        "<p>Write &lt;img src=x onerror=alert(1)&gt;, &lt;/b&gt; or &lt;!-- --&gt; but a &lt; b &lt;3</p>",
        ("Write \\<img src=x onerror=alert(1)>, \\</b> or \\<!-- --> but a < b <3",),
        (),
    ),
    (
        "text that looks like a character stays text",
        "<p>Write &amp;lt; or &amp;#60; in AT&amp;T; a &amp; b</p>",
        ("Write \\&lt; or \\&#60; in AT\\&T; a & b",),
        (),
    ),
    ("element of text and element", "<p>a &lt;<b></b>img src=x&gt;</p>", ("a \\<img src=x>",), ()),
    ("backslash before an element of text", "<p>a \\&lt;img src=x&gt;</p>", ("a \\\\\\<img src=x>",), ()),
    (
        "backtick of text opens no code",
        "<p>a ` b <code>&lt;img src=x&gt;</code></p>",
        ("a \\` b `<img src=x>`",),
        (),
    ),
    (
        "element in code needs no backslash",
        "<p>Use <code>&lt;b&gt; &amp;lt;</code>, <kbd>&lt;b&gt;</kbd></p><pre>&lt;b&gt; &amp;lt; `c`</pre>",
        ("`<b> &lt;`", "`<b>`", "<b> &lt; `c`"),
        ("\\",),
    ),
    (
        "code around cells is no code",
        "<table><tr><code><td>&lt;img src=x&gt;</td></code></tr></table><p><code>a <code>&lt;b&gt;</code></code></p>",
        ("| \\<img src=x>", "a `<b>`"),
        (),
    ),
    (
        "code in emphasis is a block of its own",
        "<i><pre>&lt;img src=x&gt;\n\n&lt;b&gt;</pre></i><p>Text</p>",
        ("```\n<img src=x>\n\n<b>\n```\n",),
        ("*",),
    ),
    (
        "code in a formula is text",
        "<p>a <math><mi>x</mi><code>&lt;img src=x&gt;</code></math></p>",
        ("\\<img src=x>",),
        (),
    ),
    ("formula with comparison", "<p>Let <math alttext='a<b&amp;c;'><mi>a</mi></math> be</p>", ("$a< b& c;$",), ()),
    (
        "code keeps runs of blank lines",
        "<pre><code>import a\n\n\ndef f():\n\n\n\n    x</code></pre><p>Text</p>",
        ("```\nimport a\n\n\ndef f():\n\n\n\n    x\n```\n\nText",),
        (),
    ),
    (
        "code in a list keeps runs of blank lines",
        "<ul><li>Run<pre><code>a\n\n\nb</code></pre></li></ul>",
        ("  a\n\n\n  b\n",),
        (),
    ),
    ("code in one element a line keeps blank lines", "<pre><div>a</div><div></div><div>b</div></pre>", ("a\n\nb",), ()),
    ("power of ten", "<p>10<sup>6</sup> or 3·10<sup>−8</sup> m</p>", ("10^6 or 3·10^-8 m",), ()),
    ("no power of ten", "<p>in 210<sup>3</sup>, 10<sup>th</sup>, word<sup>2</sup></p>", ("2103, 10th, word2",), ("^",)),
    (
        "linked superscript is no power",
        "<p>Since 10<sup><a href='/n'>3</a></sup></p>",
        ("10[3](https://www.example.com/n)",),
        ("^",),
    ),
    (
        "japanese ruby in order",
        "<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby>だ</p>",
        ("漢(kan)字(ji)だ",),
        (),
    ),
    ("menu of single items", "<ul><li><ul><li>One</li><li>Two</li></ul></li></ul>", ("- One\n- Two",), ("  -",)),
]


@pytest.mark.parametrize("snippet", SNIPPETS, ids=[snippet[0] for snippet in SNIPPETS])
def test_snippet_becomes_the_markdown_it_means(read, snippet: Snippet) -> None:
    name, source, wanted, unwanted = snippet

    found = read(
        f"<html><body><article>{source}</article></body></html>",
        prefer_structure=True,
        include_links=name.startswith("linked"),
    )

    text = found.markdown or ""
    assert [part for part in wanted if part not in text] == [], text
    assert [part for part in unwanted if part in text] == [], text
    assert text.endswith("\n") and not text.endswith("\n\n")
