"""gdb for CUDA programs that Softwarp has compiled with -g -G: docs/debugging.md.

    info cuda kernels | blocks | threads     what is in flight
    print $device("name")                    a device variable while host code is looked at, which has a shadow of it
    cuda [kernel N] [block (x,y,z)] [thread (x,y,z)]     the thread to look at; without arguments, which it is
    backtraces without the runtime's frames, types of CUDA in a readable form

A program names this file in its section .debug_gdb_scripts. What the script knows of the runtime's structures stands in
the table swrt_debugger (runtime/execute/debugger.c); nothing is called in the program.

A thread that waits is found by an unwinder: while the user looks at one, the frame below the program's real one is that
in which it waits. Nothing is written to the program, and it goes on where it has stopped.
"""
import collections
import re
import struct

import gdb
import gdb.printing
import gdb.unwinder
from gdb.FrameDecorator import FrameDecorator

Position = collections.namedtuple("Position", "x y z")
KEPT = ("r15", "r14", "r13", "r12", "rbx", "rbp", "rip")  # in this order where swrt_fiber_switch leaves a stack


def text_of(position):
    return "(%d,%d,%d)" % position


class Memory:
    """The program's memory, and the runtime's table."""

    def __init__(self):
        self.rows = {}
        self.space = None

    def read(self, address, length):
        return bytes(gdb.selected_inferior().read_memory(address, length))

    def u32(self, address):
        return struct.unpack("<I", self.read(address, 4))[0]

    def u64(self, address):
        return struct.unpack("<Q", self.read(address, 8))[0]

    def three(self, address):
        return Position(*struct.unpack("<III", self.read(address, 12)))

    def string(self, address):
        found = b""
        while b"\0" not in found:
            found += self.read(address + len(found), 1)
        return found[:-1].decode(errors="replace")

    def load(self):
        """The table; False where the program has no runtime yet."""
        try:
            table = int(gdb.parse_and_eval("(unsigned long)&swrt_debugger"))
            if self.rows and self.space == (table, gdb.selected_inferior().pid):
                return True
            self.space, self.rows = (table, gdb.selected_inferior().pid), {}
            while self.u64(table):
                self.rows[self.string(self.u64(table))] = self.u64(table + 8)
                table += 16
        except gdb.error:
            return False
        return "engine" in self.rows

    def at(self, base, name):
        return base + self.rows[name]


memory = Memory()


class Thread:
    """A thread of a block. state: what it does or waits for; pc: where, or None."""

    def __init__(self, block, number):
        self.block, self.number = block, number
        size = block.size
        self.index = Position(number % size.x, number // size.x % size.y, number // (size.x * size.y))
        warp = memory.at(block.slot, "slot.warps") + number // 32 * memory.rows["sizeof.warp"]
        coroutine = memory.at(block.slot, "slot.coroutines") + number * memory.rows["sizeof.coroutine"]
        bit = 1 << number % 32
        self.fiber, self.pc, self.real = 0, None, False
        if memory.u32(memory.at(warp, "warp.unstarted")) & bit:
            self.state = "not started"
        elif not memory.u32(memory.at(warp, "warp.alive")) & bit:
            self.state = "exited"
        else:
            self.fiber = memory.u64(memory.at(coroutine, "coroutine.frame"))
            self.state = "waits: " + block.waits(memory.u32(memory.at(coroutine, "coroutine.kind")))
            if memory.u32(memory.at(warp, "warp.runnable")) & bit:
                self.state = "ready"
        running = memory.u64(memory.at(block.slot, "slot.fiber"))
        if running and number == memory.u32(memory.at(block.slot, "block.tid")):
            self.state, self.fiber, self.real = "runs", running, True
        elif self.fiber:
            self.pc = memory.u64(memory.at(self.fiber, "fiber.at"))

    def line(self):
        """(file, line) in the program's source, past CUDA's headers."""
        pc = self.pc
        if self.real:
            frame = self.block.newest_frame()
            pc = frame.pc() if frame else None
        if pc is None:
            return None
        where = gdb.find_pc_line(pc if self.real else pc - 1)
        return (where.symtab.filename.rsplit("/", 1)[-1], where.line) if where.symtab else None

    def name(self):
        return "kernel %d, block %s, thread %s" % (self.block.grid_id, text_of(self.block.index), text_of(self.index))


class Block:
    """A block in flight, in a slot of a worker."""

    def __init__(self, executor, slot, runs):
        self.executor, self.slot, self.runs = executor, slot, runs
        self.index = memory.three(memory.at(slot, "block.ctaid_x"))
        self.size = memory.three(memory.at(slot, "block.ntid_x"))
        self.grid_size = memory.three(memory.at(slot, "block.nctaid_x"))
        self.count = memory.u32(memory.at(slot, "block.nthreads"))
        self.grid = memory.u64(memory.at(slot, "slot.grid"))
        self.grid_id = memory.u64(memory.at(self.grid, "grid.id"))

    def waits(self, kind):
        names = {"wait.barrier": "barrier", "wait.warp": "warp operation", "wait.converged": "warp operation",
                 "wait.yield": "another thread", "wait.grid": "grid barrier"}
        return next((text for row, text in names.items() if memory.rows[row] == kind), "?")

    def width(self):
        return memory.u32(memory.at(self.slot, "slot.width"))

    def threads(self):
        return [Thread(self, i) for i in range(self.count)]

    def system_thread(self):
        """gdb's thread on which it runs, or None."""
        handle = memory.read(memory.at(self.executor, "executor.thread"), 8)
        for thread in gdb.selected_inferior().threads():
            if thread.is_valid() and thread.handle() == handle:
                return thread
        return None

    def newest_frame(self):
        thread, now = self.system_thread(), gdb.selected_thread()
        if not thread or thread == now:
            return gdb.newest_frame()
        selected = gdb.selected_frame()
        thread.switch()
        pc = gdb.newest_frame()
        found = pc.pc()
        now.switch()
        selected.select()
        return collections.namedtuple("Frame", "pc")(lambda: found)


def blocks():
    """All in flight."""
    found = []
    if not memory.load():
        return found
    engine = memory.rows["engine"]
    executors = memory.u64(memory.at(engine, "engine.executors"))
    for i in range(memory.u32(memory.at(engine, "engine.num_workers")) if executors else 0):
        executor = memory.u64(executors + 8 * i)
        if not executor:
            continue
        running = memory.u64(memory.at(executor, "executor.running"))
        slots = memory.u64(memory.at(executor, "executor.slots"))
        all_slots = [memory.u64(slots + 8 * k) for k in range(memory.u32(memory.at(executor, "executor.num_slots")))]
        if running and running not in all_slots:
            all_slots.insert(0, running)
        found += [Block(executor, slot, slot == running) for slot in all_slots]
    return sorted(found, key=lambda b: (b.grid_id, tuple(reversed(b.index))))


def demangled(name):
    try:
        return gdb.execute("demangle -- " + name, to_string=True).strip()
    except gdb.error:
        return name


def stopped_thread():
    """The thread of a kernel that gdb's thread runs, or None."""
    selected = gdb.selected_thread()
    for block in blocks():
        if block.runs and selected and block.system_thread() == selected:
            if memory.u64(memory.at(block.slot, "slot.fiber")):
                return Thread(block, memory.u32(memory.at(block.slot, "block.tid")))
    return None


class FrameId:
    def __init__(self, sp, pc):
        self.sp, self.pc = sp, pc


class Focus(gdb.unwinder.Unwinder):
    """The thread that the user looks at, when it is not the one that runs."""

    def __init__(self):
        super().__init__("softwarp")
        self.thread = None

    def choose(self, thread):
        self.clear()
        owner = thread.block.system_thread()
        if owner and owner != gdb.selected_thread():
            owner.switch()
        if thread.real:
            return
        frame = gdb.newest_frame()
        self.registers = {"pc": frame.pc(), "sp": int(frame.read_register("rsp"))}
        self.ptid = gdb.selected_thread().ptid
        self.stack = memory.u64(memory.at(thread.fiber, "fiber.own"))
        self.thread = thread
        gdb.invalidate_cached_frames()

    def clear(self):
        if self.thread:
            self.thread = None
            gdb.invalidate_cached_frames()

    def __call__(self, pending):
        if not self.thread or gdb.selected_thread() is None or gdb.selected_thread().ptid != self.ptid:
            return None
        if int(pending.read_register("rip")) != self.registers["pc"] or \
           int(pending.read_register("rsp")) != self.registers["sp"]:
            return None
        # gdb takes a caller whose stack lies below its callee's for a broken one: the frame's number is made up.
        info = pending.create_unwind_info(FrameId(gdb.Value(self.stack - 64), gdb.Value(self.registers["pc"])))
        pointer = gdb.lookup_type("unsigned long")
        for i, name in enumerate(KEPT):
            info.add_saved_register(name, gdb.Value(memory.u64(self.stack + 8 * i)).cast(pointer))
        info.add_saved_register("rsp", gdb.Value(self.stack + 8 * len(KEPT)).cast(pointer))
        return info


focus = Focus()
gdb.unwinder.register_unwinder(None, focus, replace=True)


def is_runtime(frame):
    name = frame.name() or ""
    return name.startswith("swrt_fiber_")


class Named(FrameDecorator):
    """A frame with its function's name as gdb prints it by itself: without parameters, whose values follow."""

    def function(self):
        name = super().function()
        if not isinstance(name, str) or not name.endswith(")") or name.endswith("operator()"):
            return name
        depth = 0
        for at in range(len(name) - 1, -1, -1):
            depth += (name[at] == ")") - (name[at] == "(")
            if depth == 0:
                return name[:at] or name
        return name


class KernelFrames:
    """Backtraces of threads of kernels end with the kernel, and begin where it was called that it waits."""

    def __init__(self):
        self.name, self.priority, self.enabled = "softwarp", 100, True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        for frame in frames:
            inferior = frame.inferior_frame()
            if focus.thread and inferior == gdb.newest_frame():
                continue
            if not is_runtime(inferior):
                yield Named(frame)


KernelFrames()


def select_source_frame():
    """From where a thread waits to the program's own line."""
    frame = gdb.newest_frame()
    if focus.thread:
        frame = frame.older()
    while frame and (is_runtime(frame) or not frame.find_sal().symtab) and frame.older():
        frame = frame.older()
    if frame:
        frame.select()


def current():
    return focus.thread or stopped_thread()


def parse(text):
    """{'kernel': n, 'block': position, 'thread': position} of `block (1,0) thread 3`; positions may be short."""
    wanted = {}
    pattern = re.compile(r"\s*(kernel|grid|block|thread)\s+(\(\s*[\d\s,]+\)|\d+(?:\s*,\s*\d+)*)\s*,?")
    at = 0
    while at < len(text.rstrip()):
        match = pattern.match(text, at)
        if not match:
            raise gdb.GdbError("cuda: expected [kernel N] [block (x,y,z)] [thread (x,y,z)] at '%s'" % text[at:])
        numbers = [int(n) for n in re.findall(r"\d+", match.group(2))]
        wanted[match.group(1).replace("grid", "kernel")] = Position(*(numbers + [0, 0, 0])[:3])
        at = match.end()
    return wanted


class CudaCommand(gdb.Command):
    """Choose the thread of a kernel to look at: cuda [kernel N] [block (x,y,z)] [thread (x,y,z)].

What is not said stays as it is, and of another block or kernel it is the first. Without arguments: which thread it is.
The program itself goes on with the thread that has stopped."""

    def __init__(self):
        super().__init__("cuda", gdb.COMMAND_STACK)

    def complete(self, text, word):
        return [w for w in ("kernel", "block", "thread") if w.startswith(word or "")]

    def find(self, wanted):
        now = current()
        found = blocks()
        if not found:
            raise gdb.GdbError("No kernel is running.")
        grid = wanted["kernel"].x if "kernel" in wanted else now.block.grid_id if now else found[0].grid_id
        found = [b for b in found if b.grid_id == grid]
        if not found:
            raise gdb.GdbError("No kernel %d is running." % grid)
        same_grid = now and now.block.grid_id == grid
        index = wanted.get("block") or (now.block.index if same_grid else found[0].index)
        block = next((b for b in found if b.index == index), None)
        if not block:
            raise gdb.GdbError("Block %s is not in flight: not started, or finished." % text_of(index))
        same_block = same_grid and now.block.index == index
        place = wanted.get("thread") or (now.index if same_block else Position(0, 0, 0))
        if any(place[i] >= block.size[i] for i in range(3)):
            raise gdb.GdbError("There is no thread %s in blocks of %s." % (text_of(place), text_of(block.size)))
        return Thread(block, place.x + block.size.x * (place.y + block.size.y * place.z))

    def invoke(self, argument, from_tty):
        wanted = parse(argument)
        if not wanted:
            now = current()
            print(now.name() if now else "No thread of a kernel is selected.")
            return
        thread = self.find(wanted)
        if not thread.fiber:
            raise gdb.GdbError("Thread %s of block %s: %s." % (text_of(thread.index), text_of(thread.block.index),
                               thread.state if thread.block.width() == 1 else "the kernel was not built with -G"))
        focus.choose(thread)
        last_told[0] = thread.name()
        print("[Switching focus to CUDA %s (%s)]" % (thread.name(), thread.state))
        select_source_frame()
        gdb.execute("frame")


class InfoCuda(gdb.Command):
    """What is in flight on the device: info cuda kernels, info cuda blocks, info cuda threads."""

    def __init__(self):
        super().__init__("info cuda", gdb.COMMAND_STATUS, prefix=True)


class SetCuda(gdb.Command):
    """Options of cuda-gdb: there are none here. A variable of that name is set by: set var cuda = VALUE."""

    def __init__(self, verb):
        super().__init__(verb + " cuda", gdb.COMMAND_SUPPORT)

    def invoke(self, argument, from_tty):
        if argument.startswith("="):
            gdb.execute("set var cuda " + argument)
        else:
            print("CUDA option '%s' is left out: there are none here." % argument)


def table(rows, heads):
    if not rows:
        print("No kernel is running.")
        return
    rows = [heads] + [[str(c) for c in row] for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(heads))]
    for row in rows:
        print(" ".join(cell.ljust(widths[i]) for i, cell in enumerate(row)).rstrip())


def star(is_current):
    return "*" if is_current else " "


class InfoKernels(gdb.Command):
    """The kernels that have blocks in flight."""

    def __init__(self):
        super().__init__("info cuda kernels", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        now, rows, seen = current(), [], {}
        for block in blocks():
            seen.setdefault(block.grid_id, []).append(block)
        for grid_id, found in seen.items():
            grid = found[0].grid
            kernel, device = memory.u64(memory.at(grid, "grid.kernel")), memory.u32(memory.at(grid, "grid.device"))
            name = demangled(memory.string(memory.u64(memory.at(kernel, "kernel.name"))))
            rows.append([star(now and now.block.grid_id == grid_id), grid_id, device,
                         text_of(found[0].grid_size), text_of(found[0].size), len(found), name])
        table(rows, ["", "Kernel", "Dev", "GridDim", "BlockDim", "Blocks in flight", "Name"])


class InfoBlocks(gdb.Command):
    """The blocks in flight."""

    def __init__(self):
        super().__init__("info cuda blocks", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        now, rows = current(), []
        for block in blocks():
            owner = block.system_thread() if block.runs else None
            rows.append([star(now and now.block.slot == block.slot), block.grid_id, text_of(block.index),
                         "runs" if block.runs else "waits", owner.num if owner else "-"])
        table(rows, ["", "Kernel", "BlockIdx", "State", "Thread of gdb"])


class InfoThreads(gdb.Command):
    """The threads of the blocks in flight; neighbours that stand at the same place are one row.

Of the block that is looked at; with `all`, of all blocks."""

    def __init__(self):
        super().__init__("info cuda threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        now, rows = current(), []
        for block in blocks():
            if now and argument.strip() != "all" and block.slot != now.block.slot:
                continue
            run = []
            for thread in block.threads() + [None]:
                key = thread and (thread.state, thread.line(), self.is_looked_at(now, thread))
                if run and key != run[0][1]:
                    rows.append(self.row(now, block, [t for t, _ in run], run[0][1]))
                    run = []
                if thread:
                    run.append((thread, key))
        table(rows, ["", "Kernel", "BlockIdx", "ThreadIdx", "To", "Count", "State", "Filename", "Line"])

    def is_looked_at(self, now, thread):
        return bool(now and now.block.slot == thread.block.slot and now.number == thread.number)

    def row(self, now, block, threads, key):
        is_current = any(self.is_looked_at(now, thread) for thread in threads)
        where = key[1] or ("-", "-")
        return [star(is_current), block.grid_id, text_of(block.index), text_of(threads[0].index),
                text_of(threads[-1].index), len(threads), key[0], where[0], where[1]]


CudaCommand()
SetCuda("set")
SetCuda("show")
InfoCuda()
InfoKernels()
InfoBlocks()
InfoThreads()

class Device(gdb.Function):
    """$device("name"): the variable of the device, wherever the program has stopped. Names in namespaces in full."""

    def __init__(self):
        super().__init__("device")

    def invoke(self, name):
        for symbol in gdb.lookup_static_symbols(name.string()):
            if symbol.addr_class in (gdb.SYMBOL_LOC_STATIC, gdb.SYMBOL_LOC_COMPUTED):
                return symbol.value()
        raise gdb.GdbError("No device variable %s." % name.string())


Device()

# Stepping is of the thread that has stopped, so that is what is looked at again.
last_told = [None]


def resumed(event=None):
    focus.clear()


def stopped(event):
    focus.clear()
    try:
        thread = stopped_thread()
    except (gdb.error, gdb.MemoryError):
        return
    name = thread.name() if thread else None
    if name and name != last_told[0]:
        print("[Switching focus to CUDA %s]" % name)
    last_told[0] = name


class Release(gdb.Command):
    """Used by hooks of next, step and the like: they go on with the thread that has stopped."""

    def __init__(self):
        super().__init__("softwarp-release", gdb.COMMAND_OBSCURE)

    def invoke(self, argument, from_tty):
        if focus.thread:
            focus.clear()
            now = stopped_thread()
            print("[Stepping goes on with %s]" % ("CUDA " + now.name() if now else "the thread that has stopped"))


Release()
for command in ("next", "step", "nexti", "stepi", "finish", "until", "advance"):
    gdb.execute("define hook-%s\nsoftwarp-release\nend" % command, to_string=True)
gdb.events.stop.connect(stopped)
gdb.events.cont.connect(resumed)


# Types of CUDA

def float_of_bits(bits, exponent, mantissa, special="infinity and NaN"):
    """The value of a small floating-point number. special: which patterns of the largest exponent are no numbers."""
    sign = -1.0 if bits >> (exponent + mantissa) & 1 else 1.0
    e, m = bits >> mantissa & (1 << exponent) - 1, bits & (1 << mantissa) - 1
    bias = (1 << exponent - 1) - 1
    if special == "NaN" and e == (1 << exponent) - 1 and m == (1 << mantissa) - 1:
        return float("nan")
    if special == "infinity and NaN" and e == (1 << exponent) - 1:
        return float("nan") if m else sign * float("inf")
    return sign * (m * 2.0 ** (1 - bias - mantissa) if e == 0 else (1 + m / 2.0 ** mantissa) * 2.0 ** (e - bias))


def scale_of_bits(bits):
    """The value of an e8m0: an exponent and nothing else."""
    return float("nan") if bits == 255 else 2.0 ** (bits - 127)


class Small:
    """A half and its kin: a class of its bits."""

    formats = {"__half": (5, 10), "__nv_bfloat16": (8, 7), "__nv_fp8_e5m2": (5, 2), "__nv_fp8_e4m3": (4, 3, "NaN"),
               "__nv_fp8_e8m0": (), "__nv_fp6_e3m2": (3, 2, "none"), "__nv_fp6_e2m3": (2, 3, "none"),
               "__nv_fp4_e2m1": (2, 1, "none")}

    def __init__(self, value):
        self.value = value

    @classmethod
    def text(cls, bits, name):
        form = cls.formats[name]
        return "%.9g" % (float_of_bits(bits, *form) if form else scale_of_bits(bits))

    def to_string(self):
        return self.text(int(self.value["__x"]), self.value.type.strip_typedefs().unqualified().name)


class SmallPair:
    """Two or four numbers of fp8, fp6 or fp4, the first in the lowest bits: (1, 0.5)"""

    names = re.compile("(__nv_fp([864]))x([24])(_e[0-9]m[0-9])$")

    def __init__(self, value):
        self.value = value

    def to_string(self):
        family, width, count, form = self.names.match(self.value.type.strip_typedefs().unqualified().name).groups()
        bits, step = int(self.value["__x"]), 4 if width == "4" else 8
        return "(" + ", ".join(Small.text(bits >> step * i & (1 << step) - 1, family + form)
                               for i in range(int(count))) + ")"


class Vector:
    """(1, 2, 3, 4)"""

    names = re.compile("((u?(char|short|int|long|longlong)|float|double)[1-4](_(16|32)a)?"
                       "|dim3|__half2|__nv_bfloat162)$")

    def __init__(self, value):
        self.value = value

    def to_string(self):
        fields = [f.name for f in self.value.type.strip_typedefs().fields() if f.name in ("x", "y", "z", "w")]
        return "(" + ", ".join(self.value[f].format_string() for f in fields) + ")"


def printer_of(value):
    """By the name of the class itself: other libraries have typedefs of such names."""
    plain = value.type.strip_typedefs()
    if plain.code != gdb.TYPE_CODE_STRUCT or not plain.name:
        return None
    name = plain.unqualified().name
    if name in Small.formats:
        return Small(value)
    if SmallPair.names.match(name):
        return SmallPair(value)
    return Vector(value) if Vector.names.match(name) else None


printer_of.name, printer_of.enabled = "softwarp", True
gdb.printing.register_pretty_printer(None, printer_of, replace=True)
