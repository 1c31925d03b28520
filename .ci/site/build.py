"""Completes a site that docc has made: build.py SITE.

Writes the first page, the search by task, the sources and the page for an address that does not exist, and gives each
other page its title, and links to the first three. The first page shows the samples of the README. The index of the search
is made from the articles: the rows of their tables "I want to", their headings, titles and texts, and what the Topics of
each module name. Signatures are folded, and each symbol links to its source.
"""

import json
import re
import shutil
import sys
from html import escape
from pathlib import Path
from urllib.parse import quote, urlsplit

from fold import fold_page, folded_title
from pages import all_pages, first_sentence
from search import make_index

NAME = "Kaluga for Swift"
HEADER = """<template id="custom-header"><style>
nav{font:15px/1.4 -apple-system,"Segoe UI",Helvetica,Arial,sans-serif;padding:.5rem 1rem;
  background:#1f2328}
nav a{color:#fff;margin-right:1.5rem}
</style><nav><a href="/">Kaluga for Swift</a><a href="/search.html">Search</a><a href="/sources/">Sources</a></nav></template>"""
# What docc shows on each page and says nothing here: the language, and a large icon behind the title. Its bar has only the
# button of the contents, which wide pages always show. Names are not broken between their words.
STYLE = """<style>
.nav-menu,.nav-actions,.documentation-hero .icon{display:none!important}
@media (min-width:1024px){.documentation-nav{display:none!important}}
code wbr,.token-identifier wbr{display:none}
.content code{overflow-wrap:anywhere}
</style>"""


class Entry:
    """An entry of the search. The words of its text are searched, but not shown."""

    def __init__(self, link, title, summary, module, text="", is_task=False):
        self.link = quote(link.lstrip("/"), safe="/#")
        self.title = title
        self.summary = summary
        self.module = module
        self.text = text
        self.is_task = is_task

    @property
    def html(self):
        link = f'<a href="{escape(self.link)}">{escape(self.title)}</a>'
        # The search marks what it has found, except in the name of the module.
        summary = f"{escape(self.summary)} · " if self.summary else ""
        return f"<li>{link} <span>{summary}<i>{escape(self.module)}</i></span></li>"


def address(link):
    """Returns a link to a page, which is a folder."""
    path, _, fragment = link.partition("#")
    return f"{path}/#{fragment}" if fragment else f"{path}/"


def tasks(page):
    """Yields an entry for each row of a table whose first column is headed "I want to"."""
    for table in (block for block in page.blocks if block["type"] == "table"):
        header, *rows = table["rows"]
        if page.text(header[0]).strip() != "I want to":
            continue
        for row in rows:
            links = page.links(row[1:]) or [{"url": page.path}]
            answer = page.text(row[1]).strip()
            task = page.text(row[0]).strip()
            yield Entry(address(links[0]["url"]), task, answer, page.module, is_task=True)


def sections(page):
    """Yields an entry for an article, and one for each of its sections."""
    parts = [(page.path, page.title, [])]
    for block in page.blocks:
        if block["type"] != "heading":
            parts[-1][2].append(block)
        elif block["text"] != "Overview":
            parts.append((f"{page.path}#{block['anchor']}", f"{page.title}: {block['text']}", []))
    for link, title, blocks in parts:
        prose = [block for block in blocks if block["type"] == "paragraph"]
        summary = page.abstract if link == page.path else first_sentence(page.text(prose[:1]))
        yield Entry(address(link), title, summary, page.module, page.text(blocks))


def symbols(module):
    """Yields an entry for each type and function that the Topics of a module name."""
    for group in module.topics(generated=False):
        for reference in (module.references[name] for name in group["identifiers"]):
            if reference.get("kind") == "symbol":
                summary = module.text(reference.get("abstract", []))
                link = address(reference["url"])
                yield Entry(link, reference["title"], summary, module.title, group["title"])


def chapters(pages):
    """Returns the titles and entries of the tasks, of each article, and of the types of each module."""
    modules = [page for page in pages.values() if page.is_module]
    articles = [page for page in pages.values() if page.is_article]
    found = [("Tasks", [entry for page in modules + articles for entry in tasks(page)])]
    found += [(page.title, list(sections(page))) for page in articles]
    return found + [(page.title, list(symbols(page))) for page in modules]


def compact(value):
    return json.dumps(value, separators=(",", ":")).replace("</", "<\\/")


def search_page(template, chapters):
    """Returns the page that shows all entries, and searches them."""
    shown = "\n".join(
        f"<h2>{escape(title)}</h2>\n<ul>\n" + "\n".join(entry.html for entry in entries) + "\n</ul>"
        for title, entries in chapters
    )
    index = make_index([
        (entry.is_task, entry.title, f"{entry.summary} {entry.module}", entry.text)
        for _, entries in chapters for entry in entries
    ])
    # Excerpts of these show what was found.
    texts = [" ".join(entry.text.split()) for _, entries in chapters for entry in entries]
    return (
        template.replace("<!-- entries -->", shown)
        .replace("<!-- index -->", compact(index))
        .replace("<!-- texts -->", compact(texts))
    )


def readme_block(language, number=0):
    """Returns a block of the README, which the tests compare with what the code prints."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", Path("README.md").read_text(), flags=re.M | re.S)
    return escape(blocks[number].rstrip())


def first_page(template):
    """Returns the first page, with the samples of the README and the version."""
    blocks = re.findall("<!-- (screen|swift|text|diff)(?: (\\d))? -->", template)
    for language, number in blocks:
        mark = f"<!-- {language} {number} -->" if number else f"<!-- {language} -->"
        template = template.replace(mark, readme_block(language, int(number or 0)))
    changelog = Path("Sources/KalugaArchitecture/KalugaArchitecture.docc/Articles/changelog.md").read_text()
    version = re.search("^## (.*)", changelog, flags=re.M)[1]
    return template.replace("<!-- version -->", "not released yet" if version == "Unreleased" else escape(version))


SOURCE_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>{title} | Kaluga for Swift</title><link rel="icon" href="/favicon.ico"><link rel="stylesheet" href="/site.css"></head>
<body><header><a href="/">Kaluga for Swift</a><a href="/search.html">Search</a><a href="/sources/">Sources</a></header>
<main class="wide"><h1>{title}</h1>
{body}
</main></body></html>
"""


def write_sources(site):
    """Writes a page for each Swift file of the libraries and examples, and one that lists them by folder."""
    files = sorted(
        file for folder in ("Examples", "Sources", "TestUtils") for file in Path(folder).rglob("*.swift")
    )
    for file in files:
        lines = escape(file.read_text()).splitlines()
        body = "\n".join(f'<span id="L{number}">{line}</span>' for number, line in enumerate(lines, 1))
        page = site / "sources" / f"{file}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(SOURCE_PAGE.format(title=file, body=f"<pre>{body}</pre>"))
    folders = {}
    for file in files:
        folders.setdefault(file.parent, []).append(file)
    body = "\n".join(
        f'<h2 id="{folder}">{folder}</h2>\n<p class="files">'
        + "\n".join(f'<a href="/sources/{file}.html">{file.stem}</a>' for file in found)
        + "</p>"
        for folder, found in folders.items()
    )
    (site / "sources/index.html").write_text(SOURCE_PAGE.format(title="Sources", body=body))


def link_source(data):
    """Lets a symbol link to the page of its file; returns whether it has one."""
    source = data["metadata"].get("remoteSource")
    if source:
        url = urlsplit(source["url"])
        source["url"] = f"{url.path}.html#{url.fragment}"
    return bool(source)


def fold_signatures(site, pages):
    """Shortens the signatures on all pages and in the list of contents, and links symbols to their sources."""
    for page in pages.values():
        if fold_page(page.data) | link_source(page.data):
            page.title = page.data["metadata"]["title"]
            (site / f"data{page.path}.json").write_text(json.dumps(page.data))
    index = json.loads((site / "index/index.json").read_text())
    titles = {page.path: page.title for page in pages.values()}

    def fold(entries):
        for entry in entries:
            # A declaration does not fit there.
            if entry.get("type") in ("func", "method", "init", "subscript") and entry.get("path") in titles:
                entry["title"] = folded_title(titles[entry["path"]])
            fold(entry.get("children", []))

    for entries in index["interfaceLanguages"].values():
        fold(entries)
    (site / "index/index.json").write_text(json.dumps(index))


def drop_missing_parents(site, pages):
    """Removes from the paths of pages what has no page.

    That is a type of another module if all that is added to it is named in the Topics.
    """
    for page in pages.values():
        urls = {name: reference.get("url") for name, reference in page.references.items()}
        paths = page.data["hierarchy"]["paths"]
        page.data["hierarchy"]["paths"] = [
            [name for name in path if urls.get(name) in pages] for path in paths
        ]
        if page.data["hierarchy"]["paths"] != paths:
            left = {name for path in paths for name in path if urls.get(name) not in pages}
            page.data["references"] = {
                name: reference for name, reference in page.references.items() if name not in left
            }
            (site / f"data{page.path}.json").write_text(json.dumps(page.data))


def name_site(site):
    """Lets the titles of docc's pages end with the name of the site when their scripts have run, and names their bar."""
    (site / "theme-settings.json").write_text(json.dumps({"meta": {"title": NAME}}))
    # The scripts of docc 6.3 read the title before they have loaded these settings, and use this default.
    default = '["meta","title"],"Documentation"'
    for file in (site / "js").glob("index.*.js"):
        text = file.read_text().replace(default, default.replace("Documentation", NAME))
        file.write_text(text.replace('"documentation":{"title":"Documentation"', '"documentation":{"title":"Contents"'))


site = Path(sys.argv[1])
sources = Path(__file__).parent
pages = all_pages(site)
drop_missing_parents(site, pages)
fold_signatures(site, pages)
name_site(site)
write_sources(site)
# The pages of docc have the same contents, and read their data and titles when they are opened. Search
# engines and previews of links, which do not run their scripts, need the titles in the files.
for file in (site / "documentation").rglob("index.html"):
    data = json.loads((site / f"data/{file.parent.relative_to(site)}.json").read_text())
    title = escape(f"{data['metadata']['title']} | {NAME}")
    text = re.sub("<title>.*?</title>", lambda _: f"<title>{title}</title>", file.read_text(), count=1)
    text = text.replace("</head>", f"{STYLE}</head>", 1)
    file.write_text(re.sub(r"<body[^>]*>", lambda body: body[0] + HEADER, text, count=1))
for name in ("404.html", "site.css"):
    shutil.copy(sources / name, site)
for picture in ("Tests/Transcripts/atlas.svg", "demo.svg"):
    shutil.copy(f"Examples/NavigatorExample/{picture}", site)
(site / "index.html").write_text(first_page((sources / "index.html").read_text()))
template = (sources / "search.html").read_text()
(site / "search.html").write_text(search_page(template, chapters(pages)))
