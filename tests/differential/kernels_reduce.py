"""Makes a failing program small: as long as it fails in the same way, take kernels out, then statements (many at a time
first), put what is inside of a branch or a loop in its place, and at last simplify expressions."""
import copy
import re

from kernels_tree import Plain


def lists_of(body):
    """All lists of nodes below and including `body`, outer ones first."""
    yield body
    for node in list(body):
        for child in node.children:
            yield from lists_of(child)


def cut_chunks(body, fails):
    """Tries to empty `body`, in halves, quarters and so on."""
    changed, size = False, len(body)
    while size:
        at = 0
        while at < len(body):
            kept = list(body)
            del body[at:at + size]
            if fails():
                changed = True
            else:
                body[:] = kept
                at += size
        size //= 2
    return changed


def unwrap(body, fails):
    """Tries to replace each node by what is inside it."""
    changed, at = False, 0
    while at < len(body):
        kept = list(body)
        done = False
        for inside in [list(child) for child in body[at].children]:
            if type(body[at]).__name__ not in ("Region", "Step"):
                body[at:at + 1] = inside
                if fails():
                    changed = done = True
                    break
                body[:] = kept
        at += 0 if done else 1
    return changed


def groups(text):
    """Spans of what stands in parentheses, long ones first, with the name or cast in front of it."""
    found, open_ = [], []
    for at, letter in enumerate(text):
        if letter == "(":
            open_.append(at)
        elif letter == ")" and open_:
            first = open_.pop()
            name = re.search(r"[\w$]*(<[\w, ]*>)?$", text[:first])
            found.append((first, at + 1))
            if name and name[0] and name[0] not in ("if", "while", "for", "switch"):
                found.append((first - len(name[0]), at + 1))
    return sorted(found, key=lambda span: span[0] - span[1])


def simplify(node, fails):
    """Tries constants for parts of the node's expressions."""
    changed = False
    holders = [(node.__dict__, key) for key, part in node.__dict__.items() if isinstance(part, str)
               and key in ("condition", "value", "predicate", "device_text", "model_text")]
    if type(node) is Plain:
        node.parts = list(node.parts)
        holders = [(node.parts, k) for k, part in enumerate(node.parts) if isinstance(part, str)]
    if type(node).__name__ == "Warp": # its two texts have to agree
        holders = []
    for holder, key in holders:
        again = True
        while again:
            again = False
            for first, last in groups(holder[key]):
                kept = holder[key]
                if last - first <= 3:
                    continue
                for constant in ("0", "1"):
                    holder[key] = kept[:first] + constant + kept[last:]
                    if fails():
                        changed = again = True
                        break
                    holder[key] = kept
                if again:
                    break
    return changed


def drop_unused(program):
    """Takes out buffers, variables, functions and shared arrays that no text names any more."""
    for kernel in program.kernels:
        text = kernel.body_text() + " ".join(kernel.prologue)
        words = set(re.findall(r"\w+", text))
        kernel.variables = [row for row in kernel.variables if row[1] in words]
        kernel.buffers = [row for row in kernel.buffers if row[1] in words]
        body_words = set(re.findall(r"\w+", kernel.body_text()))
        kernel.shared_arrays = [array for array in kernel.shared_arrays if array.name in body_words]
        kernel.constants = [row for row in kernel.constants if row[1] in words]
        kernel.prologue = kernel.make_prologue()
    while True:
        text = "".join(kernel.body_text() for kernel in program.kernels)
        kept = []
        for k, row in enumerate(program.functions):
            name = re.search(r"(f\d+)(_again)?\(", row[0])[1]
            elsewhere = text + program.function_text(program.functions[k + 1:])
            if re.search(rf"\b{name}\b", elsewhere):
                kept.append(row)
        if len(kept) == len(program.functions):
            return
        program.functions = kept


def reduce(program, fails):
    """fails(program): whether it still does, in the same way. program is changed."""
    tests = [0]

    def test():
        tests[0] += 1
        return fails(program)

    def keep_if_fails(change):
        kept = copy.deepcopy(program.__dict__)
        change(program)
        if not test():
            program.__dict__ = kept

    if len(program.kernels) > 1: # the first is the likeliest
        keep_if_fails(lambda it: it.kernels.__delitem__(slice(1, None)))
    cut_chunks(program.kernels, test)
    keep_if_fails(drop_unused)
    changed = True
    while changed:
        changed = False
        keep_if_fails(drop_unused)
        roots = [kernel.body for kernel in program.kernels] + [row[1] for row in program.functions]
        for root in roots:
            for body in list(lists_of(root)):
                changed |= cut_chunks(body, test)
            for body in list(lists_of(root)):
                changed |= unwrap(body, test)
    keep_if_fails(drop_unused)
    for kernel in program.kernels:
        for body in list(lists_of(kernel.body)):
            for node in body:
                simplify(node, test)
        for body in list(lists_of(kernel.body)):
            cut_chunks(body, test)
    keep_if_fails(drop_unused)
    return tests[0]
