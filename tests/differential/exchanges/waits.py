"""Feature `waits`: locks, semaphores, mailboxes, batons and tickets of random shape, on which threads of one warp, of
several and of several blocks wait for one another.

A word is looked at by a volatile load, by an atomic function of any kind, through a function, a reference, a pointer
that is loaded again, a second name; the loop may count its tries. What must come out: every critical section counted
once, every message received, batons in their order. The grids are small enough to be on a GPU at once.
"""

from collections import namedtuple

from places import filled, volume

SHAPES = [
    ((2,), (1,)),
    ((32,), (1,)),
    ((64,), (1,)),
    ((33,), (2,)),
    ((8, 8, 2), (1,)),
    ((128,), (2,)),
    ((7, 5), (3,)),
    ((1,), (4,)),
    ((96,), (1, 2)),
    ((1, 1, 40), (1,)),
    ((16, 4), (2, 1, 2)),
]
Take = namedtuple("Take", "free text releases")

STORE = [
    "*(volatile u32 *)({p}) = {free};",
    "atomicExch({p}, {free});",
    "__threadfence(); *(volatile u32 *)({p}) = {free};",
]
TAKES = {
    "cas": Take(
        "0u",
        "atomicCAS({p}, 0u, 1u) == 0u",
        STORE + ["atomicCAS({p}, 1u, 0u);", "atomicSub({p}, 1u);", "atomicAnd({p}, 0u);"],
    ),
    "exch": Take("0u", "atomicExch({p}, 1u) == 0u", STORE + ["atomicMin({p}, 0u);", "atomicDec({p}, 1u);"]),
    "add": Take("0u", "atomicAdd({p}, 1u) == 0u", STORE + ["atomicAnd({p}, 0u);"]),
    "sub": Take("0u", "atomicSub({p}, 1u) == 0u", STORE),
    "inc": Take("0u", "atomicInc({p}, 0xffffffffu) == 0u", STORE),
    "dec": Take("0u", "atomicDec({p}, 0xffffffffu) == 0u", STORE),
    "or": Take("0u", "(atomicOr({p}, 1u) & 1u) == 0u", STORE + ["atomicAnd({p}, ~1u);", "atomicXor({p}, 1u);"]),
    "max": Take("0u", "atomicMax({p}, 1u) == 0u", STORE + ["atomicSub({p}, 1u);"]),
    "and": Take("1u", "atomicAnd({p}, 0u) == 1u", STORE + ["atomicOr({p}, 1u);", "atomicAdd({p}, 1u);"]),
    "min": Take("1u", "atomicMin({p}, 0u) == 1u", STORE + ["atomicMax({p}, 1u);", "atomicInc({p}, 1u);"]),
    "take 1": Take("1u", "atomicDec({p}, 0u) == 1u", STORE + ["atomicAdd({p}, 1u);"]),
    "test and cas": Take("0u", "(*(volatile u32 *)({p}) == 0u && atomicCAS({p}, 0u, 1u) == 0u)", STORE),
    "float": Take("0u", "atomicExch((float *)({p}), 1.0f) == 0.0f", STORE),
    "cas 16": Take(
        "0u",
        "atomicCAS((unsigned short *)({p}), (unsigned short)0, (unsigned short)1) == 0",
        [
            "*(volatile unsigned short *)({p}) = 0;",
            "__threadfence(); *(volatile unsigned short *)({p}) = 0;",
            "atomicCAS((unsigned short *)({p}), (unsigned short)1, (unsigned short)0);",
        ],
    ),
    "last seen": Take("0u", "last_seen({p}, expected)", STORE),
}
POLLS = [
    "*(volatile u32 *)({p})",
    "atomicAdd({p}, 0u)",
    "atomicOr({p}, 0u)",
    "atomicCAS({p}, 0u, 0u)",
    "atomicMax({p}, 0u)",
    "atomicXor({p}, 0u)",
    "atomicSub({p}, 0u)",
    "atomicAnd({p}, 0xffffffffu)",
    "atomicMin({p}, 0xffffffffu)",
    "(u32)atomicAdd((u64 *)({p}), 1ull << 32)",
    "(u32)atomicAdd((u64 *)({p}), 0ull)",
    "atomicCAS({p}, 77777u, 77777u)",
    "(u32)atomicMax((i32 *)({p}), (i32)0)",
    "(u32)*(volatile u64 *)({p})",
]
NARROW_POLLS = [text for text in POLLS if "u64" not in text]
EMPTIES = [
    "atomicExch({p}, 0u)",
    "atomicInc({p}, 0u)",
    "atomicDec({p}, 0u)",
    "atomicAnd({p}, 0u)",
    "atomicMin({p}, 0u)",
]
POSTS = [
    "*(volatile u32 *)({p}) = {v};",
    "atomicExch({p}, {v});",
    "__threadfence(); *(volatile u32 *)({p}) = {v};",
    "atomicCAS({p}, {old}, {v});",
    "atomicAdd({p}, {v} - {old});",
    "atomicMax({p}, {v});",
    "atomicXor({p}, {v} ^ {old});",
]
HOWS = [
    "here",
    "function",
    "reference",
    "pointer again",
    "second name",
    "function without parameters",
    "inline function",
    "virtual",
]
ALONE = ["kept in a variable"]  # by a function of no parameters: for one thread only
LOOPS = [
    "while (!({done})) ;",
    "for (;;) {{ if ({done}) break; }}",
    "do {{ if ({done}) break; tries++; }} while (true);",
    "while (!({done})) __nanosleep(20);",
    "while (!({done})) {{ tries++; scratch[me.g] = tries; }}",
    "{{ bool done = false; while (!done) {{ for (int k = 0; k < 3 && !done; k++) done = {done}; }} }}",
    "while (!({done})) atomicAdd(scratch + me.g, 1u);",
    "while (!({done})) __threadfence();",
    "{{ u32 left = 0xffffffffu; while (left-- && !({done})) ; }}",
    "while (!({done})) {{ if (me.t > 100000) break; }}",
]

HEAD = """
namespace %(name)s { /* %(about)s */
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d, ALL = N * BLOCKS };
__device__ u32 *kept_pointer;
__device__ static bool last_seen(u32 *p, u32 &expected)
{
    u32 found = atomicCAS(p, expected, 1u);
    if (found == 0 && expected == 0) return true;
    expected = found;
    return false;
}
%(functions)s
__global__ void kernel(u32 *words, u32 *again, u32 **table, u32 *data, u32 *scratch, u32 *data_again)
{
    const Place me = here();
    u32 tries = 0, expected = 0;
    (void)tries, (void)expected, (void)again, (void)table, (void)data_again;
%(body)s
    if (tries == 0xffffffffu) scratch[me.g] = tries;
}
static int test()
{
    const char *name = "%(name)s";
    std::vector<u32> words(64, 0), data(ALL + 64, 0), want(ALL + 64, 0);
%(start)s
    Memory<u32> words_at(name, words), data_at(name, data), scratch_at(name, ALL);
    Memory<u32 *> table_at(name, std::vector<u32 *>(4, words_at.at));
    u32 *at = words_at.at;
    must(name, cudaMemcpyToSymbol(kept_pointer, &at, sizeof at));
    kernel<<<dim3(%(grid)s), dim3(%(block)s)>>>(words_at.at, words_at.at, table_at.at, data_at.at,
        scratch_at.at, data_at.at);
    must(name, cudaDeviceSynchronize());
%(expect)s
    return differ(name, "data", want, data_at.get());
}
}
"""


class Waits:
    def __init__(self, name, choices):
        self.name, self.functions, self.wide = name, [], set()
        self.block, self.grid = choices.pick("shape", SHAPES)
        self.n, self.blocks = volume(self.block), volume(self.grid)
        self.shared = choices.chance("shared", 3) and self.blocks == 1
        self.what = choices.pick(
            "what",
            ["lock", "semaphore", "mailbox", "baton", "tickets", "block wait", "vote wait"],
            [6, 2, 4, 3, 2, 1, 1],
        )
        self.start, self.expect = "", ""
        self.about = ""
        self.some = ("ALL", "{}")  # how many pass a semaphore, and by what
        self.body = getattr(self, self.what.replace(" ", "_"))(choices)
        self.kind = f"{self.what}{' shared' if self.shared else ''}: {self.about}"

    # How a word is looked at.

    def name_of(self, word, c):
        """A pointer to a word, 16 bytes apart from others."""
        return f"{c.pick('name', ['words', 'words', 'again'])} + {word * 4}"

    def seen(self, word, text, c, result="u32"):
        """An expression of {p}, by one of HOWS."""
        weights = [5, 2, 1, 1, 2, 2, 1, 1]
        how = c.pick("how", HOWS + ALONE, weights + [2]) if self.what == "mailbox" else c.pick("how", HOWS, weights)
        if self.shared and how in (
            "kept in a variable",
            "second name",
            "function without parameters",
            "pointer again",
        ):
            how = "function"
        if "expected" in text and how != "inline function":
            how = "here"
        self.about += f" {how} [{text.replace('{p}', 'p')}]"
        f = f"look{len(self.functions)}"
        if how == "here":
            return text.format(p=f"(words + {word * 4})")
        if how == "second name":
            return text.format(p=f"(again + {word * 4})")
        if how == "pointer again":
            return text.format(p=f"(table[me.t % 4] + {word * 4})")
        if how == "reference":
            self.functions.append(f"__device__ static {result} {f}(u32 &word) {{ return {text.format(p='&word')}; }}")
            return f"{f}(words[{word * 4}])"
        if how == "function without parameters":
            self.functions.append(
                f"__device__ __noinline__ static {result} {f}() {{ return"
                f" {text.format(p=f'(kept_pointer + {word * 4})')}; }}"
            )
            return f"{f}()"
        if how == "kept in a variable":
            at = text.format(p=f"(kept_pointer + {word * 4})")
            self.functions.append(
                f"__device__ {result} kept_{f};\n__device__ __noinline__ static void {f}() {{ kept_{f} = {at}; }}"
            )
            return f"({f}(), kept_{f})"
        if how == "virtual":
            self.functions.append(
                f"struct S{f} {{ u32 *at; __device__ virtual {result} look() {{ return {text.format(p='at')}; }}"
                f" }};\nstruct T{f} : S{f} {{ __device__ {result} look() override {{ return"
                f" {text.format(p='this->at')}; }} }};\n__device__ __noinline__ static {result} call_{f}(S{f} *s) {{"
                f" return s->look(); }}\n__device__ static {result} {f}(u32 *p, u32 t) {{ S{f} s; T{f} u; s.at = u.at"
                f" = p; return call_{f}(t % 2 ? &s : (S{f} *)&u); }}"
            )
            return f"{f}(words + {word * 4}, me.t)"
        inline = "" if how == "inline function" else "__noinline__ "
        extra = ", u32 &expected" if "expected" in text else ""
        self.functions.append(
            f"__device__ {inline}static {result} {f}(u32 *p{extra}) {{ return {text.format(p='p')}; }}"
        )
        return f"{f}(words + {word * 4}{', expected' if extra else ''})"

    def loop(self, done, c):
        loop = c.pick("loop", LOOPS, [5, 2, 2, 1, 1, 1, 1, 1, 1, 1])
        self.about += f" {{{loop.replace('{done}', 'D')}}}"
        return loop.format(done=done)

    def poll(self, word, condition, c, polls=None):
        """Waits until a condition of what is seen holds; `seen` has it then."""
        text = c.pick("poll", polls or POLLS)
        if "u64" in text:
            self.wide.add(word)
        look = self.seen(word, text, c)
        return "u32 seen; " + self.loop(f"(seen = {look}, {condition})", c)

    def post(self, word, value, old, c):
        text = "atomicAdd((u64 *)({p}), (u64)({v} - {old}));" if word in self.wide else c.pick("post", POSTS)
        self.about += f" post [{text}]"
        return text.format(
            p=f"({self.name_of(word, c) if not self.shared else f'words + {word * 4}'})", v=value, old=old
        )

    def begin(self):
        if not self.shared:
            return ""
        return (
            "__shared__ __align__(8) u32 here_words[64]; for (u32 k = me.t; k < 64; k += N) here_words[k] = words[k];\n"
            "words = here_words; __syncthreads();"
        )

    # What is exchanged.

    def lock(self, c):
        """A critical section, entered by each thread, or by one of a warp or block for all."""
        holder = c.pick("holder", ["thread", "branch", "warp", "block"], [4, 2, 2, 1])
        self.about = f"by {holder}"
        times = c.pick("times", [1, 2, 3])
        take = TAKES[c.pick("take", list(TAKES))]
        self.start += f"    words[0] = {take.free};\n"
        taken = self.seen(0, take.text, c, "bool")
        enter = "" if holder == "branch" else self.loop(taken, c)
        leave = self.released(c, take)
        self.expect = (
            "for (u32 b = 0; b < BLOCKS; b++) for (u32 t = 0; t < N; t++)"
            f" want[{'2 + t % 32' if holder == 'warp' else '2 + t'}] += {times} * (t + 1);"
        )
        if holder in ("thread", "branch"):
            self.expect = f"for (u32 k = 0; k < ALL; k++) want[0] += {times}, want[1] += (k + 1) * {times};"
        section = getattr(self, f"by_{holder}")(enter, taken, leave, self.addition(c))
        return self.begin() + f"for (int turn = 0; turn < {times}; turn++) {{\nexpected = 0;\n{section}\n}}"

    def released(self, c, take):
        release = c.pick("release", take.releases)
        self.about += f" release [{release}]"
        return release.format(p="words" if self.shared or not c.chance("other name") else "again", free=take.free)

    @staticmethod
    def addition(c):
        """How a critical section adds v to data[k]."""
        if c.chance("plain"):
            return "data[{k}] += {v};"
        return "{{ volatile u32 *v = data + {k}; *v = *v + {v}; }}"

    @staticmethod
    def by_thread(enter, taken, leave, add):
        return (
            f"{enter}\n__threadfence();\n{add.format(k=0, v=1)}\n"
            f"{add.format(k=1, v='me.g + 1')}\n__threadfence();\n{leave}"
        )

    @staticmethod
    def by_branch(enter, taken, leave, add):
        return (
            f"for (bool through = false; !through;) {{\nif ({taken}) {{\n__threadfence();\n{add.format(k=0, v=1)}\n"
            f"{add.format(k=1, v='me.g + 1')}\n__threadfence();\n{leave}\nthrough = true;\n}}\n}}"
        )

    @staticmethod
    def by_warp(enter, taken, leave, add):
        return (
            f"if (me.lane == 0) {{ {enter}\n__threadfence();"
            f" }}\n__syncwarp();\n{add.format(k='2 + me.lane', v='(me.t + 1)')}\n__threadfence(); __syncwarp();\nif"
            f" (me.lane == 0) {{ {leave} }}\n__syncwarp();"
        )

    @staticmethod
    def by_block(enter, taken, leave, add):
        return (
            f"if (me.t == 0) {{ {enter}\n__threadfence();"
            f" }}\n__syncthreads();\n{add.format(k='2 + me.t', v='(me.t + 1)')}\n__threadfence();"
            f" __syncthreads();\nif (me.t == 0) {{ {leave} }}"
        )

    def semaphore(self, c):
        permits = c.pick("permits", [1, 2, 3])
        self.start += f"    words[0] = {permits}u;\n"
        self.about = f"of {permits}"
        form = c.pick("form", ["undone", "undone by function", "undone by another name", "cas", "take one"])
        self.about += f" {form}"
        undo = {
            "undone": "atomicAdd(words, 1u);",
            "undone by another name": "atomicAdd(again, 1u);",
            "undone by function": "give(words);",
        }.get(form)
        if self.shared and form == "undone by another name":
            undo = "atomicAdd(words, 1u);"
        self.functions.append(
            "__device__ __noinline__ static void give(u32 *p) { atomicAdd(p, 1u); }\n"
            "__device__ __noinline__ static void give_kept() { atomicAdd(kept_pointer, 1u); }"
        )
        if form == "undone by function" and not self.shared and c.chance("kept"):
            undo = "give_kept();"
        if undo:
            take = f"while ((i32)atomicSub(words, 1u) <= 0) {undo}"
            self.two_of_all(c)
        elif form == "cas":
            take = "for (;;) { u32 v = *(volatile u32 *)words; if (v && atomicCAS(words, v, v - 1) == v) break; }"
        else:
            take = (
                "while (true) { u32 v = atomicAdd(words, 0xffffffffu); if ((i32)v > 0) break; atomicInc(words,"
                " 0xffffffffu); }"
            )
            self.two_of_all(c)
        self.expect = (
            "u32 most = data_at.get()[2];\n"
            f'    if (most > {permits} || most < 1) return complain(name, "%u inside", most);\n    want[0] ='
            f" {self.some[0]}; want[2] = most;"
        )
        inside = (
            "{ u32 now = atomicAdd(data + 1, 1u) + 1; atomicMax(data + 2, now); atomicAdd(data, 1u); atomicSub(data +"
            " 1, 1u); }"
        )
        once = f"{take}\n__threadfence();\n{inside}\n__threadfence();\natomicAdd(words, 1u);"
        return self.begin() + self.some[1].format(once)

    def two_of_all(self, c):
        """Where takers undo what they took, only two may meet, once: three, or one that comes again, can keep one
        another from it for ever."""
        last = self.n * self.blocks - 1
        other = c.pick("other", [1, last, last // 2]) or 1
        if last:
            self.some = ("2", f"if (me.g == 0 || me.g == {other}) {{{{\n{{}}\n}}}}")

    def mailbox(self, c):
        """A thread posts rounds of messages to another, which answers by emptying the box or in a second one."""
        last = self.n * self.blocks - 1
        giver, taker = c.pick(
            "who", [(0, last), (last, 0), (0, min(1, last)), (min(1, last), 0), (last, last // 2), (last // 2, last)]
        )
        if giver == taker:
            giver, taker = (0, last) if last else (0, 1)
        rounds = c.pick("rounds", [1, 2, 3])
        emptied = c.chance("emptied")
        self.about = f"{'emptied' if emptied else 'answered'} {giver}>{taker} of {self.n}"
        give, take = self.emptied(c) if emptied else self.answered(c)
        if not last:
            return ""
        self.expect = f"for (u32 turn = 0; turn < {rounds}; turn++) want[turn] = turn * 23 + 6, want[30]++;"
        self.expect += "" if emptied else f" want[20] = {rounds - 1} * 7 + 1;"
        turns = f"for (int turn = 0; turn < {rounds}; turn++)"
        return (
            self.begin()
            + f"if (me.g == {giver}) {{\n{turns} {{\n{give}\n}}\n}} else if (me.g == {taker}) {{\n{turns}"
            f" {{\n{take}\n}}\n}}"
        )

    def emptied(self, c):
        get = self.poll(0, "seen != 0", c.at("get"), EMPTIES)
        ready = self.poll(0, "seen == 0", c.at("put"), NARROW_POLLS)
        put = self.post(0, "((u32)turn * 16 + 5)", "0u", c.at("put"))
        return f"{ready}\n{put}", f"{get}\ndata[turn] = seen + turn * 7 + 1; data[30]++;"

    def answered(self, c):
        """With a message that is written before, between fences."""
        get = self.poll(0, "seen == ((u32)turn * 16 + 5)", c.at("get"))
        ready = "if (turn) { " + self.poll(1, "seen == (u32)turn", c.at("put")) + " }"
        put = self.post(0, "((u32)turn * 16 + 5)", "(turn ? ((u32)turn - 1) * 16 + 5 : 0u)", c.at("put"))
        answer = self.post(1, "((u32)turn + 1)", "(u32)turn", c.at("answer"))
        return (
            f"{ready}\n__threadfence(); data[20] = (u32)turn * 7 + 1; __threadfence();\n{put}",
            f"{get}\n__threadfence();\ndata[turn] = seen + data[20]; data[30]++;\n__threadfence();\n{answer}",
        )

    def baton(self, c):
        """Threads take turns in an order that is no lane's."""
        order = c.pick("order", ["me.g", "ALL - 1 - me.g", "(me.g * 7 + 3) % ALL"])
        if self.n * self.blocks % 7 == 0 and "7" in order:
            order = "ALL - 1 - me.g"
        self.about = f"in order {order}"
        wait = self.poll(0, "seen == mine", c)
        step = "data[0] = (u32)mix(data[0], me.g); data[1] = data[1] + 1;"
        if c.chance("volatile"):
            step = "{ volatile u32 *v = data; v[0] = (u32)mix(v[0], me.g); v[1] = v[1] + 1; }"
        self.expect = (
            "for (u32 turn = 0; turn < ALL; turn++) for (u32 g = 0; g < ALL; g++) "
            f"if ({order.replace('me.g', 'g')} == turn) want[0] = (u32)mix(want[0], g), want[1]++;"
        )
        return (
            self.begin()
            + "const u32 mine ="
            f" {order};\n{wait}\n__threadfence();\n{step}\n__threadfence();\n{self.post(0, '(mine + 1)', 'mine', c)}"
        )

    def tickets(self, c):
        draw = c.pick("draw", ["atomicAdd({p}, 1u)", "atomicInc({p}, 0xffffffffu)", "atomicInc({p}, 0x7fffffffu)"])
        self.about = "of a lock"
        mine = self.seen(2, draw, c.at("draw"))
        wait = self.poll(0, "seen == mine", c)
        self.expect = "want[0] = ALL; for (u32 k = 0; k < ALL; k++) want[1] += k + 1;"
        return self.begin() + (
            f"const u32 mine = {mine};\n{wait}\n__threadfence();\ndata[0]++; data[1] += me.g + 1;\n__threadfence();\n"
            + self.post(0, "(mine + 1)", "mine", c)
        )

    def block_wait(self, c):
        """All threads of the blocks but the last meet at barriers as long as thread 0 has not seen the flag."""
        self.about = "with barriers"
        self.block = c.pick("blocks", [(128,), (256,), (64,), (32, 4), (33,)])
        self.n, self.grid, self.blocks = volume(self.block), (6,), 6
        self.shared = False
        post = self.post(0, "7u", "0u", c)
        look = self.seen(0, c.pick("poll", NARROW_POLLS), c)
        hand = c.pick("hand", ["memory", "count", "shared"])
        if hand == "memory":
            turn = (
                f"if (me.t == 0) data[2 + me.b] = {look};\n"
                "__syncthreads(); seen = data_again[2 + me.b]; __syncthreads();"
            )
        elif hand == "count":
            turn = f"seen = __syncthreads_or(me.t == 0 ? {look} == 7u : 0) ? 7u : 0u;"
        else:
            turn = f"if (me.t == 0) handed = {look};\n__syncthreads(); seen = handed; __syncthreads();"
        self.expect = "want[0] = N * (BLOCKS - 1);" + (
            " for (u32 b = 0; b + 1 < BLOCKS; b++) want[2 + b] = 7;" if hand == "memory" else ""
        )
        return (
            "__shared__ u32 handed; (void)handed;\nif (me.b =="
            f" BLOCKS - 1) {{\nif (me.t == 0) {{ {post} }}\nreturn;\n}}\nu32 seen;\ndo {{\n{turn}\n}} while (seen =="
            " 0);\nif (seen == 7) atomicAdd(data, 1u);"
        )

    def vote_wait(self, c):
        """The lanes of one warp vote about what they see until a thread of another warp or block has posted it."""
        self.about = "by votes"
        if self.n * self.blocks <= 32 or self.n < 32:
            self.block, self.n, self.grid, self.blocks = (64,), 64, (1,), 1
        look = self.seen(0, c.pick("poll", NARROW_POLLS), c)
        vote = c.pick(
            "vote",
            [
                "__any_sync(0xffffffffu, {}== 9u)",
                "__all_sync(0xffffffffu, {}== 9u)",
                "__ballot_sync(0xffffffffu, {}== 9u) == 0xffffffffu",
            ],
        )
        self.expect = "want[0] = 32;"
        return (
            self.begin()
            + f"if (me.g < 32) {{\nwhile (!({vote.format(look + ' ')})) ;\natomicAdd(data, 1u);\n}} else if (me.g =="
            f" ALL - 1) {{\n{self.post(0, '9u', '0u', c)}\n}}"
        )

    def text(self):
        return filled(
            HEAD,
            self,
            about=self.kind.replace("*/", "* /").replace("/*", "/ *"),
            body=self.body,
            functions="\n".join(self.functions),
            start=self.start,
            expect="    " + self.expect,
        )
