"""A program of a seed: some cases, each of a feature, and a main function that runs all or the one that it is told."""

import os
import re

from alike import Alike
from arrivals import Arrivals
from barriers import Barriers
from calls import Calls
from choices import Choices
from fibers import Fibers
from files import Files
from leavers import Leavers
from moves import Moves
from names import Names
from quiet import Quiet
from rows import Rows
from textures import Textures
from threads import Threads
from tiles import Tiles
from turns import Turns
from waits import Waits
from wide import Wide

FEATURES = {
    "threads": Threads,
    "waits": Waits,
    "barriers": Barriers,
    "tiles": Tiles,
    "rows": Rows,
    "alike": Alike,
    "files": Files,
    "moves": Moves,
    "quiet": Quiet,
    "arrivals": Arrivals,
    "fibers": Fibers,
    "names": Names,
    "textures": Textures,
    "leavers": Leavers,
    "wide": Wide,
    "calls": Calls,
    "turns": Turns,
}
WEIGHTS = {
    "threads": 3,
    "waits": 6,
    "barriers": 3,
    "tiles": 3,
    "rows": 4,
    "alike": 2,
    "files": 1,
    "moves": 2,
    "quiet": 4,
    "arrivals": 2,
    "fibers": 2,
    "names": 1,
    "textures": 2,
    "leavers": 2,
    "wide": 2,
    "calls": 3,
    "turns": 3,
}


class Case:
    """A case of a program: made anew from its choices whenever one of them is changed."""

    def __init__(self, seed, number, feature, gpu=False):
        self.seed, self.number, self.feature, self.overrides = f"{seed}/{number}", number, feature, {}
        self.gpu = gpu

    def made(self):
        """(the case, its choices)"""
        choices = Choices(self.seed, self.overrides, self.gpu)
        return FEATURES[self.feature](f"k{self.number}", choices), choices

    def kind(self):
        return f"{self.feature}: {self.made()[0].kind}"


class Program:
    def __init__(self, seed, count, features, gpu=False):
        """gpu: without what only Softwarp does as CUDA has it."""
        self.seed = seed
        names = [name for name in FEATURES if name in features]
        choices = Choices(seed)
        self.cases = [
            Case(seed, k, choices.pick(f"feature {k}", names, [WEIGHTS[name] for name in names]), gpu)
            for k in range(count)
        ]

    def needs_linking(self):
        return "b.cu" in self.files()

    def flags(self):
        """What swcc has to be told for the sake of some case."""
        return sorted({flag for case in self.cases for flag in getattr(FEATURES[case.feature], "flags", [])})

    def files(self):
        """Name and text of each file. A feature says what it wants besides: `includes`, and functions that a host's
        file of its own defines (`own_functions`)."""
        with open(os.path.join(os.path.dirname(__file__), "exchanges.h"), encoding="ascii") as file:
            head = file.read()
        made = [(case, case.made()[0]) for case in self.cases]
        head = "".join(f"#include <{name}>\n" for name in united(made, "includes")) + head
        files = {}
        for name, texts in (
            ("a.cu", [one.text() for _, one in made]),
            ("b.cu", [getattr(one, "second_file", str)() for _, one in made]),
        ):
            if any(texts):
                files[name] = head + "".join(texts)
        files["a.cu"] += main_function([case for case, _ in made])
        others = "".join(one.text() for _, one in made if not hasattr(one, "own_functions"))
        if own := [text for text in united(made, "own_functions") if not is_called(text, others)]:
            files["own.cpp"] = "".join(own)
        return files


def is_called(definition, text):
    """Whether a text calls the function, which its host code then needs as the library has it."""
    name = re.search(r"(\w+)\(", definition)
    return name is not None and re.search(rf"\b{name.group(1)}\(", text) is not None


def united(made, attribute):
    """What all want of a kind, once, in order."""
    return list(dict.fromkeys(item for _, one in made for item in getattr(one, attribute, ())))


def main_function(cases):
    rows = "\n".join(f"    if (only < 0 || only == {case.number}) wrong += k{case.number}::test();" for case in cases)
    return f"""
int main(int argc, char **argv)
{{
    int only = argc > 1 ? atoi(argv[1]) : -1, wrong = 0;
{rows}
    return wrong != 0;
}}
"""
