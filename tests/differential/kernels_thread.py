"""Random statements of one thread: everything between two synchronising operations.

The places that a thread may write are its own (nobody else touches them until a barrier) or are touched by one kind of
atomic only, whose order cannot be seen in the result. Every loop is bounded, and so is the product of the bounds of
nested ones.
"""
from kernels_expression import (BITS, FLOATS, INTEGERS, MEMBERS, condition, converted, index, leaf, literal,
                                some_type, undefined, value)
from kernels_tree import Plain


# Outputs that are compared within a few units in the last place, and the type of float in them.
NEAR = {"Near": "f32", "NearDouble": "f64"}
MATHEMATICS = ["sin", "cos", "tanh", "atan", "exp(-{})", "exp", "log(1 + {})", "log2(1 + {})", "exp2", "cbrt", "erf",
               "log1p({})",
               "pow(1 + {}, {})", "atan2({}, 2 + {})", "hypot({}, {})", "expm1(-{})", "asinh", "sinh"]


class Own:
    """Elements that belong to the thread: `per` of them, whose places are told by a pattern with {k} in it."""

    def __init__(self, name, type_, per, pattern):
        self.name, self.type, self.per, self.pattern = name, type_, per, pattern

    def at(self, k):
        return f"{self.name}[{self.pattern.format(k=k)}]"


class Counters:
    """Memory for one kind of atomic. check: sums of hashes, or None where old values stay unused. How: what the
    operation's operand may be."""

    def __init__(self, name, type_, size, operation, scope, check):
        self.name, self.type, self.size, self.operation = name, type_, size, operation
        self.scope, self.check = scope, check


class Context:
    """Where a statement stands: how many more loops may be put into each other, and what may be left."""

    def __init__(self, trips=120, returns=None, breaks=False, continues=False, depth=0):
        self.trips, self.returns, self.breaks, self.continues, self.depth = trips, returns, breaks, continues, depth

    def inner(self, **changes):
        copy = Context()
        copy.__dict__.update(self.__dict__)
        copy.depth += 1
        copy.__dict__.update(changes)
        return copy


class ThreadCode:
    """own: what may be written; counters: what atomics may touch; equal_stores: places where all threads that write
    write the same (text, type); swept: an output that all threads of the grid stride over together, or None; bag: makes
    an output for a value of each thread, in any order, and its counter (only where no loop is around)."""

    def __init__(self, rnd, own=(), counters=(), equal_stores=(), structs=(), numbers=None, swept=None, bag=None):
        self.rnd, self.own, self.counters = rnd, list(own), list(counters)
        self.swept, self.bag = swept, bag
        self.equal_stores, self.structs = list(equal_stores), list(structs)
        self.numbers = numbers if numbers is not None else [0]

    def fresh(self, stem):
        self.numbers[0] += 1
        return f"{stem}{self.numbers[0]}"

    def body(self, scope, context, count=None):
        """A list of statements with a scope of its own."""
        inner = scope.inner()
        if count is None:
            count = self.rnd.randrange(1, 4 if context.depth else 7)
        return [self.statement(inner, context) for _ in range(count)]

    def statement(self, scope, context):
        choices = [(30, self.assign), (8, self.declare), (4, self.local_array)]
        if self.own:
            choices.append((9, self.store))
        if self.counters:
            choices.append((12, self.atomic))
        if self.equal_stores:
            choices.append((2, self.equal_store))
        if self.structs:
            choices.append((6, self.structure))
        if any(own.type in NEAR for own in self.own):
            choices.append((6, self.mathematics))
        if scope.indices and self.long_arrays(scope):
            choices.append((4, self.walk))
        if scope.indices:
            choices.append((2, self.private_copy))
        if self.bag and context.trips == 120:
            choices.append((1, self.append))
        if self.swept and context.trips >= 4:
            choices.append((6, self.sweep))
        if self.exchangeable() and context.trips >= 4:
            choices.append((3, self.exchange))
        choices += [(3, self.pointer), (1, self.heap)]
        if context.depth < 4:
            choices += [(16, self.branch), (4, self.switch)]
            if context.trips >= 2:
                choices += [(9, self.counted), (7, self.conditional_loop), (3, self.jumps)]
        if context.breaks or context.continues or context.returns:
            choices.append((7, self.leave))
        if scope.functions:
            choices.append((3, self.indirect))
        kinds, weights = [c[1] for c in choices], [c[0] for c in choices]
        return self.rnd.choices(kinds, weights)[0](scope, context)

    # ---- straight
    def assign(self, scope, context):
        if not scope.targets:
            return self.declare(scope, context)
        target, type_ = self.rnd.choice(scope.targets)
        text = value(scope, type_, 3)
        if self.rnd.random() < 0.15 and type_ in ("u32", "u64"):
            return Plain(f"{target} {self.rnd.choice(['+', '-', '*', '^', '|', '&'])}= {text};")
        if type_ in FLOATS and context.trips < 120:
            text = f"tame<{type_}>({text})"
        return Plain(f"{target} = {text};")

    def declare(self, scope, context):
        type_, name = some_type(self.rnd), self.fresh("x")
        text = value(scope, type_, 3)
        scope.values.append((name, type_))
        scope.targets.append((name, type_))
        return Plain(f"{type_} {name} = {text};")

    def local_array(self, scope, context):
        name, size = self.fresh("array"), self.rnd.choice([2, 4, 8, 16])
        type_ = self.rnd.choice(["i32", "i32", "u32", "u32", "f32", "u8", "i64", "i16", "u16", "f64"])
        form = self.rnd.random()
        if form < 0.15: # a table
            scope.local_arrays.append((name, type_, size))
            values = ", ".join(literal(self.rnd, type_) for _ in range(size))
            return Plain(f"const {type_} {name}[{size}] = {{{values}}};")
        if form < 0.35:
            return self.local_structures(scope, name, size)
        start = ", ".join(f"({type_})({value(scope, type_, 1)})" for _ in range(min(size, 4)))
        scope.local_arrays.append((name, type_, size))
        for _ in range(2):
            scope.targets.append((f"{name}[{value(scope, 'u32', 1)} & {size - 1}]", type_))
        return Plain(f"{type_} {name}[{size}] = {{{start}}};")

    def local_structures(self, scope, name, size):
        type_ = self.rnd.choice(list(MEMBERS))
        for _ in range(3):
            member, kind = self.rnd.choice(MEMBERS[type_])
            if kind != "bool":
                text = f"{name}[{value(scope, 'u32', 1)} & {size - 1}].{member}"
                scope.targets.append((text, kind))
                scope.values.append((text, kind))
        return Plain(f"{type_} {name}[{size}] = {{}};")

    def private_copy(self, scope, context):
        """Memory as such: into a local array, from another or from an input, or a byte all over."""
        name, size, kind = self.fresh("copy"), self.rnd.choice([2, 4, 8]), self.rnd.choice(["i32", "f32", "u8", "i64"])
        fitting = [array for array in scope.arrays if array.type == kind and not array.volatile and array.size > size]
        others = [row for row in scope.local_arrays if row[1] == kind and row[2] == size]
        if self.rnd.random() < 0.3 and others:
            fill = f"memcpy({name}, {self.rnd.choice(others)[0]}, sizeof {name});"
        elif fitting and self.rnd.random() < 0.7:
            array = self.rnd.choice(fitting)
            fill = f"memcpy({name}, &{array.name}[({index(scope, array)}) & ~{size - 1}u], sizeof {name});"
        else:
            byte = self.rnd.choice(["0", "255", "1", f"(i32)({value(scope, 'u8', 1)})"])
            fill = f"memset({name}, {'0' if kind == 'f32' else byte}, sizeof {name});"
        scope.local_arrays.append((name, kind, size))
        scope.targets.append((f"{name}[{value(scope, 'u32', 1)} & {size - 1}]", kind))
        return Plain(f"{kind} {name}[{size}];", fill)

    def pointer(self, scope, context):
        """A pointer to one of two variables, or into one of two arrays."""
        name, test = self.fresh("at"), condition(scope)
        groups = {}
        for text, kind in scope.targets:
            groups.setdefault(kind, []).append(text)
        pairs = [(kind, texts) for kind, texts in groups.items() if len(texts) > 1]
        arrays = {}
        for array in scope.arrays:
            if not array.volatile and array.type not in MEMBERS and array.type != "f16":
                arrays.setdefault(array.type, []).append(array)
        inputs = [(kind, found) for kind, found in arrays.items() if len(found) > 1]
        if inputs and scope.targets and self.rnd.random() < 0.5:
            kind, found = self.rnd.choice(inputs)
            a, b = self.rnd.sample(found, 2)
            target, type_ = self.rnd.choice(scope.targets)
            least = a if a.size < b.size else b
            text = converted(type_, kind, f"{name}[{index(scope, least)}]") if scope.indices else \
                converted(type_, kind, f"{name}[{value(scope, 'u32', 1)} & {least.size - 1}]")
            return Plain("{", [Plain(f"const {kind} *{name} = {test} ? &{a.name}[0] : &{b.name}[0];"),
                               Plain(f"{target} = {text};")], "}")
        if not pairs:
            return self.declare(scope, context)
        kind, texts = self.rnd.choice(pairs)
        a, b = self.rnd.sample(texts, 2)
        new = value(scope, kind, 2)
        if kind in FLOATS:
            new = f"tame<{kind}>({new})"
        choose = Plain(f"{kind} *{name} = &{a}; if ({test}) {name} = &{b};")
        return Plain("{", [choose, Plain(f"*{name} = {new};")], "}")

    def exchangeable(self):
        return [own for own in self.own if own.per > 1 and own.type in ("u32", "f32", "u8", "u64", "i64")]

    def exchange(self, scope, context):
        """Two of the thread's places, or the same twice, written and read in turns through restricted pointers."""
        own = self.rnd.choice(self.exchangeable())
        a, b = self.rnd.sample(range(own.per), 2)
        p, q, count = self.fresh("to"), self.fresh("from"), self.fresh("it")
        k = f"({own.type})({value(scope, 'u32', 1)} & 7)"
        swap = Plain(f"{own.type} *other = {p}; {p} = {q}; {q} = other;")
        bound = self.rnd.choice([str(self.rnd.randrange(1, 5)), self.bound(scope, 4)])
        return Plain("{", [Plain(f"{own.type} *{p} = &{own.at(a)}, *{q} = &{own.at(b)}; *{q} = 1;"),
                           Plain(f"for (i32 {count} = 0; {count} < {bound}; {count}++) {{",
                                 [Plain(f"take_turn({p}, {q}, {k});"), swap], "}")], "}")

    def heap(self, scope, context):
        if not scope.targets:
            return self.declare(scope, context)
        target, type_ = self.rnd.choice(scope.targets)
        kind, name, size = self.rnd.choice(["i32", "u32", "i64"]), self.fresh("heap"), self.rnd.choice([1, 2, 4])
        lines = [Plain(f"{name}[{k}] = {value(scope, kind, 1)};") for k in range(size)]
        got = f"{name}[{value(scope, 'u32', 1)} & {size - 1}]"
        return Plain("{", [Plain(f"{kind} *{name} = ({kind} *)malloc({size} * sizeof({kind}));")] + lines + [
            Plain(f"{target} = {converted(type_, kind, got)};"), Plain(f"free({name});")], "}")

    def append(self, scope, context):
        bag, counter = self.bag()
        slot = self.fresh("slot")
        take = self.rnd.choice([f"atomic_add(&{counter}[0], 1u)", f"take_number(&{counter}[0])"])
        return Plain("{", [Plain(f"const u32 {slot} = {take};"),
                           Plain(f"{bag}[{slot}].x = {value(scope, 'u32', 2)};")], "}")

    def sweep(self, scope, context):
        """The loop of every tutorial: from the thread's place on, by the size of the grid."""
        name, inner, g = self.fresh("place"), scope.inner(), scope.geometry
        type_ = self.rnd.choice(["i32", "i32", "u32", "i64", "u64"])
        step = self.rnd.choice([f"{g.total}", "$dx * $gx" if g.total == g.block[0] * g.grid[0] else f"{g.total}u"])
        inner.values.append((name, type_))
        inner.indices = inner.indices + [f"(u32){name}"] * 3
        own = Own(self.swept.name, self.swept.type, 1, name)
        self.own.append(own)
        body = self.body(inner, context.inner(trips=context.trips // 3, breaks=True, continues=True))
        body.insert(self.rnd.randrange(len(body) + 1), self.store_at(inner, own))
        self.own.remove(own)
        return Plain(f"for ({type_} {name} = $gid; {name} < ({type_})n2; {name} += {step}) {{", body, "}")

    def store_at(self, scope, own):
        if own.type in MEMBERS:
            member, kind = self.rnd.choice(MEMBERS[own.type])
            return Plain(f"{own.at('0')}.{member} = {value(scope, kind, 2)};")
        return Plain(f"{own.at('0')} = {value(scope, own.type, 2)};")

    def place(self, scope, own):
        k = "0" if own.per == 1 else self.rnd.choice(
            [str(self.rnd.randrange(own.per)), f"({value(scope, 'u32', 2)} & {own.per - 1})"])
        return own.at(k)

    def store(self, scope, context):
        own = self.rnd.choice(self.own)
        if own.type in NEAR:
            return self.mathematics(scope, context)
        if own.type in MEMBERS:
            member, kind = self.rnd.choice(MEMBERS[own.type])
            return Plain(f"{self.place(scope, own)}.{member} = {value(scope, kind, 2)};")
        at = self.place(scope, own)
        if own.type == "f16":
            return Plain(f"{at} = {value(scope, 'f16', 3)};")
        wide = own.type in INTEGERS and BITS[own.type] >= 32
        if wide and self.rnd.random() < 0.3 and (odd := undefined(scope, own.type)):
            return Plain(f"*(volatile {own.type} *)&{at} = {odd};") # volatile: nobody is to know what was stored
        if self.rnd.random() < 0.3: # read, change, write
            at = own.at(str(self.rnd.randrange(own.per)))
            if own.type in FLOATS:
                return Plain(f"{at} = tame<{own.type}>({at} + {value(scope, own.type, 2)});")
            return Plain(f"{at} = add<{own.type}>({at}, {value(scope, own.type, 2)});")
        if self.rnd.random() < 0.08:
            return Plain(f"*(volatile {own.type} *)&{at} = {value(scope, own.type, 2)};")
        return Plain(f"{at} = {value(scope, own.type, 3)};")

    def equal_store(self, scope, context):
        text, type_ = self.rnd.choice(self.equal_stores)
        return Plain(f"{text};")

    def structure(self, scope, context):
        """A structure copied in, changed, and copied out."""
        array = self.rnd.choice(self.structs)
        name = self.fresh("s")
        lines = [f"{array.type} {name} = {array.name}[{index(scope, array)}];"]
        members = [(f"{name}.{member}", kind) for member, kind in MEMBERS[array.type]]
        inner = scope.inner()
        inner.values += members
        for text, kind in members:
            if self.rnd.random() < 0.5:
                lines.append(f"{text} = {value(inner, kind, 2)};")
        fitting = [own for own in self.own if own.type == array.type]
        if fitting:
            lines.append(f"{self.place(scope, self.rnd.choice(fitting))} = {name};")
        elif scope.targets:
            target, type_ = self.rnd.choice(scope.targets)
            lines.append(f"{target} = {value(inner, type_, 2)};")
        return Plain("{", [Plain(line) for line in lines], "}")

    def mathematics(self, scope, context):
        """A library function of something that is exact, and small enough that its error is too. Nobody reads the
        result."""
        own = self.rnd.choice([own for own in self.own if own.type in NEAR])
        kind = NEAR[own.type]
        argument = lambda: (f"(({kind})({value(scope, 'u32', 2)} & {self.rnd.choice([15, 63])})"
                            f" / {self.rnd.choice([8, 16])})")
        name = self.rnd.choice(MATHEMATICS)
        text = name if "{" in name else name + "({})"
        text = text.format(*[argument() for _ in range(text.count("{}"))])
        word, _, rest = text.partition("(")
        return Plain(f"{self.place(scope, own)}.x = {word}{'f' if kind == 'f32' else ''}({rest};")

    def long_arrays(self, scope):
        return [array for array in scope.arrays if array.covers_grid and array.type not in MEMBERS
                and array.size >= 2 * scope.geometry.total]

    def walk(self, scope, context):
        """A pointer that moves on from the thread's place, or back to it."""
        array, kind = self.rnd.choice(self.long_arrays(scope)), self.rnd.choice(["i32", "u32", "u64"])
        steps, name, count = self.rnd.randrange(1, 5), self.fresh("p"), self.fresh("it")
        room = array.size - scope.geometry.total # at least as much as the grid
        step = self.rnd.choice([k for k in (1, 1, 2, 3, 16, 32, 100) if k * steps <= room] or [0])
        start, sign = self.rnd.choice(["$gid", "(i64)$gid", f"{scope.geometry.total - 1} - $gid", "(i32)$tid"]), "+="
        if self.rnd.random() < 0.4:
            start, sign = f"{steps * step} + {start}", "-="
        targets = [row for row in scope.targets if row[1] not in FLOATS]
        if not targets or step == 0:
            return self.assign(scope, context)
        target, type_ = self.rnd.choice(targets)
        limit = str(steps) if self.rnd.random() < 0.5 else f"({value(scope, 'u32', 1)} % {steps + 1}u)"
        move = f"{name} {sign} {step};"
        add = f"{target} = add<{type_}>({target}, {converted(type_, array.type, '*' + name)});"
        body = [Plain(add)] + ([Plain(f"if ({condition(scope)}) break;")] if self.rnd.random() < 0.3
                               else []) + [Plain(move)]
        return Plain(f"{{ const {array.type} *{name} = {array.name} + ({start});",
                     f"const {kind} {count}_end = ({kind}){limit};",
                     [Plain(f"for ({kind} {count} = 0; {count} < {count}_end; {count}++) {{", body, "}")], "}")

    # ---- atomics
    def atomic(self, scope, context):
        counters = self.rnd.choice(self.counters)
        at = self.rnd.choice([
            "0", str(self.rnd.randrange(counters.size)), f"{leaf(scope.only_uniform(), 'u32')} & {counters.size - 1}",
            f"$tid & {counters.size - 1}", f"$gid & {counters.size - 1}", f"$tid / 4 & {counters.size - 1}",
            f"hash({value(scope, 'u32', 2)}) & {counters.size - 1}", f"{value(scope, 'u32', 2)} & {counters.size - 1}"])
        operation, type_ = counters.operation, counters.type
        if operation in ("together", "number"):
            return self.together(counters)
        if operation == "lock":
            return self.locked(scope, counters, at)
        operand = self.operand(scope, counters)
        where, what, old = self.fresh("at"), self.fresh("by"), self.fresh("old")
        if operation.startswith("cas"):
            return self.retry_loop(counters, at, operand, where, what, old)
        call = f"atomic_{operation}{counters.scope}"
        if not counters.check:
            return Plain(f"{call}(&{counters.name}[{at}], ({type_})({operand}));")
        return Plain("{", [
            Plain(f"const u32 {where} = {at}; const {type_} {what} = {operand};"),
            Plain(f"const {type_} {old} = {call}(&{counters.name}[{where}], {what});"),
            Plain(self.checked(counters, where, f"then_{operation}({old}, {what})", old))], "}")

    def checked(self, counters, where, new, old):
        return f"atomic_add{counters.scope}(&{counters.check}[{where}], (u32)(hash({new}) - hash({old})));"

    def operand(self, scope, counters):
        type_, operation = counters.type, counters.operation
        if operation in ("inc", "dec"):
            return "37u"
        if operation == "exch":
            return f"({type_})12345"
        if type_ in FLOATS: # sums stay exact
            return f"({type_})({value(scope, 'u32', 2)} & 3)"
        if operation == "cas_mul":
            return f"({value(scope, type_, 2)} | 1)"
        if operation in ("add", "sub") and self.rnd.random() < 0.4:
            return self.rnd.choice([f"({type_})1", f"({type_})3", leaf(scope.only_uniform(), type_)])
        return value(scope, type_, 2)

    def retry_loop(self, counters, at, operand, where, what, old):
        type_, name, seen = counters.type, counters.name, self.fresh("seen")
        new = {"cas_add": f"then_add<{type_}>({seen}, {what})", "cas_mul": f"mul<{type_}>({seen}, {what})",
               "cas_max": f"most<{type_}>({seen}, {what})", "cas_float": f"bits_of(from_bits({seen}) + {what})",
               "cas_float_max": f"bits_of(most(from_bits({seen}), {what}))"}[counters.operation]
        kind = {"u32": "f32", "u64": "f64"}.get(type_) if "float" in counters.operation else type_
        if kind in FLOATS:
            operand = f"({kind})(({operand}) & 3)" # sums stay exact
        first = f"{name}[{where}]" if self.rnd.random() < 0.7 else f"({type_})0"
        cas = f"atomic_cas{counters.scope}"
        loop = Plain("do {", [Plain(f"{seen} = {old};"),
                              Plain(f"{old} = {cas}(&{name}[{where}], {seen}, {new});")],
                     f"}} while ({old} != {seen});")
        if self.rnd.random() < 0.3:
            loop = Plain("for (;;) {", [Plain(f"{seen} = {old};"),
                                        Plain(f"{old} = {cas}(&{name}[{where}], {seen}, {new});"),
                                        Plain(f"if ({old} == {seen}) break;")], "}")
        if not counters.check and counters.operation in ("cas_max", "cas_float_max"): # stops early when nothing changes
            loop = Plain(f"while (({old} != {seen} || !{seen}_tried) && {new.replace(seen, old)} != {old}) {{",
                         [Plain(f"{seen} = {old}; {seen}_tried = true;"),
                          Plain(f"{old} = {cas}(&{name}[{where}], {seen}, {new});")], "}")
            return Plain("{",
                         [Plain(f"const u32 {where} = {at}; const {kind} {what} = {operand};"),
                          Plain(f"bool {seen}_tried = false;"),
                               Plain(f"{type_} {old} = {first}, {seen} = {old};"), loop], "}")
        lines = [Plain(f"const u32 {where} = {at}; const {kind} {what} = {operand};"),
                 Plain(f"{type_} {old} = {first}, {seen};"), loop]
        if counters.check:
            lines.append(Plain(self.checked(counters, where, new, seen)))
        return Plain("{", lines, "}")

    def locked(self, scope, counters, at):
        """A sum that only the holder of a lock may change."""
        type_, where, what, done = counters.type, self.fresh("at"), self.fresh("by"), self.fresh("done")
        new = f"({type_})({value(scope, 'u32', 2)} & 3)" if type_ in FLOATS else value(scope, type_, 2)
        place = f"*(volatile {type_} *)&{counters.name}[{where}]"
        then = [Plain(f"{place} = then_add<{type_}>({place}, {what});" if type_ not in FLOATS
                      else f"{place} = {place} + {what};"), Plain(f"release_lock(&{counters.check}[{where}]);")]
        head = [Plain(f"const u32 {where} = {at}; const {type_} {what} = {new};")]
        if self.rnd.random() < 0.3:
            return Plain("{", head + [Plain(f"wait_for_lock(&{counters.check}[{where}]);")] + then, "}")
        test = f"if (take_lock(&{counters.check}[{where}])) {{"
        if self.rnd.random() < 0.5:
            loop = Plain(f"for (bool {done} = false; !{done};) {{",
                         [Plain(test, then + [Plain(f"{done} = true;")], "}")], "}")
        else:
            loop = Plain("for (;;) {", [Plain(test, then + [Plain("break;")], "}")], "}")
        return Plain("{", head + [loop], "}")

    def together(self, counters):
        if counters.operation == "together":
            return Plain(f"add_together(&{counters.name}[{self.rnd.randrange(counters.size)}], "
                         f"{self.rnd.choice(['1u', '$tid', '$gid * 3u'])});")
        at, old = self.rnd.randrange(counters.size), self.fresh("number")
        return Plain("{", [Plain(f"const u32 {old} = take_number(&{counters.name}[{at}]);"),
                           Plain(self.checked(counters, at, f"{old} + 1", old))], "}")

    # ---- flow of control
    def branch(self, scope, context):
        inner = context.inner()
        then = self.body(scope, inner)
        if self.rnd.random() < 0.5:
            return Plain(f"if ({condition(scope)}) {{", then, "}")
        if self.rnd.random() < 0.3:
            return Plain(f"if ({condition(scope)}) {{", then, f"}} else if ({condition(scope)}) {{",
                         self.body(scope, inner),
                         "} else {", self.body(scope, inner), "}")
        return Plain(f"if ({condition(scope)}) {{", then, "} else {", self.body(scope, inner), "}")

    def switch(self, scope, context):
        cases = self.rnd.randrange(2, 6)
        type_ = self.rnd.choice(["i32", "u32", "u8", "i64"])
        parts = [f"switch ({value(scope, type_, 2)} & 7) {{"]
        labels = self.rnd.sample(range(8), cases)
        for k, label in enumerate(labels):
            text = f"case {label}:" if self.rnd.random() < 0.8 or k == cases - 1 else f"case {label}: default:"
            if "default" in text:
                if any("default" in str(part) for part in parts):
                    text = f"case {label}:"
            parts.append(text + " {")
            parts.append(self.body(scope, context.inner(breaks=True)))
            parts.append("}" + (" break;" if self.rnd.random() < 0.7 else ""))
        return Plain(*parts, "}")

    def bound(self, scope, most):
        """How often a loop runs: the same for all threads, or not."""
        roll = self.rnd.random()
        if roll < 0.3:
            return str(self.rnd.randrange(1, most + 1))
        mask = 1
        while mask * 2 + 1 <= most:
            mask = mask * 2 + 1
        if roll < 0.5:
            return f"({value(scope.only_uniform(), 'i32', 1)} & {mask})"
        return f"(i32)({value(scope, 'u32', 2)} & {mask})"

    def counted(self, scope, context):
        most = self.rnd.randrange(1, min(9, context.trips + 1))
        name, inner = self.fresh("it"), scope.inner()
        context = context.inner(trips=context.trips // most, breaks=True, continues=True)
        limit = self.bound(scope, most)
        type_ = self.rnd.choice(["i32", "i32", "i32", "u32", "i64", "u8", "u64"])
        form = self.rnd.randrange(5)
        inner.values.append((name, type_))
        if form == 0 and type_[0] == "i":
            head = f"for ({type_} {name} = {limit}; {name} > 0; {name}--) {{"
        elif form == 1:
            head = f"for ({type_} {name} = {self.rnd.randrange(3)}; {name} < ({type_})({limit} * 3); "\
                   f"{name} = ({type_})({name} + 3)) {{"
        elif form == 2 and scope.indices and type_ in ("i32", "u32",
                                                       "i64"): # strides over something, from the own place on
            first = self.rnd.choice(scope.indices)
            step = self.rnd.choice([16, 32, 64])
            head = f"for ({type_} {name} = {first}; {name} < ({type_})({first} + {limit} * {step}); "\
                   f"{name} += {step}) {{"
        else:
            head = f"for ({type_} {name} = 0; {name} < ({type_}){limit}; {name}++) {{"
        return Plain(head, self.body(inner, context), "}")

    def conditional_loop(self, scope, context):
        most = self.rnd.randrange(1, min(9, context.trips + 1))
        name, inner = self.fresh("w"), scope.inner()
        inner.values.append((name, "i32"))
        context = context.inner(trips=context.trips // most, breaks=True, continues=True)
        body = self.body(inner, context)
        form = self.rnd.randrange(3)
        if form == 0:
            loop = Plain(f"while ({condition(inner)} && {name}++ < {most}) {{", body, "}")
        elif form == 1:
            loop = Plain("do {", body, f"}} while (++{name} < {most} && {condition(scope)});")
        else: # several ways out
            exits = [Plain(f"if ({condition(inner)}) break;") for _ in range(self.rnd.randrange(1, 3))]
            for way in exits:
                body.insert(self.rnd.randrange(len(body) + 1), way)
            loop = Plain(f"for (;; ) {{ if ({name}++ >= {most}) break;", body, "}")
        return Plain(f"{{ i32 {name} = 0;", [loop], "}")

    def jumps(self, scope, context):
        form, label, name = self.rnd.randrange(3), self.fresh("label"), self.fresh("g")
        most = self.rnd.randrange(1, min(5, context.trips + 1))
        inner = context.inner(trips=context.trips // most)
        if form == 0: # forwards, out of whatever is around
            out = Plain(f"if ({condition(scope)}) goto {label};")
            body = self.body(scope, context.inner())
            inside = Plain(f"if ({condition(scope)}) {{", self.body(scope, context.inner()) + [out], "}")
            body.insert(self.rnd.randrange(len(body) + 1), inside)
            return Plain("{", [Plain("{", body, "}")], f"{label}: ; }}")
        if form == 1: # a loop made of it
            return Plain(f"{{ i32 {name} = 0; {label}: {{", self.body(scope, inner),
                         f"}} if (++{name} < {most} && {condition(scope)}) goto {label}; }}")
        return Plain(f"{{ i32 {name} = 0; if ({condition(scope)}) goto {label}_middle;", # a loop with two entries
                     f"{label}_top: {{", self.body(scope, inner), "}", f"{label}_middle: {{", self.body(scope, inner),
                     f"}} if (++{name} < {most} && {condition(scope)}) goto {label}_top; }}")

    def leave(self, scope, context):
        words = (["break;"] if context.breaks else []) + (["continue;"] if context.continues else [])
        if context.returns and (not words or self.rnd.random() < 0.3):
            words = [context.returns(scope)]
        return Plain(f"if ({condition(scope)}) {self.rnd.choice(words)}")

    def indirect(self, scope, context):
        """A call through a pointer, or of a virtual function."""
        if not scope.targets:
            return self.declare(scope, context)
        target, type_ = self.rnd.choice(scope.targets)
        name = self.fresh("call")
        if self.rnd.random() < 0.4:
            a, b = self.rnd.sample(["Shape", "Square", "Ring"], 2)
            call = f"{name}->area({value(scope, 'i32', 2)})"
            return Plain("{",
                         [Plain(f"const {a} {name}a({value(scope, 'i32', 1)});"),
                          Plain(f"const {b} {name}b({value(scope, 'i32', 1)});"),
                               Plain(f"const Shape *{name} = &{name}a; if ({condition(scope)}) {name} = &{name}b;"),
                               Plain(f"{target} = {converted(type_, 'i32', call)};")], "}")
        groups = {}
        for function in scope.functions:
            groups.setdefault((function.result, tuple(function.parameters)), []).append(function)
        (result, parameters), members = self.rnd.choice(list(groups.items()))
        a, b = self.rnd.choice(members).name, self.rnd.choice(members).name
        arguments = ", ".join(value(scope, kind, 2) for kind in parameters)
        call = f"{name}({arguments})"
        return Plain("{", [Plain(f"{result} (*{name})({', '.join(parameters)}) = {a};"),
                           Plain(f"if ({condition(scope)}) {name} = {b};"),
                           Plain(f"{target} = {converted(type_, result, call)};")], "}")


def function(rnd, number, scope, numbers):
    """A __device__ function and its text: small and inlined, out of line, or recursive."""
    code = ThreadCode(rnd, numbers=numbers)
    result = rnd.choice(["i32", "i32", "u32", "f32", "i64", "f64"])
    parameters = rnd.choice([[result, "i32"], ["i32", "u32"], [result], ["f32", result]])
    inner = scope.inner()
    names = [f"p{number}_{k}" for k in range(len(parameters))]
    inner.values = list(zip(names, parameters))
    inner.targets = list(inner.values)
    inner.uniforms, inner.arrays, inner.indices, inner.functions = [], [], [], scope.functions[:1]
    head = f"{rnd.choice(['HD', 'HD', 'NOINLINE'])} {result} f{number}("\
           + ", ".join(f"{kind} {name}" for name, kind in zip(names, parameters))
    returns = lambda at: f"return {value(at, result, 1)};"
    body = code.body(inner, Context(trips=8, returns=returns, depth=2), rnd.randrange(1, 4))
    lines = []
    if rnd.random() < 0.3: # recursive
        again = converted(result, result,
                          f"f{number}_again({', '.join(value(inner, kind, 1) for kind in parameters)}, depth - 1)")
        other = leaf(inner, result)
        combined = f"add<{result}>(again, {other})" if result in INTEGERS else f"tame<{result}>(again + {other})"
        head = head.replace(f" f{number}(", f" f{number}_again(").replace("HD", "NOINLINE") + ", i32 depth)"
        tail = [f"if (depth <= 0 || {condition(inner)}) return {value(inner, result, 2)};",
                f"{result} again = {again};", f"return {combined};"]
        after = f"HD {result} f{number}({', '.join(f'{kind} {name}' for name, kind in zip(names, parameters))})\n"\
                f"{{\n    return f{number}_again({', '.join(names)}, {rnd.randrange(1, 6)});\n}}\n"
    else:
        head, tail, after = head + ")", [f"return {value(inner, result, 2)};"], ""
    return result, parameters, head, body + [Plain(line) for line in tail], after
