"""Feature `threads`: kernels of phases between barriers, with a sequential model.

In a phase a thread works on cells that are its own until the next barrier (which cells: turns with the phase), in
random program order, through several names, types and sizes, and by functions of every kind; and changes cells that
are common (commons.py), or reads those that nobody changes in this phase. The text of a phase is the same in kernel
and model: the model goes through the threads one by one, forwards and backwards.
"""

from commons import FAMILIES
from places import volume
from threads_text import device_barrier, each_thread, for_host, model_barrier, render

SHAPES = [
    ((32,), (1,)),
    ((64,), (1,)),
    ((256,), (1,)),
    ((128,), (2,)),
    ((33,), (2,)),
    ((16, 16), (1,)),
    ((8, 8, 3), (1, 2)),
    ((7, 5, 3), (2, 1, 2)),
    ((1,), (3,)),
    ((31,), (1,)),
    ((96,), (2, 2)),
    ((250,), (1,)),
    ((32, 8), (1,)),
    ((1, 64), (1,)),
    ((2, 3, 4), (3,)),
    ((512,), (1,)),
    ((48, 2), (1, 3)),
    ((100,), (1,)),
    ((33, 3), (1,)),
    ((5, 1, 40), (1,)),
]
HALF_TYPES = {
    "i32": ["Add", "Sub", "Exch", "Min", "Max", "And", "Or", "Xor", "CAS"],
    "u32": ["Add", "Exch", "Inc", "Dec", "Sub", "Min", "Max", "And", "Or", "Xor", "CAS"],
}
LONG_TYPES = {"u64": ["Add", "Exch", "Min", "Max", "And", "Or", "Xor", "CAS"], "i64": ["Min", "Max"]}
FLOATS = ["1.0f", "16777216.0f", "-16777216.0f", "0.5f", "3.0e34f", "-3.0e34f", "(f32)(hash(@) & 0xffff)", "0.1f"]
DOUBLES = ["1.0", "9007199254740992.0", "-9007199254740992.0", "1e300", "-1e300", "0.1", "(f64)hash(@)", "-1e305"]
PERIODS = [1, 2, 3, 5]
WORDS, GROUPS, CELLS, WIDE = 3, 4, 8, 24


class Threads:
    """One kernel with its model. name: its namespace."""

    def __init__(self, name, choices):
        self.name = name
        self.block, self.grid = choices.pick("shape", SHAPES)
        self.n = volume(self.block)
        self.in_warp = choices.chance("in warps", 2)
        self.shared_own = choices.chance("own cells shared")
        self.commons_at = choices.pick("commons at", ["global", "shared", "grid"])
        self.exits = choices.chance("exits")
        self.families = [self.family(choices, g) for g in range(GROUPS)]
        self.linked = [
            choices.chance(f"linked {g}", 4) or not FAMILIES[self.families[g]].reads for g in range(GROUPS)
        ]
        self.word_kind = [
            choices.pick(f"word {w}", ["int", "f32", "f64", "int", "brink f32", "brink f64"]) for w in range(WORDS)
        ]
        self.strided = choices.chance("strided")
        self.rounds = choices.pick("rounds", [1, 2, 3])
        self.functions, self.spiked, self.loops, self.count = [], set(), [], 0
        self.body = self.phases(choices)
        self.kind = (
            f"own {'shared' if self.shared_own else 'global'}, commons {self.commons_at},"
            f" {'exits' if self.exits else 'no exits'}{', in warps' if self.in_warp else ''};"
            f" {', '.join(self.families)}"
        )

    def family(self, c, g):
        """Over the grid nobody can see to the last link of an exchanged cell."""
        name = c.pick(f"family {g}", list(FAMILIES))
        return name if FAMILIES[name].reads or self.commons_at != "grid" else "xor"

    # Texts of places.

    def base(self, c):
        """A name of the own cells of this block."""
        names = ["own_cells", "places.at[one]", "me_cells", "places.at[rounds > 0]"]
        if self.shared_own and c.gpu:
            names = names[::2]  # nvcc takes a pointer out of an argument for global, also where the kernel wrote it
        return c.pick("name", names if self.shared_own else names + ["again", "(*table)", "table[one - 1]"], None)

    def word(self, c, which):
        at = f"o + {self.n}u * {which}" if self.strided else f"o * {WORDS}u + {which}"
        return f"{self.base(c)} + {at}"

    def common(self, g, c):
        index = c.pick(
            "cell",
            ["0", "me.lane % 8", "hash(me.t + 7) % 8", "me.w % 8", "me.t % 3", "hash(i + me.t * 3) % 8", "(i & 7)"],
        )
        return f"commons + {g * CELLS} + {index}"

    # Statements.

    def value(self, c, kind):
        x = c.pick("x", ["(me.t + 3)", "me.g", "(me.t * 5 + i)", "(i + 1)", "(r * 31 + me.t + i)", "(u32)me.acc"])
        if kind == "f32":
            return c.pick("float", FLOATS).replace("@", x)
        if kind == "f64":
            return c.pick("double", DOUBLES).replace("@", x)
        return c.pick(
            "value",
            [
                "1",
                f"({kind})hash{x}" if x[0] == "(" and not x.startswith("(u32)") else f"({kind})hash({x})",
                f"({kind})({x} % 9)",
                "7",
                f"({kind})me.t",
            ],
        )

    def own(self, c):
        """Something done to an own cell."""
        which = c.number("word", 0, WORDS - 1)
        kind = self.word_kind[which]
        p = self.word(c, which)
        if kind[:5] == "brink":
            return self.brink(c, kind[6:], which, p)
        if kind != "int" and c.chance("as integer", 2):
            integer = c.pick(
                "integer", ["((u32 *)({p}))[0]", "((u32 *)({p}))[1]", "*(u64 *)({p})", "((unsigned short *)({p}))[1]"]
            )
            return f"me.acc = mix(me.acc, {integer.format(p=p)});"
        if kind == "f32":
            return self.operation(
                c, "f32", f"((f32 *)({p}) + {c.number('half', 0, 1)})", ["Add", "Exch", "read", "write"]
            )
        if kind == "f64":
            return self.operation(c, "f64", f"(f64 *)({p})", ["Add", "read", "write"])
        size = c.pick("type", ["i32", "u32", "u64", "i64", "short", "unsigned char"], [4, 4, 3, 1, 1, 1])
        if size in HALF_TYPES:
            return self.operation(
                c, size, f"(({size} *)({p}) + {c.number('half', 0, 1)})", HALF_TYPES[size] + ["read", "write"]
            )
        if size in LONG_TYPES:
            return self.operation(c, size, f"({size} *)({p})", LONG_TYPES[size] + ["read", "write"])
        part = f"(({size} *)({p}) + {c.number('part', 0, 3)})"
        return self.operation(c, size, part, ["write", "read"])

    def brink(self, c, kind, which, p):
        """A cell that starts far below zero and ends far above: nobody sees that the sum of what is added overflows."""
        big = {"f32": "3.0e38f", "f64": "1.5e308"}[kind]
        add = f"atomicAdd(({kind} *)({p}), ({kind}){{}});"
        if which in self.spiked or self.loops:
            return add.format("0.0") if c.chance("add") else f"me.acc = mix(me.acc, bits(*({kind} *)({p})));"
        self.spiked.add(which)
        again = add.format("0.0")
        return "\n".join([again, add.format(big), again if c.chance("between") else "", add.format(big)])

    def operation(self, c, kind, p, operations):
        what = c.pick("what", operations)
        v = self.value(c, kind)
        if what == "read":
            volatile = "volatile " if c.chance("volatile", 2) else ""
            text = f"bits(*({volatile}{kind} *)({p}))"
            if kind in ("short", "unsigned char"):
                text = f"(u64)*({volatile}{kind} *)({p})"
            return f"me.acc = mix(me.acc, {text});"
        if what == "write":
            return f"*({'volatile ' if c.chance('volatile', 2) else ''}{kind} *)({p}) = ({kind})({v});"
        scope = c.pick("scope", ["", "", "_block", "_system"])
        if what == "CAS":
            call = f"atomicCAS{scope}({p}, *(volatile {kind} *)({p}) + (me.t & 1), {v})"
        else:
            call = f"atomic{what}{scope}({p}, {v})"
        call = self.called(c, kind, p, v, what, scope, call)
        return f"me.acc = mix(me.acc, bits({call}));" if c.chance("used", 4) else call + ";"

    def called(self, c, kind, p, v, what, scope, call):
        """The operation, or a call of a function that does it."""
        how = c.pick("how", ["here", "inline", "noinline", "pointer", "virtual", "recursive"], [6, 1, 1, 1, 1, 1])
        if how == "here":
            return call
        self.count += 1
        f = f"f{self.count}"
        inside = f"atomicCAS{scope}(p, *(volatile {kind} *)p, v)" if what == "CAS" else f"atomic{what}{scope}(p, v)"
        if how == "virtual":
            self.functions.append(
                f"struct S{f} {{ DEV virtual {kind} go({kind} *p, {kind} v) {{ return {inside}; }} }};\n"
                f"struct T{f} : S{f} {{ DEV {kind} go({kind} *p, {kind} v) override {{ return {inside}; }} }};\n"
                f"DEV NOINLINE static {kind} {f}(S{f} *s, {kind} *p, {kind} v) {{ return s->go(p, v); }}"
            )
            self.functions.append(
                f"DEV static {kind} {f}({kind} *p, {kind} v, u32 t) "
                f"{{ S{f} s; T{f} u; return {f}(t & 1 ? &s : (S{f} *)&u, p, v); }}"
            )
            return f"{f}({p}, {v}, me.t)"
        if how == "recursive":
            self.functions.append(
                f"DEV NOINLINE static {kind} {f}({kind} *p, {kind} v, u32 depth)\n"
                f"{{ if (depth) return {f}(p, v, depth - 1); return {inside}; }}"
            )
            return f"{f}({p}, {v}, me.t % 3)"
        self.functions.append(
            f"DEV {'' if how == 'inline' else 'NOINLINE '}static {kind} {f}({kind} *p, {kind} v) {{ return"
            f" {inside}; }}"
        )
        if how == "pointer":
            self.functions.append(f"DEV static {kind} {f}_too({kind} *p, {kind} v) {{ return {inside}; }}")
            return f"(one + me.t % 2 ? {f} : {f}_too)({p}, {v})"
        return f"{f}({p}, {v})"

    def change(self, c, g):
        """A common cell is changed; what the operation returned becomes a link of the cell's chain, or nothing."""
        family = FAMILIES[self.families[g]]
        operation = c.pick("operation", family.operations)
        scopes = ["", "", "_block", "_system"] if self.commons_at != "grid" else ["", "_system"]
        scope = c.pick("scope", scopes)
        p = f"({family.type} *)({self.common(g, c)})"
        v = operation.value.replace("@", c.pick("x", ["(me.t + 3)", "me.g", "(me.t * 5 + i)", "(i + r * 7 + me.g)"]))
        v = self.with_spike(g, v)
        if not self.linked[g]:
            return operation.call.format(s=scope, p=p, v=v) + ";"
        call = operation.call.format(s=scope, p="p", v="v")
        return (
            f"{{ {family.type} *p = {p}, v = {v}, o = {call}; "
            f"atomicAdd((u64 *)p + chains, link(({family.type})({operation.new})) - link(o)); }}"
        )

    def with_spike(self, g, v):
        """The big value of a floating-point cell is added once by one thread."""
        me = "me.g" if self.commons_at == "grid" else "me.lane" if self.in_warp else "me.t"
        first = " && ".join(f"!{name}" for name in self.loops) or "true"
        if "SPIKE" in v and f"g{g}" in self.spiked:
            return v.replace("SPIKE_TOO", "false").replace("SPIKE", "false")
        if "SPIKE" in v:
            self.spiked.add(f"g{g}")
        return v.replace("SPIKE_TOO", f"({me} == 5 && {first})").replace("SPIKE", f"({me} == 2 && {first})")

    def look(self, c, g):
        family = FAMILIES[self.families[g]]
        volatile = "volatile " if c.chance("volatile", 2) and family.type != "__half2" else ""
        return f"me.acc = mix(me.acc, bits(*({volatile}{family.type} *)({self.common(g, c)})));"

    def condition(self, c):
        return c.pick(
            "condition",
            [
                "me.t % 2 == 0",
                "me.lane < 7",
                "me.w == 1",
                "me.w % 2",
                "hash(me.t) & 1",
                "me.t < 40",
                "me.acc & 1",
                "me.b == 0",
                "i < 3",
                "hash(me.t + i * 9 + r) % 3 == 0",
                "one",
            ],
        )

    def statement(self, c, modes, depth=0):
        kind = c.pick(
            "kind",
            ["own", "common", "if", "for", "many", "exit"],
            [8, 6, 2 - depth, 2 - depth, 1, 2 if self.exits and not depth else 0],
        )
        if kind == "own":
            return self.own(c)
        if kind == "common":
            g = c.number("group", 0, GROUPS - 1)
            if modes[g] == "change":
                return self.change(c, g)
            return self.look(c, g) if modes[g] == "read" else ";"
        if kind == "many":
            return f"for (u32 k = 0; k < {WIDE}; k++) atomicAdd(wide + (me.b * {WIDE} + k) * {self.n} + o, 1u);"
        if kind == "exit":
            return self.exit(c, modes)
        if kind == "if":
            return f"if ({self.condition(c)}) {{\n{self.statements(c, modes, depth + 1)}\n}}"
        return self.for_loop(c, modes, depth)

    def exit(self, c, modes):
        """Threads that exit, having done something or not. Thread 0 stays."""
        who = c.pick(
            "who", ["me.t >= 32", "me.w % 2 == 1", "me.t % 2 == 1", "me.lane > 20", "me.t > 5", "hash(me.t) % 4 == 1"]
        )
        last = self.statements(c, modes, 2) if c.chance("last words") else ""
        return f"if (me.t != 0 && {who}) {{\n{last}\nEXIT\n}}"

    def for_loop(self, c, modes, depth):
        times = c.pick("times", ["2", "me.t % 4", "8", "(u32)rounds", "hash(me.t) % 5"])
        turn = f"i{len(self.loops)}"  # what is done once only has to name each loop
        self.loops.append(turn)
        inside = self.statements(c, modes, depth + 1)
        text = f"for (u32 {turn} = 0; {turn} < {times}; {turn}++) {{\nconst u32 i = {turn};\n(void)i;\n{inside}\n}}"
        self.loops.pop()
        return text

    def statements(self, c, modes, depth=0):
        lines = []
        for k in range(c.pick("statements", [1, 2] if depth else [3, 2, 4, 5])):
            if c.keep(f"s{k}"):
                lines.append(self.statement(c.at(f"s{k}"), modes, depth))
        return "\n".join(lines)

    # Phases.

    def phase(self, c):
        turn = c.pick("turn", ["me.t", "me.n - 1 - me.t", "(me.t + 1) % me.n", "(me.t + 33) % me.n", "turns[me.t]"])
        if self.in_warp:
            turn = c.pick(
                "lanes' turn", ["me.t", "me.w * 32 + (me.lane + 1) % me.wn", "me.w * 32 + me.wn - 1 - me.lane"]
            )
        modes = []
        for g, name in enumerate(self.families):
            mode = c.pick(f"mode {g}", ["change", "change", "read"])
            modes.append(
                "none" if mode == "read" and (self.commons_at == "grid" or not FAMILIES[name].reads) else mode
            )
        return ("phase", f"const u32 o = {turn}, i = 0; (void)o, (void)i;\n" + self.statements(c, modes))

    def barrier(self, c):
        if self.in_warp:
            return ("barrier", "__syncwarp();", None)
        plain = ["__syncthreads();", "if (rounds) __syncthreads();", "__threadfence(); __syncthreads();"]
        if not self.exits:
            plain += [
                'asm volatile("bar.sync 0;" ::: "memory");',
                'asm volatile("barrier.sync 1;" ::: "memory");',
                f'asm volatile("bar.sync 2, {(self.n + 31) // 32 * 32};" ::: "memory");',
            ]
        kind = c.pick("barrier", plain + ["count", "and", "or"])
        predicate = c.pick("predicate", ["me.t & 1", "me.acc & 1", "me.t < 40", "me.w == 0"])
        return ("barrier", kind, predicate)

    def phases(self, c):
        items = []
        for k in range(c.number("phases", 1, 3)):
            part = c.at(f"p{k}")
            if not c.keep(f"p{k}"):
                continue
            inside = part.chance("in loop", 3)
            if inside:
                self.loops.append("r")
            items.append(("loop" if inside else "once", [self.phase(part), self.barrier(part)]))
            if inside:
                self.loops.pop()
        return items

    # Kernel and model.

    def preamble(self):
        """What is the same in both: names for the own cells and for the commons."""
        unit = "me.w" if self.in_warp else "0u"
        lines = [f"u64 *const me_cells = own_cells, *const commons = commons_of_block + {unit} * {GROUPS * CELLS};"]
        return lines + ["(void)me_cells, (void)commons;"]

    def units(self):
        return (self.n + 31) // 32 if self.in_warp else 1

    def last(self):
        """Who exchanged last is open: the cell's end becomes the chain's last link."""
        lines = []
        for g, name in enumerate(self.families):
            family = FAMILIES[name]
            if not family.reads:
                lines.append(
                    f"for (u32 k = 0; k < {self.units()}; k++) for (u32 j = 0; j < {CELLS}; j++) {{ "
                    f"{family.type} *p = ({family.type} *)(commons_of_block + (k * {GROUPS} + {g}) * {CELLS} + j); "
                    "*((u64 *)p + chains) -= link(*p); *p = 0; }"
                )
        return "if (me.t == 0) {\n" + "\n".join(lines) + "\n}" if lines else ""

    def rendered(self, phase, barrier):
        """All phases in order; phase and barrier render one. Behind the last is a barrier only if it is needed."""
        lines, end = [], len(self.body) - 1
        for k, (kind, items) in enumerate(self.body):
            items = items[:1] if k == end and kind == "once" and not self.needs_end() else items
            lines.append("for (int r = 0; r < rounds; r++) {" if kind == "loop" else "{ const int r = 0; (void)r;")
            lines += [phase(item[1]) if item[0] == "phase" else barrier(item) for item in items]
            lines.append("}")
        return "\n".join(lines)

    def needs_end(self):
        """Whether thread 0 has to do something when all have done their work."""
        return self.shared_own or self.commons_at == "shared" or bool(self.last())

    def device_body(self):
        text = self.rendered(lambda body: f"{{\n{body}\n}}", device_barrier)
        return text.replace("EXIT", "{ out[me.g] = me.acc; return; }")

    def model_body(self):
        text = for_host(self.rendered(lambda body: each_thread(body, self.preamble()), model_barrier))
        return text.replace("EXIT", "{ out[me.g] = me.acc; me.gone = true; return; }")

    def text(self):
        return render(self, GROUPS * CELLS, WORDS, WIDE, starts(self))


def starts(kernel):
    """Statements that give each common cell and each own one what it starts as."""
    lines = []
    for g, name in enumerate(kernel.families):
        family = FAMILIES[name]
        lines.append(
            f"for (u32 j = 0; j < {CELLS}; j++) {{ {family.type} x = {family.start.replace('pair', 'model::pair')}; "
            f"memcpy(&start[(u * {GROUPS} + {g}) * {CELLS} + j], &x, sizeof x); }}"
        )
    own = []
    for w, kind in enumerate(kernel.word_kind):
        at = f"t + N * {w}" if kernel.strided else f"t * {WORDS} + {w}"
        value = {
            "int": "u64 x = hash(t + b * 77) * 0x123456789abull",
            "f32": "u64 x = 0",
            "f64": "u64 x = 0",
            "brink f32": "f32 x = -3.0e38f",
            "brink f64": "f64 x = -1.5e308",
        }[kind]
        own.append(f"{{ {value}; memcpy(&own[b * N * {WORDS} + {at}], &x, sizeof x); }}")
    return "\n".join(lines), "\n".join(own)
