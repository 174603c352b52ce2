"""PTX litmus tests as data: what tests/explore/litmus reads in C, for the translator.

    PTX name
    { x=0; P0:r2=1; }
     P0@cta 0,gpu 0   | P1@cta 1,gpu 0       ;
     st.weak x, 1     | ld.acquire.gpu r0, x ;
    exists (P1:r0 == 1)

A column is a thread, a row has an instruction of each. (* comments *) and "quotes" are passed over.
"""

import re

ORDERS = ("weak", "volatile", "relaxed", "acquire", "release", "acq_rel", "sc")
SCOPES = ("cta", "cluster", "gpu", "sys")
OPERATIONS = ("add", "sub", "and", "or", "xor", "exch", "cas", "sync", "arrive")


class Gap(Exception):
    """What CUDA C cannot say, or this front end does not know."""


class Instruction:
    """name: ld, st, atom, red, fence, bar, add .. beq, goto, or label. operands: words. operation: add of atom.add."""

    def __init__(self, name, suffixes, operands):
        self.name, self.suffixes, self.operands = name, suffixes, operands
        self.order = next((s for s in suffixes if s in ORDERS), None)
        self.scope = next((s for s in suffixes if s in SCOPES), None)
        self.operation = next((s for s in suffixes if s in OPERATIONS), None)
        unknown = set(suffixes) - {*ORDERS, *SCOPES, *OPERATIONS, "u32"}
        if unknown:
            raise Gap(f"{name}.{'.'.join(suffixes)}")

    def text(self):
        return ".".join([self.name, *self.suffixes]) + " " + ", ".join(self.operands)


class Thread:
    def __init__(self, number, block, device):
        self.number, self.block, self.device = number, block, device
        self.code, self.initial = [], {}

    def registers(self):
        """All that it names, in order."""
        words = [word for i in self.code for word in i.operands]
        return sorted({w for w in [*words, *self.initial] if is_register(w)}, key=lambda w: int(w[1:]))


class Test:
    """condition: in C, of variables and P0_r1; kind: exists or forall, is_negated: ~exists. results: (thread, register)
    that it names, watched: all that it names."""

    def __init__(self, name):
        self.name, self.variables, self.threads = name, {}, []
        self.kind, self.is_negated, self.condition = None, False, ""
        self.results, self.watched = [], []


def is_register(word):
    return re.fullmatch(r"r\d+", word) is not None


def parse_instruction(text):
    label = re.fullmatch(r"(\w+)\s*:", text)
    if label:
        return Instruction("label", [], [label.group(1)])
    head, _, rest = text.partition(" ")
    name, *suffixes = head.split(".")
    return Instruction(name, suffixes, [word.strip() for word in rest.split(",")] if rest.strip() else [])


def parse_declarations(test, text):
    """Initial values of variables, and of registers by thread."""
    registers = {}
    for declaration in filter(None, map(str.strip, text.split(";"))):
        if "@" in declaration:
            raise Gap(f"a second address of a variable, {declaration.split('@')[1].split()[0]}")
        name, value = (word.strip() for word in declaration.split("="))
        if ":" in name:
            thread, register = name.split(":")
            registers[int(thread.strip("P ")), register.strip()] = int(value, 0)
        else:
            test.variables[name] = int(value, 0)
    return registers


def parse_head(cell):
    match = re.fullmatch(r"P(\d+)\s*@\s*cta\s+(\d+)\s*,\s*gpu\s+(\d+)", cell.strip())
    if not match:
        raise Gap(f"a thread as {cell.strip()}")
    return Thread(*map(int, match.groups()))


def parse_rows(test, text, registers):
    rows = [row.split("|") for row in text.split(";") if row.strip()]
    test.threads = [parse_head(cell) for cell in rows[0]]
    for row in rows[1:]:
        for thread, cell in zip(test.threads, row):
            if cell.strip():
                thread.code.append(parse_instruction(" ".join(cell.split())))
    for thread in test.threads:
        thread.initial = {name: value for (number, name), value in registers.items() if number == thread.number}


def in_c(condition):
    """The condition as C has it: registers are P0_r1."""
    text = condition.replace("/\\", "&&").replace("\\/", "||").replace("~", "!")
    text = re.sub(r"\[(\w+)\]", r"\1", text)
    text = re.sub(r"\bP?(\d+)\s*:\s*(r\d+)", r"P\1_\2", text)
    return " ".join(re.sub(r"(?<![=!<>])=(?!=)", "==", text).split())


def parse_condition(test, text):
    match = re.match(r"\s*(~?)\s*(exists|forall)\b(.*)", text, re.S)
    if not match:
        raise Gap("no condition")
    test.is_negated, test.kind, test.condition = bool(match[1]), match[2], in_c(match[3])
    test.watched = list(dict.fromkeys(re.findall(r"[A-Za-z_]\w*", test.condition)))
    test.results = [(int(t), r) for t, r in re.findall(r"\bP(\d+)_(r\d+)\b", " ".join(test.watched))]


def variables_of(test):
    """Those that are used and were not declared hold 0."""
    named = {word for thread in test.threads for i in thread.code if i.name in ("ld", "st", "atom", "red")
             for word in i.operands if re.match(r"[A-Za-z_]", word) and not is_register(word)}
    named |= {word for word in test.watched if not re.fullmatch(r"P\d+_r\d+", word)}
    for name in sorted(named - set(test.variables)):
        test.variables[name] = 0


def parse(text):
    """The test that a file holds; Gap: why it is none of ours."""
    text = re.sub(r'\(\*.*?\*\)|"[^"]*"', " ", text, flags=re.S)
    match = re.match(r"\s*PTX\s+(\S+)\s*\{(.*?)\}\s*;?(.*?)((?:~\s*)?\b(?:exists|forall)\b.*)$", text, re.S)
    if not match:
        raise Gap("no litmus test")
    test = Test(match[1])
    registers = parse_declarations(test, match[2])
    parse_rows(test, match[3], registers)
    parse_condition(test, match[4])
    variables_of(test)
    return test
