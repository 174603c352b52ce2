"""Litmus tests as CUDA C: a kernel for each, whose blocks and threads stand as the test has its CTAs.

A thread on a device of its own is the host's thread: a kernel that `softwarp explore --host-thread` runs beside the
other. What a condition asks of registers, threads store at their end. Two forms: "c" says accesses as C and CUDA's
__nv_atomic functions do, "ptx" as inline assembly.
"""

import re

from litmus import Gap, is_register

WARP, MOST_THREADS = 32, 64

# The words of the table: {r} the register, {x} the variable, {a}, {b} operands, {order}, {scope}, {n} the barrier.
C = {
    "ld": "{r} = {a};",
    "ld.weak": "{r} = {x};",
    "ld.volatile": "{r} = *(volatile int *)&{x};",
    "ld.strong": "{r} = __nv_atomic_load_n(&{x}, {order}, {scope});",
    "st.weak": "{x} = {a};",
    "st.volatile": "*(volatile int *)&{x} = {a};",
    "st.strong": "__nv_atomic_store_n(&{x}, {a}, {order}, {scope});",
    "atom.add": "{r} = __nv_atomic_fetch_add(&{x}, {a}, {order}, {scope});",
    "atom.sub": "{r} = __nv_atomic_fetch_sub(&{x}, {a}, {order}, {scope});",
    "atom.and": "{r} = __nv_atomic_fetch_and(&{x}, {a}, {order}, {scope});",
    "atom.or": "{r} = __nv_atomic_fetch_or(&{x}, {a}, {order}, {scope});",
    "atom.xor": "{r} = __nv_atomic_fetch_xor(&{x}, {a}, {order}, {scope});",
    "atom.exch": "{r} = __nv_atomic_exchange_n(&{x}, {a}, {order}, {scope});",
    "atom.cas": "{{ int old = {a}; __nv_atomic_compare_exchange_n(&{x}, &old, {b}, false, {order}, {failed}, {scope}); "
                "{r} = old; }}",
    "red.add": "__nv_atomic_add(&{x}, {a}, {order}, {scope});",
    "red.sub": "__nv_atomic_sub(&{x}, {a}, {order}, {scope});",
    "red.and": "__nv_atomic_and(&{x}, {a}, {order}, {scope});",
    "red.or": "__nv_atomic_or(&{x}, {a}, {order}, {scope});",
    "red.xor": "__nv_atomic_xor(&{x}, {a}, {order}, {scope});",
    "fence": "__nv_atomic_thread_fence({order}, {scope});",
}

PTX_LOAD = 'asm volatile("ld.{how}.u32 %0, [%1];" : "=r"({r}) : "l"(&{x}) : "memory");'
PTX_STORE = 'asm volatile("st.{how}.u32 [%0], %1;" :: "l"(&{x}), "r"({a}) : "memory");'
PTX_ATOM = 'asm volatile("atom.{how}.%s %%0, [%%1], %%2;" : "=r"({r}) : "l"(&{x}), "r"(%s) : "memory");'
PTX_RED = 'asm volatile("red.{how}.%s [%%0], %%1;" :: "l"(&{x}), "r"(%s) : "memory");'
PTX_TYPES = {"add": "add.u32", "and": "and.b32", "or": "or.b32", "xor": "xor.b32", "exch": "exch.b32"}
PTX = {
    "ld": "{r} = {a};",
    **{f"ld.{kind}": PTX_LOAD for kind in ("weak", "volatile", "strong")},
    **{f"st.{kind}": PTX_STORE for kind in ("weak", "volatile", "strong")},
    **{f"atom.{name}": PTX_ATOM % (type, "{a}") for name, type in PTX_TYPES.items()},
    **{f"red.{name}": PTX_RED % (type, "{a}") for name, type in PTX_TYPES.items() if name != "exch"},
    "atom.sub": PTX_ATOM % ("add.u32", "-({a})"),
    "red.sub": PTX_RED % ("add.u32", "-({a})"),
    "atom.cas": 'asm volatile("atom.{how}.cas.b32 %0, [%1], %2, %3;" : "=r"({r}) : "l"(&{x}), "r"({a}), "r"({b}) : '
                '"memory");',
    "fence": 'asm volatile("fence.{how};" ::: "memory");',
}

# What both forms say alike.
COMMON = {
    "add": "{r} = {a} + {b};",
    "sub": "{r} = {a} - {b};",
    "mul": "{r} = {a} * {b};",
    "div": "{r} = {a} / {b};",
    "and": "{r} = {a} & {b};",
    "or": "{r} = {a} | {b};",
    "xor": "{r} = {a} ^ {b};",
    **{f"b{name}": "if ({a} %s {b}) goto {label};" % sign
       for name, sign in (("eq", "=="), ("ne", "!="), ("ge", ">="), ("le", "<="), ("gt", ">"), ("lt", "<"))},
    "goto": "goto {label};",
    "label": "{label}:;",
    "bar.sync": 'asm volatile("barrier.sync {n}{count};" ::: "memory");',
    "bar.arrive": 'asm volatile("barrier.arrive {n}{count};" ::: "memory");',
}
FORMS = {"c": {**COMMON, **C}, "ptx": {**COMMON, **PTX}}

ORDER_NAMES = {None: "", "acq_rel": "ACQ_REL", "sc": "SEQ_CST", "relaxed": "RELAXED", "acquire": "ACQUIRE",
               "release": "RELEASE", "weak": "", "volatile": ""}
REDUCED = {"acq_rel": "release", "acquire": "relaxed"}  # PTX's red acquires nothing, and what C has in its stead does
FAILED = {"acq_rel": "acquire", "release": "relaxed"}  # the order of a compare-and-swap that does not swap
SCOPE_NAMES = {"cta": "BLOCK", "cluster": "CLUSTER", "gpu": "DEVICE", "sys": "SYSTEM"}
SHAPES = {  # which operands an instruction has
    "ld": "rx", "st": "xa", "atom": "rxab", "red": "xa", "fence": "", "bar": "", "goto": "l", "label": "l",
    **{name: "rab" for name in ("add", "sub", "mul", "div", "and", "or", "xor")},
    **{name: "abl" for name in ("beq", "bne", "bge", "ble", "bgt", "blt")},
}

WRITERS = {name for name, shape in SHAPES.items() if shape.startswith("r")}


def row_of(i):
    """Which row of the table says an instruction."""
    if i.name == "ld" and not i.suffixes:
        return "ld"
    if i.name in ("ld", "st"):
        return f"{i.name}.{i.order if i.order in ('weak', 'volatile') else 'strong'}"
    return f"{i.name}.{i.operation}" if i.operation and i.name != "fence" else i.name


class Barriers:
    """The barriers of a block's threads. PTX's wait for threads in whole warps, or for all that have not exited;
    those of litmus tests for whoever comes to them. sets: which barriers each thread comes to."""

    def __init__(self, threads):
        self.sets = {t.number: frozenset(self.key(t, i) for i in t.code if i.name == "bar") for t in threads}
        self.arrives = any(i.operation == "arrive" for t in threads for i in t.code)
        self.groups = list(dict.fromkeys(s for s in self.sets.values() if s))
        self.numbers = {key: n for n, key in enumerate(sorted({k for s in self.groups for k in s}))}
        self.counts = self.arrives or len(self.groups) > 1
        self.quorums = {int(i.operands[2]) for t in threads for i in t.code if i.name == "bar" and len(i.operands) > 2}
        self.check_quorums()

    @staticmethod
    def key(thread, i):
        """Number and resource of a barrier; a resource in a register that is never written is what that holds."""
        if i.scope != "cta":
            raise Gap(i.text())
        values = []
        for word in i.operands[:2]:
            if is_register(word):
                if any(other.name in WRITERS and other.operands[0] == word for other in thread.code):
                    raise Gap("a barrier that depends on what was read")
                word = thread.initial.get(word, 0)
            values.append(int(word))
        return tuple(values)

    def check_quorums(self):
        come = sum(1 for s in self.sets.values() if s)
        if self.quorums and len(self.numbers) > 1:
            raise Gap("several barriers with counts of their own")
        if any(q < come for q in self.quorums):
            raise Gap("a barrier that later threads pass")
        self.lacks = any(q > come for q in self.quorums)

    def places(self):
        """Each thread's place in its block: those of a group share warps, where barriers count; else side by side."""
        if not self.counts:
            return {number: place for place, number in enumerate(self.sets)}
        if self.arrives:
            return {number: place * WARP for place, number in enumerate(self.sets)}
        warps = {group: warp for warp, group in enumerate(self.groups)}
        used, places = {}, {}
        for number, group in self.sets.items():
            warp = warps.get(group, 0)
            places[number] = warp * WARP + used.setdefault(warp, 0)
            used[warp] += 1
        return places

    def count(self, key):
        """", 64": how many threads a barrier waits for, if it says so."""
        if self.lacks:
            return f", {2 * WARP}"
        if not self.counts:
            return ""
        members = self.sets.values() if self.arrives else self.groups
        return f", {WARP * sum(key in s for s in members)}"


class Program:
    """A test as part of a program: `prefix` stands before all names that it declares."""

    def __init__(self, test, prefix, form="c"):
        self.test, self.prefix, self.form = test, prefix, FORMS[form]
        devices = [t.device for t in test.threads]
        self.device = max(sorted(set(devices)), key=devices.count)
        self.on_host = [t for t in test.threads if t.device != self.device]
        if len(self.on_host) > 1:
            raise Gap("several threads beside those of one device")
        self.blocks = list(dict.fromkeys(t.block for t in test.threads if t.device == self.device))
        self.barriers, self.places = {}, {}
        for block in self.blocks:
            self.lay_out(block)
        self.size = max(self.places.values()) // WARP * WARP + WARP if self.counts() else max(self.places.values()) + 1
        if self.size * len(self.blocks) + len(self.on_host) > MOST_THREADS:
            raise Gap("barriers of more warps than are explored")

    def counts(self):
        return any(b.counts for b in self.barriers.values())

    def lay_out(self, block):
        threads = [t for t in self.test.threads if (t.block, t.device) == (block, self.device)]
        self.barriers[block] = Barriers(threads)
        self.places.update(self.barriers[block].places())

    def operand(self, word):
        return word if is_register(word) or word.lstrip("-").isdigit() else f"{self.prefix}_{word}"

    def words(self, thread, i):
        """What the table's row is filled in with."""
        order = REDUCED.get(i.order, i.order) if i.name == "red" else i.order
        words = {"order": f"__NV_ATOMIC_{ORDER_NAMES[order]}",
                 "failed": f"__NV_ATOMIC_{ORDER_NAMES[FAILED.get(i.order, i.order)]}",
                 "scope": f"__NV_THREAD_SCOPE_{SCOPE_NAMES.get(i.scope, 'SYSTEM')}",
                 "how": ".".join(filter(None, [i.order, i.scope or ("sys" if i.name == "fence" else None)]))}
        shape = "ra" if row_of(i) == "ld" else SHAPES[i.name]
        for letter, word in zip(shape, i.operands):
            if letter == "l":
                words["label"] = f"P{thread.number}_{word}"
            else:
                words[letter] = self.operand(word)
        if i.name == "bar":
            barriers = self.barriers[thread.block]
            key = barriers.key(thread, i)
            words.update(n=barriers.numbers[key], count=barriers.count(key))
        return words

    def statement(self, thread, i):
        if row_of(i) not in self.form or i.name not in SHAPES:
            raise Gap(i.text())
        if i.scope is None and i.order in ("relaxed", "acquire", "release", "acq_rel"):
            raise Gap(f"no scope: {i.text()}")
        return self.form[row_of(i)].format(**self.words(thread, i))

    def stored(self, thread):
        """Registers that it stores at its end: those of the condition, and what atomic operations return, without
        which PTX would have them be reductions."""
        asked = {register for number, register in self.test.results if number == thread.number}
        returned = {i.operands[0] for i in thread.code if i.name == "atom"}
        return sorted(asked | returned)

    def body(self, thread, indent):
        lines = [f"int {r} = {thread.initial.get(r, 0)};" for r in sorted({*thread.registers(), *self.stored(thread)})]
        lines += [self.statement(thread, i) for i in thread.code]
        lines += [f"{self.prefix}_P{thread.number}_{r} = {r};" for r in self.stored(thread)]
        return "".join(f"{indent}{line}\n" for line in lines)

    def declarations(self):
        kind = "__managed__" if self.on_host else "__device__"
        names = [f"{name} = {value}" for name, value in self.test.variables.items()]
        names += [f"P{t.number}_{r}" for t in self.test.threads for r in self.stored(t)]
        return "".join(f"{kind} int {self.prefix}_{name};\n" for name in names)

    def host_kernel(self):
        return f"{self.prefix}_host" if self.on_host else None

    def text(self):
        """The test's variables, kernels and the function that launches it."""
        text = f"// {self.test.name}\n{self.declarations()}\n__global__ void {self.prefix}()\n{{\n"
        text += "    switch (blockIdx.x * blockDim.x + threadIdx.x) {\n"
        for thread in self.test.threads:
            if thread.device == self.device:
                place = self.blocks.index(thread.block) * self.size + self.places[thread.number]
                text += f"    case {place}: {{\n{self.body(thread, ' ' * 8)}        break;\n    }}\n"
        text += "    }\n}\n"
        for thread in self.on_host:
            text += f"\n__global__ void {self.host_kernel()}()\n{{\n{self.body(thread, ' ' * 4)}}}\n"
        return text

    def launch(self):
        return f'    if (!strcmp(argv[1], "{self.prefix}")) {self.prefix}<<<{len(self.blocks)}, {self.size}>>>();\n'

    def watch(self):
        return ",".join(f"{self.prefix}_{name}" for name in self.test.watched)

    def question(self):
        """The predicate of --find: an outcome that exists asks for, or that forall forbids."""
        text = re.sub(r"[A-Za-z_]\w*", lambda word: f"{self.prefix}_{word[0]}", self.test.condition)
        return f"!({text})" if self.test.kind == "forall" else text


def program(parts):
    """One program of several tests: its argument says which is launched."""
    text = "#include <string.h>\n\n" + "\n".join(part.text() for part in parts)
    text += "\nint main(int argc, char **argv)\n{\n    if (argc < 2) return 2;\n"
    return text + "".join(part.launch() for part in parts) + "    return cudaDeviceSynchronize() != cudaSuccess;\n}\n"
