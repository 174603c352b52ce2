"""Random things that the threads of a block do together, around what each does for itself.

A kernel is a list of such steps, in flow of control that is uniform over the block, over a warp, or neither. What is
shared changes hands at barriers only: every step that uses shared memory begins with one (the threads may still be
reading what the step before left there), and holds all the barriers it needs, so that steps can be cut out singly.
"""
from kernels_expression import FLOATS, condition, leaf, value
from kernels_thread import Context, Counters, Own, ThreadCode
from kernels_tree import (Barrier, BarrierReduce, If, Jump, Leave, Loop, OutOfLine, Plain, Region, Warp, WarpIf,
                          WarpLoop)

SHUFFLES = {"idx": "__shfl_sync", "up": "__shfl_up_sync", "down": "__shfl_down_sync", "xor": "__shfl_xor_sync"}
REDUCTIONS = [("add", "u32", "sum"), ("add", "i32", "sum"), ("min", "u32", "least_of"), ("max", "u32", "most_of"),
              ("min", "i32", "least_of"), ("max", "i32", "most_of"), ("and", "u32", "all_bits"),
              ("or", "u32", "any_bits"), ("xor", "u32", "odd_bits")]


class Flow:
    """Where a step stands. together: all threads of the block that have not returned are here (barriers may be).
    mask: the variable with the lanes that are here, or None without warp functions. trips: how much more may be
    nested."""

    def __init__(self, together=True, mask=None, trips=12, depth=0, loop=False, out_of_line=False):
        self.together, self.mask, self.trips, self.depth, self.loop = together, mask, trips, depth, loop
        self.out_of_line = out_of_line

    def inner(self, **changes):
        copy = Flow()
        copy.__dict__.update(self.__dict__)
        copy.depth += 1
        copy.__dict__.update(changes)
        return copy


class BlockCode:
    """kernel: where variables are made (kernels_program.py). own, counters, ...: as for ThreadCode."""

    def __init__(self, rnd, kernel, scope, own, counters, equal_stores, structs):
        self.rnd, self.kernel, self.scope = rnd, kernel, scope
        self.own, self.counters, self.equal_stores, self.structs = own, counters, equal_stores, structs

    def code(self, own=(), counters=(), bag=None):
        return ThreadCode(self.rnd, self.own + list(own), self.counters + list(counters), self.equal_stores,
                          self.structs, self.kernel.numbers, self.kernel.swept, bag)

    def region(self, flow, count=None, own=(), counters=(), arrays=(), first=None):
        """Statements of a thread. own, counters, arrays: what this stretch may use besides, `first`: the kind of access
        that it is there for."""
        scope = self.scope.inner()
        scope.arrays = scope.arrays + list(arrays)
        returns = None
        if flow.together and not flow.mask and not flow.out_of_line and not own and not counters and not arrays:
            returns = self.returned
        once = flow.trips == Flow().trips and not flow.out_of_line
        code = self.code(own, counters, self.kernel.bag if once else None)
        context = Context(trips=120 if not flow.loop else 30, returns=returns)
        body = code.body(scope, context, count)
        if first:
            body.insert(self.rnd.randrange(len(body) + 1), first(code, scope, context))
        return Region(body)

    def returned(self, at):
        self.kernel.has_returned = True
        return "$RETURN;"

    def steps(self, flow, count=None):
        if count is None:
            count = self.rnd.randrange(1, 3 if flow.depth else 5)
        result = []
        for _ in range(count):
            result += self.step(flow)
        return result

    def step(self, flow):
        choices = [(8, self.plain)]
        deeper = flow.depth < 3
        if flow.together and self.kernel.barriers:
            choices += [(8, self.exchange), (4, self.tree), (4, self.histogram), (3, self.scan),
                        (4, self.vote_of_block)]
        if flow.mask:
            choices += [(8, self.shuffle), (6, self.vote), (4, self.match), (4, self.reduce), (2, self.butterfly),
                        (1, self.sync_warp)]
            if deeper:
                choices += [(8, self.warp_branch), (4, self.warp_loop), (3, self.branch_of_warp)]
        if flow.together and self.kernel.barriers and self.kernel.is_flat:
            choices.append((4, self.transposition))
        all_stay = not self.kernel.leaves and not self.kernel.has_returned
        if flow.together and self.kernel.barriers and flow.depth == 0 and all_stay:
            choices.append((3, self.last_block))
        if flow.together:
            choices.append((2, self.new_uniform))
            if deeper:
                choices += [(4, self.uniform_branch), (5, self.uniform_loop)]
            if flow.loop:
                choices.append((3, self.jump))
            if self.kernel.leaves and not flow.out_of_line:
                choices.append((3, self.leave))
        if deeper and not flow.out_of_line and (flow.mask or self.kernel.barriers):
            choices.append((3, self.call))
        kinds, weights = [c[1] for c in choices], [c[0] for c in choices]
        return self.rnd.choices(kinds, weights)[0](flow)

    def plain(self, flow):
        return [self.region(flow)]

    # ---- the block
    def target(self, types):
        """A variable of the thread with one of these types, made if there is none."""
        found = [text[1:] for text, kind in self.scope.targets if kind in types and text.startswith("$v")]
        return self.rnd.choice(found) if found else self.kernel.variable(types[0], "v")

    def shared_array(self, types=("i32", "u32", "f32", "i64", "u64", "f64", "u8", "i16")):
        return self.kernel.shared(self.rnd.choice(types), self.kernel.geometry.threads, types)

    def own_place(self, array, per=1):
        threads = self.kernel.geometry.threads
        pattern = self.rnd.choice(["$tid", "$tid", f"{threads - 1} - $tid", f"(i32)$tid", f"$tid ^ 1"
                                   if threads % 2 == 0 else "$tid"])
        return Own(array.name, array.type, 1, pattern)

    def write(self, own):
        return lambda code, scope, context: Plain(f"{own.at('0')} = {value(scope, own.type, 2)};")

    def read(self, array):
        def statement(code, scope, context):
            at, threads = self.rnd.choice(self.scope.indices), self.kernel.geometry.threads
            place = self.rnd.choice([f"($tid + {self.rnd.randrange(1, 70)}u) % {threads}u", f"{threads - 1} - $tid",
                                     "0",
                                     f"{at} * 5u % {threads}u", f"{value(scope, 'u32', 2)} % {threads}u", "$tid"])
            fitting = [text for text, kind in scope.targets if kind == array.type]
            if fitting:
                return Plain(f"{self.rnd.choice(fitting)} = {array.name}[{place}];")
            name = self.target([array.type])
            return Plain(f"${name} = {array.name}[{place}];")
        return statement

    def exchange(self, flow):
        """Each thread writes its place; after a barrier each reads any."""
        array = self.shared_array()
        own = self.own_place(array)
        return [Step([Barrier(), self.region(flow, self.rnd.randrange(2), own=[own], first=self.write(own)), Barrier(),
                      self.region(flow, self.rnd.randrange(3), arrays=[array],
                                  first=self.read(array))])]

    def tree(self, flow):
        """The reduction of every tutorial."""
        array = self.shared_array(("i32", "u32", "u64", "i64", "f32"))
        threads, s = self.kernel.geometry.threads, self.kernel.variable("i32", "s")
        own = Own(array.name, array.type, 1, "$tid")
        start = 1
        while start < threads:
            start *= 2
        combine = f"tame<{array.type}>({{a}} + {{b}})" if array.type in FLOATS else self.rnd.choice(
            ["add<T>({a}, {b})", "most<T>({a}, {b})", "least<T>({a}, {b})", "mul<T>({a}, {b})"]).replace("T",
                                                                                                         array.type)
        a, b = f"{array.name}[$tid]", f"{array.name}[$tid + ${s}]"
        inside = Region([Plain(f"if ($tid < (u32)${s} && $tid + ${s} < {threads}u) {{",
                               [Plain(f"{a} = {combine.format(a=a, b=b)};")], "}")])
        down = self.rnd.choice([f"${s} >>= 1", f"${s} /= 2"])
        target = self.target([array.type])
        return [Step([Barrier(), self.region(flow, 0, own=[own], first=self.write(own)), Barrier(),
                      Loop(s, start // 2, f"${s} > 0", down, [inside, Barrier()]),
                      Region([Plain(f"${target} = {array.name}[0];")])])]

    def scan(self, flow):
        """Prefix sums, doubling the distance."""
        array = self.shared_array(("i32", "u32", "u64"))
        threads, s = self.kernel.geometry.threads, self.kernel.variable("i32", "s")
        other = self.kernel.variable(array.type, "t")
        own = Own(array.name, array.type, 1, "$tid")
        get = Region([Plain(f"${other} = $tid >= (u32)${s} ? {array.name}[$tid - ${s}] : ({array.type})0;")])
        put = Region([Plain(f"{array.name}[$tid] = add<{array.type}>({array.name}[$tid], ${other});")])
        target = self.target([array.type])
        return [Step([Barrier(), self.region(flow, 0, own=[own], first=self.write(own)), Barrier(),
                      Loop(s, 1, f"${s} < {threads}", f"${s} *= 2", [get, Barrier(), put, Barrier()]),
                      Region([Plain(f"${target} = {array.name}[{threads - 1} - $tid];")])])]

    def histogram(self, flow):
        """Counters in shared memory: cleared, used by all, read."""
        type_, operation = self.rnd.choice([
            ("u32", "add"), ("i32", "add"), ("u64", "add"), ("f32", "add"), ("f64", "add"), ("u32", "max"),
                                            ("i32", "min"),
            ("u32", "or"), ("u64", "xor"), ("u32", "and"), ("u32", "inc"), ("u32", "dec"), ("i32", "sub"),
                                            ("u32", "cas_add"),
            ("i32", "cas_max"), ("u32", "cas_float"), ("u64", "cas_float"), ("u32", "cas_mul"), ("u32", "exch"),
                                            ("u32", "together"),
            ("u64", "min"), ("i64", "max")])
        threads = self.kernel.geometry.threads
        array = self.kernel.shared(type_, self.rnd.choice([1, 4, 16, 64]))
        scope = self.rnd.choice(["", "_block"]) if operation not in ("sub", "inc", "dec", "together") else ""
        if operation == "exch":
            scope = ""
        counters = Counters(array.name, type_, array.size, operation, scope, None)
        start = "0" if type_ in FLOATS or "float" in operation else self.rnd.choice(["0", "1", "77", "255"])
        clear = Plain(f"for (u32 c = $tid; c < {array.size}u; c += {threads}u) {array.name}[c] = ({type_}){start};")
        only = ThreadCode(self.rnd, counters=[counters], numbers=self.kernel.numbers)
        target = self.target([type_])
        place = self.rnd.choice(["$tid", "$gid", "$tid / 3u"])
        first = lambda code, scope, context: only.atomic(scope, context)
        return [Step([Barrier(), Region([clear]), Barrier(),
                      self.region(flow, self.rnd.randrange(3), counters=[counters], first=first), Barrier(),
                      Region([Plain(f"${target} = {array.name}[{place} & {array.size - 1}];")])])]

    def transposition(self, flow):
        """A tile with rows of odd length, written by rows and read by columns."""
        columns, rows, _ = self.kernel.geometry.block
        pitch = columns + self.rnd.choice([0, 1, 1])
        types = ("i32", "f32", "u8", "f64")
        array = self.kernel.shared(self.rnd.choice(types), rows * pitch, types)
        own = Own(array.name, array.type, 1, f"$ty * {pitch} + $tx")
        place = self.rnd.choice([f"($tx % {rows}) * {pitch} + $ty % {columns}", f"$tx % {rows} * {pitch}",
                                 f"$ty * {pitch} + ({columns - 1} - $tx)", f"$ty * {pitch} + ($tx + 1) % {columns}",
                                 f"({rows - 1} - (i32)$ty) * {pitch} + (i32)$tx", f"$ty * {pitch}"])
        target = self.target([array.type])
        return [Step([Barrier(), self.region(flow, self.rnd.randrange(2), own=[own], first=self.write(own)), Barrier(),
                      Region([Plain(f"${target} = {array.name}[{place}];")])])]

    def last_block(self, flow):
        """The last block to arrive sums up what all have left."""
        kernel, g = self.kernel, self.kernel.geometry
        type_ = self.rnd.choice(["i32", "u64", "f32"])
        partial, result = kernel.buffer(type_, "partial", g.blocks), kernel.buffer(type_, "sum", g.threads)
        ticket, last, array = kernel.buffer("u32", "ticket", 1, start="0"), kernel.variable("i32", "last"), \
            kernel.shared("i32", 1)
        add = f"add<{type_}>(all, {partial}[b])" if type_ not in FLOATS else f"all + {partial}[b]"
        what = value(self.scope, type_, 2) if type_ not in FLOATS else f"(f32)({value(self.scope, 'u32', 2)} & 255)"
        arrive = [Plain("if ($tid == 0) {", [
            Plain(f"*(volatile {type_} *)&{partial}[$bid] = {what};"), Plain("fence();"),
            Plain(f"{array.name}[0] = atomic_add(&{ticket}[0], 1u) == {g.blocks - 1}u;")], "}")]
        sum_up = [Plain(f"if (${last}) {{", [
            Plain("fence();"), Plain(f"{type_} all = 0;"), Plain(f"for (u32 b = 0; b < {g.blocks}u; b++) all = {add};"),
            Plain(f"{result}[$tid] = all;")], "}")]
        know = Region([Plain(f"${last} = {array.name}[0];")])
        return [Step([Barrier(), Region(arrive), Barrier(), know, Region(sum_up)])]

    def vote_of_block(self, flow):
        kind = self.rnd.choice(["count", "and", "or"])
        target = self.kernel.variable("i32", "uni") if self.rnd.random() < 0.5 else None
        if target:
            self.scope.uniforms.append((f"${target}", "i32"))
        return [BarrierReduce(target or self.target(["i32"]), kind, condition(self.scope))]

    def new_uniform(self, flow):
        name = self.kernel.variable(self.rnd.choice(["i32", "u32", "u64", "f32"]), "uni")
        type_ = self.kernel.type_of(name)
        result = Region([Plain(f"${name} = {value(self.scope.only_uniform(), type_, 3)};")])
        self.scope.uniforms.append((f"${name}", type_))
        return [result]

    # ---- flow of control that is the same for all
    def uniform_condition(self):
        return condition(self.scope.only_uniform())

    def uniform_branch(self, flow):
        then = self.steps(flow.inner())
        return [If(self.uniform_condition(), then, self.steps(flow.inner()) if self.rnd.random() < 0.5 else None)]

    def uniform_loop(self, flow):
        most = self.rnd.randrange(1, 5)
        if flow.trips < most:
            return self.plain(flow)
        name = self.kernel.variable("i32", "it")
        limit = str(most)
        if self.rnd.random() < 0.5:
            limit = f"1 + ({leaf(self.scope.only_uniform(), 'i32')} & {1 if most < 4 else 3})"
        limit_name = self.kernel.variable("i32", "n") # the bound is taken once: what it is made of may change inside
        before = Region([Plain(f"${limit_name} = {limit};")])
        self.scope.uniforms.append((f"${name}", "i32"))
        body = self.steps(flow.inner(trips=flow.trips // most, loop=True))
        return [before, Loop(name, 0, f"${name} < ${limit_name}", f"${name}++", body)]

    def jump(self, flow):
        return [Jump(self.uniform_condition(), self.rnd.choice(["break", "continue"]))]

    def leave(self, flow):
        return [Leave(condition(self.scope), flow.mask)]

    def call(self, flow):
        body = self.steps(flow.inner(out_of_line=True, loop=False))
        return [OutOfLine(self.kernel.function_name(), self.kernel, body)]

    # ---- the warp
    def warp_type(self):
        return self.rnd.choice(["i32", "u32", "i32", "u32", "i64", "u64", "f32", "f64"])

    def shuffle(self, flow):
        type_, kind = self.warp_type(), self.rnd.choice(list(SHUFFLES))
        target, mask = self.target([type_]), f"${flow.mask}"
        width = self.rnd.choice([2, 4, 8, 16, 32, 32, 32, 32])
        argument = self.rnd.choice([str(self.rnd.randrange(width)),
                                    str(1 << self.rnd.randrange(width.bit_length() - 1)),
                                    f"(i32)({value(self.scope, 'u32', 1)} & 31)",
                                    f"({leaf(self.scope.only_uniform(), 'i32')} & 31)"])
        what = value(self.scope, type_, 2)
        call = f"{SHUFFLES[kind]}({mask}, ({type_})({what}), {argument}" + (f", {width});" if width < 32
                                                                            or self.rnd.random() < 0.2 else ");")
        source = f"source_{kind}($lane, (u32)({argument}), {width}u)"
        if self.kernel.full_warps and flow.mask == "wm" and not self.kernel.leaves:
            return [Warp(type_, mask, what, f"${target} = {call}", f"${target} = L.get({source});")]
        from_, got = "from", "got"
        check = f"const u32 {from_} = {source}; "
        take = f"if ({mask} >> {from_} & 1) ${target} = {got};"
        return [Warp(type_, mask, what, f"{{ {check}const {type_} {got} = {call} {take} }}",
                     f"{check}const {type_} {got} = L.get({from_}); {take}")]

    def butterfly(self, flow):
        """All lanes' sum, as it is usually written; lanes that are not there count as 0."""
        type_ = self.rnd.choice(["i32", "u32", "u64"])
        target, s, mask = self.target([type_]), self.kernel.variable("i32", "s"), f"${flow.mask}"
        kind = self.rnd.choice(["xor", "down"])
        source = f"source_{kind}($lane, (u32)${s}, 32u)"
        add = f"${target} = add<{type_}>(${target}, {mask} >> {source} & 1 ? got : ({type_})0);"
        inside = Warp(type_, mask, f"${target}",
                      f"{{ const {type_} got = {SHUFFLES[kind]}({mask}, ${target}, ${s}); {add} }}",
                      f"const {type_} got = L.get({source}); {add}")
        return [Loop(s, 16, f"${s} > 0", f"${s} >>= 1", [inside])]

    def vote(self, flow):
        kind, mask, test = self.rnd.choice(["ballot", "any", "all"]), f"${flow.mask}", condition(self.scope)
        if kind == "ballot":
            target = self.target(["u32"])
            return [Warp("i32", mask, f"({test}) ? 1 : 0", f"${target} = __ballot_sync({mask}, {test});",
                         f"${target} = L.ballot();")]
        target = self.target(["i32"])
        return [Warp("i32", mask, f"({test}) ? 1 : 0", f"${target} = __{kind}_sync({mask}, {test}) != 0;",
                     f"${target} = L.{kind}();")]

    def match(self, flow):
        type_, mask, target = self.rnd.choice(["i32", "u32", "u64"]), f"${flow.mask}", self.target(["u32"])
        key = self.rnd.choice([f"({type_})({value(self.scope, 'u32', 2)} & {self.rnd.choice([1, 3, 7])})",
                               value(self.scope, type_, 1)])
        if self.rnd.random() < 0.6:
            return [Warp(type_, mask, key, f"${target} = __match_any_sync({mask}, ({type_})({key}));",
                         f"${target} = L.match(L.value[$lane]);")]
        return [Warp(type_, mask, key,
                     f"{{ int agree; const u32 who = __match_all_sync({mask}, ({type_})({key}), &agree); "
                                       f"${target} = who + (agree != 0); }}",
                     f"const bool agree = L.match(L.value[$lane]) == L.mask; ${target} = agree ? L.mask + 1 : 0;")]

    def reduce(self, flow):
        operation, type_, method = self.rnd.choice(REDUCTIONS)
        mask, target, what = f"${flow.mask}", self.target([type_]), value(self.scope, type_, 2)
        return [Warp(type_, mask, what, f"${target} = __reduce_{operation}_sync({mask}, ({type_})({what}));",
                     f"${target} = L.{method}();")]

    def sync_warp(self, flow):
        return [Warp("i32", f"${flow.mask}", "0", f"__syncwarp(${flow.mask});", "")]

    def warp_branch(self, flow):
        then_mask, predicate = self.kernel.variable("u32", "m"), self.kernel.variable("bool", "p")
        inner = flow.inner(together=False, mask=then_mask)
        then = self.steps(inner)
        if self.rnd.random() < 0.5:
            return [WarpIf(flow.mask, condition(self.scope), predicate, then_mask, then)]
        else_mask = self.kernel.variable("u32", "m")
        return [WarpIf(flow.mask, condition(self.scope), predicate, then_mask, then, else_mask,
                       self.steps(flow.inner(together=False, mask=else_mask)))]

    def branch_of_warp(self, flow):
        """A branch that all lanes which are here take, or none."""
        predicate, mask, test = self.kernel.variable("bool", "p"), f"${flow.mask}", condition(self.scope)
        kind = self.rnd.choice(["any", "all"])
        vote = Warp("i32", mask, f"({test}) ? 1 : 0", f"${predicate} = __{kind}_sync({mask}, {test}) != 0;",
                    f"${predicate} = L.{kind}();")
        inner = flow.inner(together=False)
        return [vote, If(f"${predicate}", self.steps(inner), self.steps(inner) if self.rnd.random() < 0.5 else None)]

    def warp_loop(self, flow):
        most = self.rnd.randrange(1, 5)
        if flow.trips < most:
            return self.plain(flow)
        mask, counter, predicate = (self.kernel.variable(kind, stem) for kind,
                                    stem in (("u32", "m"), ("i32", "it"), ("bool", "p")))
        body = self.steps(flow.inner(together=False, mask=mask, trips=flow.trips // most, loop=True))
        return [WarpLoop(flow.mask, mask, counter, most, condition(self.scope), predicate, body)]


class Step:
    """Several nodes that only make sense together: cut as one."""
    children = ()

    def __init__(self, nodes):
        self.nodes = nodes
        regions = [node for node in nodes if isinstance(node, Region)]
        self.children = [region.body for region in regions if len(region.body) > 1]

    def device(self, w):
        for node in self.nodes:
            node.device(w)

    def model(self, w, mask, loops):
        for node in self.nodes:
            node.model(w, mask, loops)
