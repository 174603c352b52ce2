"""Cells that many threads change: what is done to one commutes, so that its end is the same in every order, and what
single operations return is summed up as links of a chain (`link` of exchanges.h), which is the same in every order,
too.

Families of floating-point cells hold values with which every order of single rounded additions is exact, or ends at
the same value, while a sum of sums is not: -2^24 + 2^24 + 1; -FLT_MAX + FLT_MAX + FLT_MAX; 2^24 + 1 + 1.
"""

from collections import namedtuple

Family = namedtuple("Family", "type start operations reads", defaults=(True,))
Operation = namedtuple(
    "Operation", "call new value"
)  # {p}: the cell, {v}: the value; `new`: of old `o` and value `v`

WORD, SIGNED, LONG = "(u32)hash(@)", "(i32)hash(@)", "((u64)hash(@) << 17 ^ hash(@ + 5))"
SMALL = "(@ % 7 + 1)"


def simple(name, new, value):
    return Operation(f"atomic{name}{{s}}({{p}}, {{v}})", new, value)


def spike(big, small):
    """`big` by one thread and once only, `small` by all others."""
    return f"(SPIKE ? {big} : {small})"


FAMILIES = {
    "add": Family(
        "i32",
        "0",
        [
            simple("Add", "(i32)((u32)o + (u32)v)", "1"),
            simple("Add", "(i32)((u32)o + (u32)v)", SIGNED),
            simple("Sub", "(i32)((u32)o - (u32)v)", "(i32)(@ % 5)"),
        ],
    ),
    "count": Family(
        "u32",
        "5",
        [
            simple("Inc", "o + 1", "0xffffffffu"),
            simple("Add", "o + v", WORD),
            simple("Sub", "o - v", SMALL),
            simple("Dec", "o - 1", "0xffffffffu"),
        ],
    ),
    "wrap": Family("u32", "3", [simple("Inc", "o >= v ? 0 : o + 1", "6u")]),
    "wrap down": Family("u32", "3", [simple("Dec", "o == 0 || o > v ? v : o - 1", "6u")]),
    "add 64": Family(
        "u64",
        "1",
        [
            simple("Add", "o + v", LONG),
            simple("Add", "o + v", "(1ull << 32)"),
            simple("Add", "o + v", "(u64)(0 - (i64)(@ % 9))"),
        ],
    ),
    "min": Family("i32", "77777", [simple("Min", "v < o ? v : o", SIGNED)]),
    "max": Family("u32", "9", [simple("Max", "v > o ? v : o", WORD), simple("Max", "v > o ? v : o", "(@ % 50)")]),
    "min 64": Family("i64", "1ll << 40", [simple("Min", "v < o ? v : o", f"(i64){LONG}")]),
    "max 64": Family("u64", "1", [simple("Max", "v > o ? v : o", LONG)]),
    "and": Family("u32", "0xfffff0ffu", [simple("And", "o & v", "~(1u << @ % 31)")]),
    "or": Family("u32", "16", [simple("Or", "o | v", "1u << @ % 31")]),
    "xor": Family("i32", "99", [simple("Xor", "o ^ v", SIGNED)]),
    "and 64": Family("u64", "~0x100ull", [simple("And", "o & v", "~(1ull << @ % 63)")]),
    "xor 64": Family("u64", "5", [simple("Xor", "o ^ v", LONG)]),
    "exchange": Family("u32", "1", [simple("Exch", "v", WORD)], False),
    "exchange 64": Family("u64", "1", [simple("Exch", "v", LONG)], False),
    "swap add": Family(
        "u32",
        "1",
        [Operation("swap_add({p}, {v})", "o + v", SMALL), Operation("swap_add_again({p}, {v})", "o + v", WORD)],
    ),
    "exact": Family("f32", "-16777216.0f", [simple("Add", "o + v", spike("16777216.0f", "1.0f"))]),
    "exact 64": Family("f64", "-9007199254740992.0", [simple("Add", "o + v", spike("9007199254740992.0", "1.0"))]),
    "exact by swap": Family(
        "f32",
        "-16777216.0f",
        [
            Operation("swap_sum({p}, {v})", "o + v", spike("16777216.0f", "1.0f")),
            Operation("swap_sum_again({p}, {v})", "o + v", "1.0f"),
        ],
    ),
    "full": Family(
        "f32", "16777216.0f", [simple("Add", "o + v", "1.0f"), Operation("swap_sum({p}, {v})", "o + v", "1.0f")]
    ),
    "full 64": Family("f64", "9007199254740992.0", [simple("Add", "o + v", "1.0")]),
    "finite": Family("f32", "-FLT_MAX", [simple("Add", "o + v", spike("FLT_MAX", "(SPIKE_TOO ? FLT_MAX : 0.0f)"))]),
    "finite 64": Family("f64", "-DBL_MAX", [simple("Add", "o + v", spike("DBL_MAX", "(SPIKE_TOO ? DBL_MAX : 0.0)"))]),
    "halves": Family(
        "__half2",
        "pair(-2048)",
        [  # of the device's scope only: CUDA has no other of halves
            Operation(
                "atomicAdd({p}, {v})", "pair_sum(o, v)", spike("pair(2048)", "pair(@ % 64 == 3 ? 1 : 0)")
            )
        ],
    ),
}

FUNCTIONS = """
DEV static f32 of_bits(u32 x) { f32 y; memcpy(&y, &x, 4); return y; }DEV static u32 swap_add(u32 *p, u32 v)
{
    u32 old = *(volatile u32 *)p, assumed;
    do {
        assumed = old;
        old = atomicCAS(p, assumed, assumed + v);
    } while (old != assumed);
    return old;
}
DEV static u32 swap_add_again(u32 *p, u32 v)
{
    for (u32 expected = 0;;) {
        u32 found = atomicCAS(p, expected, expected + v);
        if (found == expected) return found;
        expected = found;
    }
}
DEV static f32 swap_sum(f32 *p, f32 v)
{
    u32 *word = (u32 *)p, old = *(volatile u32 *)word, assumed;
    do {
        assumed = old;
        f32 sum = of_bits(assumed) + v;
        old = atomicCAS(word, assumed, (u32)bits(sum));
    } while (old != assumed);
    return of_bits(old);
}
DEV static f32 swap_sum_again(f32 *p, f32 v)
{
    u32 seen = *(volatile u32 *)p;
    while (true) {
        u32 now = atomicCAS((u32 *)p, seen, (u32)bits(of_bits(seen) + v));
        if (now == seen) break;
        seen = now;
    }
    return of_bits(seen);
}
DEV static __half2 pair(int x) { return __floats2half2_rn(x, x); }
DEV static __half2 pair_sum(__half2 a, __half2 b)
{
    float2 x = __half22float2(a), y = __half22float2(b);
    return __floats2half2_rn(x.x + y.x, x.y + y.y);
}
"""
