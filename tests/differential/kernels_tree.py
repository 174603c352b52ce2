"""The tree that a generated kernel is, and its two renderings.

Inside, a kernel is text with a $ before each name that means something else in the kernel than in the model: variables
of the thread ($a0: a local variable there, S.a0 here), constant arrays, and the few names in DEVICE/HOST below. Two
kinds of nodes:

  Plain      what one thread does for itself; the same text on both sides.
  the rest   what the threads of a warp or a block do together, or flow of control that has such things inside. In the
             model each of them goes over all threads that are in the flow of control (a Mask).

Every node can be taken out, or replaced by what is inside it, without breaking the rest (some such programs do not
compile, for instance a `break` without its loop): that is how a failing kernel is made small.
"""
import re

DEVICE = {"tx": "threadIdx.x", "ty": "threadIdx.y", "tz": "threadIdx.z",
          "bx": "blockIdx.x", "by": "blockIdx.y", "bz": "blockIdx.z",
          "dx": "blockDim.x", "dy": "blockDim.y", "dz": "blockDim.z",
          "gx": "gridDim.x", "gy": "gridDim.y", "gz": "gridDim.z", "RETURN": "return"}
HOST = {"RETURN": "{ S.dead = true; return; }"}
NAME = re.compile(r"\$(\w+)")


def for_device(text):
    return NAME.sub(lambda m: DEVICE.get(m[1], m[1]), text)


def for_model(text):
    return NAME.sub(lambda m: HOST.get(m[1]) or (m[1] + "_h" if m[1].startswith("constant") else "S." + m[1]), text)


class Writer:
    """Lines with indentation, and numbers for names that the rendering makes up."""

    def __init__(self, depth=1):
        self.lines, self.depth, self.count, self.functions = [], depth, 0, []

    def add(self, text):
        self.lines.append("    " * self.depth + text)

    def fresh(self, stem):
        self.count += 1
        return f"{stem}{self.count}"


class Node:
    """children: lists of nodes, each of which may be cut."""
    children = ()


class Plain(Node):
    """parts: strings and lists of Plain, in order. A string before a list opens it, one behind it closes it."""

    def __init__(self, *parts):
        self.parts = parts
        self.children = [part for part in parts if isinstance(part, list)]

    def write(self, w, translate):
        for part in self.parts:
            if isinstance(part, list):
                w.depth += 1
                for child in part:
                    child.write(w, translate)
                w.depth -= 1
            else:
                w.add(translate(part))


class Region(Node):
    """A stretch that each thread does for itself."""

    def __init__(self, body):
        self.body, self.children = body, [body]

    def device(self, w):
        w.add("{")
        write_all(self.body, w)
        w.add("}")

    def model(self, w, mask, loops):
        w.add(f"M.each({mask}, [&](State &S) {{")
        w.depth += 1
        for node in self.body:
            node.write(w, for_model)
        w.depth -= 1
        w.add("});")


def write_all(body, w):
    w.depth += 1
    for node in body:
        if isinstance(node, Plain):
            node.write(w, for_device)
        else:
            node.device(w)
    w.depth -= 1


def write_arms(branch, w):
    """What stands behind the opening brace of a branch."""
    write_all(branch.then, w)
    if branch.otherwise is not None:
        w.add("} else {")
        write_all(branch.otherwise, w)
    w.add("}")


def model_all(body, w, mask, loops):
    w.depth += 1
    for node in body:
        node.model(w, mask, loops)
    w.depth -= 1


def function_of(text, returns=""):
    """A lambda of the model that computes an expression of one thread."""
    return f"[&](State &S){returns} {{ return {for_model(text)}; }}"


class If(Node):
    """A branch with synchronising things inside; uniform over the block if there are barriers in it."""

    def __init__(self, condition, then, otherwise=None):
        self.condition, self.then, self.otherwise = condition, then, otherwise
        self.children = [then] + ([otherwise] if otherwise is not None else [])

    def device(self, w):
        w.add(f"if ({for_device(self.condition)}) {{")
        write_arms(self, w)

    def model(self, w, mask, loops):
        then, other = w.fresh("m"), w.fresh("m")
        w.add(f"{{ Mask {then} = M.where({mask}, {function_of(self.condition)}), {other} = {mask};")
        w.add(f"M.remove({other}, {then});")
        inner = [(loop, scopes + [then, other]) for loop, scopes in loops]
        w.add(f"if (!M.none({then})) {{")
        model_all(self.then, w, then, inner)
        w.add("}")
        if self.otherwise is not None:
            w.add(f"if (!M.none({other})) {{")
            model_all(self.otherwise, w, other, inner)
            w.add("}")
        w.add("}")


class Loop(Node):
    """for (variable = first; condition; step), with synchronising things inside; the variable is the thread's."""

    def __init__(self, variable, first, condition, step, body):
        self.variable, self.first, self.condition, self.step, self.body = variable, first, condition, step, body
        self.children = [body]

    def device(self, w):
        w.add(for_device(f"for (${self.variable} = {self.first}; {self.condition}; {self.step}) {{"))
        write_all(self.body, w)
        w.add("}")

    def model(self, w, mask, loops):
        loop, inside = w.fresh("m"), w.fresh("m")
        w.add(f"{{ Mask {loop} = {mask};")
        w.add(f"M.each({loop}, [&](State &S) {{ {for_model(f'${self.variable} = {self.first}')}; }});")
        w.add("for (;;) {")
        w.add(f"    {loop} = M.where({loop}, {function_of(self.condition)});")
        w.add(f"    if (M.none({loop})) break;")
        w.add(f"    Mask {inside} = {loop};")
        inner = [(outer, scopes + [loop, inside]) for outer, scopes in loops] + [(loop, [inside])]
        model_all(self.body, w, inside, inner)
        w.add(f"    M.each({loop}, [&](State &S) {{ {for_model(self.step)}; }});")
        w.add("} }")


class Jump(Node):
    """break or continue of the loop around, under a condition."""

    def __init__(self, condition, word):
        self.condition, self.word = condition, word

    def device(self, w):
        w.add(for_device(f"if ({self.condition}) {self.word};"))

    def model(self, w, mask, loops):
        gone = w.fresh("m")
        loop, scopes = loops[-1]
        w.add(f"{{ Mask {gone} = M.where({mask}, {function_of(self.condition)});")
        for scope in scopes + ([loop] if self.word == "break" else []):
            w.add(f"    M.remove({scope}, {gone});")
        w.add("}")


class Leave(Node):
    """An early return. With warp functions behind it, `mask` is the variable that says which lanes are left."""

    def __init__(self, condition, mask=None):
        self.condition, self.mask = condition, mask

    def device(self, w):
        if not self.mask:
            w.add(for_device(f"if ({self.condition}) return;"))
            return
        w.add("{")
        w.add(for_device(f"    const bool leaves = {self.condition};"))
        w.add(for_device(f"    const u32 left = __ballot_sync(${self.mask}, !leaves);"))
        w.add("    if (leaves) return;")
        w.add(for_device(f"    ${self.mask} = left;"))
        w.add("}")

    def model(self, w, mask, loops):
        if self.mask:
            w.add(f"M.template warp<i32>({mask}, {function_of('$' + self.mask)}, "
                  f"{function_of(f'({self.condition}) ? 0 : 1', ' -> i32')},")
            w.add(f"    [&](State &S, const Lanes<i32> &L) {{ const u32 left = L.ballot(); "
                  f"S.dead = {for_model(self.condition)}; S.{self.mask} = left; }});")
        else:
            w.add(f"M.each({mask}, [&](State &S) {{ S.dead = {for_model(self.condition)}; }});")


class Barrier(Node):
    def device(self, w):
        w.add("__syncthreads();")

    def model(self, w, mask, loops):
        w.add(f"M.barrier({mask});")


class BarrierReduce(Node):
    """kind: count, and, or."""
    RESULT = {"count": "count", "and": "count == alive", "or": "count != 0"}

    def __init__(self, target, kind, predicate):
        self.target, self.kind, self.predicate = target, kind, predicate

    def device(self, w):
        call = f"__syncthreads_{self.kind}({for_device(self.predicate)})"
        w.add(f"{self.target} = (i32){call};" if self.kind == "count" else f"{self.target} = {call} != 0;")

    def model(self, w, mask, loops):
        w.add(f"M.barrier_reduce({mask}, {function_of(self.predicate, ' -> bool')},")
        w.add(f"    [&](State &S, i32 count, i32 alive) {{ (void)count, (void)alive;")
        w.add(f"        S.{self.target} = {self.RESULT[self.kind]}; }});")


class Warp(Node):
    """A warp function. device_text is a statement; model_text a statement too, with `L` for what the lanes brought."""

    def __init__(self, value_type, mask, value, device_text, model_text):
        self.type, self.mask, self.value = value_type, mask, value
        self.device_text, self.model_text = device_text, model_text

    def device(self, w):
        w.add(for_device(self.device_text))

    def model(self, w, mask, loops):
        w.add(f"M.template warp<{self.type}>({mask}, {function_of(self.mask)}, "
              f"{function_of(self.value, ' -> ' + self.type)},")
        w.add(f"    [&](State &S, const Lanes<{self.type}> &L) {{ (void)L; {for_model(self.model_text)} }});")


class WarpIf(Node):
    """A divergent branch that tells its lanes who is with them: `then_mask` inside, `else_mask` on the other side.
    mask: the variable with the lanes that come here."""

    def __init__(self, mask, condition, predicate, then_mask, then, else_mask=None, otherwise=None):
        self.mask, self.condition, self.predicate = mask, condition, predicate
        self.then_mask, self.then, self.else_mask, self.otherwise = then_mask, then, else_mask, otherwise
        self.children = [then] + ([otherwise] if otherwise is not None else [])

    def device(self, w):
        w.add(for_device(f"${self.predicate} = {self.condition};"))
        w.add(for_device(f"${self.then_mask} = __ballot_sync(${self.mask}, ${self.predicate});"))
        if self.else_mask:
            w.add(for_device(f"${self.else_mask} = ${self.mask} & ~${self.then_mask};"))
        w.add(for_device(f"if (${self.predicate}) {{"))
        write_arms(self, w)

    def model(self, w, mask, loops):
        w.add(f"M.each({mask}, [&](State &S) {{ S.{self.predicate} = {for_model(self.condition)}; }});")
        w.add(f"M.template warp<i32>({mask}, {function_of('$' + self.mask)}, "
              f"{function_of('$' + self.predicate, ' -> i32')},")
        other = f" S.{self.else_mask} = S.{self.mask} & ~S.{self.then_mask};" if self.else_mask else ""
        w.add(f"    [&](State &S, const Lanes<i32> &L) {{ S.{self.then_mask} = L.ballot();{other} }});")
        If("$" + self.predicate, self.then, self.otherwise).model(w, mask, loops)


class WarpLoop(Node):
    """A divergent loop whose lanes know who is still in it."""

    def __init__(self, mask, inner_mask, counter, limit, condition, predicate, body):
        self.mask, self.inner_mask, self.counter, self.limit = mask, inner_mask, counter, limit
        self.condition, self.predicate, self.body, self.children = condition, predicate, body, [body]

    def test(self):
        return f"${self.counter} < {self.limit} && ({self.condition})"

    def device(self, w):
        w.add(f"{self.inner_mask} = {self.mask};")
        w.add(f"for ({self.counter} = 0;; {self.counter}++) {{")
        w.add(for_device(f"    ${self.predicate} = {self.test()};"))
        w.add(f"    {self.inner_mask} = __ballot_sync({self.inner_mask}, {self.predicate});")
        w.add(f"    if (!{self.predicate}) break;")
        write_all(self.body, w)
        w.add("}")

    def model(self, w, mask, loops):
        loop = w.fresh("m")
        w.add(f"{{ Mask {loop} = {mask};")
        w.add(f"M.each({loop}, [&](State &S) {{ S.{self.inner_mask} = S.{self.mask}; S.{self.counter} = 0; }});")
        w.add("for (;;) {")
        w.add(f"    M.each({loop}, [&](State &S) {{ S.{self.predicate} = {for_model(self.test())}; }});")
        w.add(f"    M.template warp<i32>({loop}, {function_of('$' + self.inner_mask)}, "
              f"{function_of('$' + self.predicate, ' -> i32')},")
        w.add(f"        [&](State &S, const Lanes<i32> &L) {{ S.{self.inner_mask} = L.ballot(); }});")
        w.add(f"    {loop} = M.where({loop}, {function_of('$' + self.predicate)});")
        w.add(f"    if (M.none({loop})) break;")
        model_all(self.body, w, loop, loops)
        w.add(f"    M.each({loop}, [&](State &S) {{ S.{self.counter}++; }});")
        w.add("} }")


class OutOfLine(Node):
    """The same things in a function that is called: all variables of the thread go by reference."""

    def __init__(self, name, kernel, body):
        self.name, self.kernel, self.body, self.children = name, kernel, body, [body]

    def device(self, w):
        inner = Writer()
        write_all(self.body, inner)
        inner.depth = 1
        names = set(re.findall(r"\w+", "\n".join(inner.lines)))
        passed = [(kind, name, size) for kind, name, size in self.kernel.names() if name in names]
        w.functions += inner.functions
        w.functions.append(f"__device__ __noinline__ static void {self.name}("
                           + ", ".join(parameter(*row) for row in passed) + ")\n{\n" + "\n".join(inner.lines) + "\n}\n")
        w.add(f"{self.name}({', '.join(name for _, name, _ in passed)});")

    def model(self, w, mask, loops):
        model_all(self.body, w, mask, [])


def parameter(kind, name, size):
    """kind is a type for a variable of the thread, and ends in * for a pointer."""
    if kind.endswith("*") or kind.startswith("const "):
        return f"{kind} {name}"
    return f"{kind} (&{name})[{size}]" if size else f"{kind} &{name}"
