"""Says what is wrong with a page of `softwarp explore --html`: tags that are not closed, numbers that are twice there, links
that lead nowhere, and whatever would be loaded from elsewhere."""
import re
import sys
from html.parser import HTMLParser

VOID = {"meta", "br", "input", "path", "rect", "polygon"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.wrong = [], set(), [], []

    def attributes(self, tag, pairs):
        for name, value in pairs:
            if name == "id" and value in self.ids:
                self.wrong.append(f"two elements have the id {value}")
            if name == "id":
                self.ids.add(value)
            if name in ("src", "href", "marker-end"):
                self.links.append(re.sub(r"^url\((.*)\)$", r"\1", value))
        if tag in ("link", "img", "iframe", "object"):
            self.wrong.append(f"<{tag}> loads something")

    def handle_starttag(self, tag, pairs):
        self.attributes(tag, pairs)
        if tag not in VOID:
            self.open.append((tag, self.getpos()))

    def handle_startendtag(self, tag, pairs):
        self.attributes(tag, pairs)
        if tag not in VOID:
            self.wrong.append(f"<{tag}/> at {self.getpos()}")

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.wrong.append(f"</{tag}> at {self.getpos()} closes {self.open[-1:]}")
        else:
            self.open.pop()


page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
page.close()
page.wrong += [f"<{tag}> at {place} is not closed" for tag, place in page.open]
page.wrong += [f"a link leads to {link}" for link in page.links if link[0] != "#" or link[1:] not in page.ids]
sys.exit("\n".join(page.wrong) or 0)
