"""A kernel of threads.py and its model as text: what both start from, and how they are compared."""

import re

from commons import FUNCTIONS
from places import filled, volume


def for_host(text):
    """Atomic functions of the model, which has one thread at a time."""
    text = re.sub(r"\batomic([A-Z]\w*?)(?:_block|_system)?\(", r"host::atomic\1(", text)
    return text.replace("__threadfence();", "")


def each_thread(body, preamble):
    return "each([&](Thread &me) {\n" + "\n".join(preamble) + f"\n{body}\n}});"


def device_barrier(item):
    _, kind, predicate = item
    if kind in ("count", "and", "or"):
        return f"me.acc = mix(me.acc, (u64)(__syncthreads_{kind}({predicate}){'' if kind == 'count' else ' != 0'}));"
    return kind


def model_barrier(item):
    _, kind, predicate = item
    if kind not in ("count", "and", "or"):
        return ""
    value = {"count": "yes", "and": "yes == all", "or": "yes != 0"}[kind]
    return (
        f"{{ u32 yes = 0, all = 0; each([&](Thread &me) {{ yes += !!({predicate}), all++; }});\n"
        f"each([&](Thread &me) {{ me.acc = mix(me.acc, (u64)({value})); }}); }}"
    )


KERNEL = """
namespace %(name)s { /* %(kind)s */
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d, OWN = N * %(words)d, COMMONS = %(units)d * %(commons)d, SETS = %(sets)d };
struct Places { u64 *at[4]; };
struct Thread : Place { u64 acc; bool gone; };
namespace device {
%(functions)s
__global__ void kernel(u64 *own, u64 *again, u64 *coms, u32 *wide, u64 *out, u64 **table, const u32 *turns,
    Places places, int one, int rounds)
{
    Thread me{here(), 1, false};
%(enter)s
%(preamble)s
%(body)s
%(leave)s
    out[me.g] = me.acc;
}
}
namespace model {
%(host_functions)s
static void run(bool backwards, std::vector<u64> &own, std::vector<u64> &coms, std::vector<u32> &wide_cells,
    std::vector<u64> &out, const std::vector<u32> &turns)
{
    const int one = 1, rounds = %(rounds)d;
    u32 *const wide = wide_cells.data();
    const size_t chains = COMMONS * SETS;
    for (u32 b = 0; b < BLOCKS; b++) {
        std::vector<Thread> all;
        for (u32 t = 0; t < N; t++) all.push_back(Thread{place(t, N, b, BLOCKS), 1, false});
        auto each = [&](auto f) { for (u32 k = 0; k < N; k++) if (Thread &me = all[backwards ? N - 1 - k : k];
            !me.gone) f(me); };
        u64 *own_cells = &own[b * OWN], *again = own_cells, *tables[] = {own_cells}, **table = tables;
        u64 *commons_of_block = &coms[SETS > 1 ? b * COMMONS : 0];
        Places places = {{own_cells, own_cells, own_cells, own_cells}};
        (void)one, (void)rounds, (void)again, (void)table, (void)places, (void)commons_of_block, (void)chains,
        (void)wide;
%(host_body)s
%(host_leave)s
        each([&](Thread &me) { out[me.g] = me.acc; });
    }
}
}
static int test()
{
    const char *name = "%(name)s";
    std::vector<u64> own(OWN * BLOCKS), start(COMMONS * SETS * 2), out(N * BLOCKS);
    std::vector<u32> wide(N * BLOCKS * %(wide)d), turns;
    for (u32 t = 0; t < N; t++) turns.push_back((t + 1) %% N);
    for (u32 u = 0; u < %(units)d * SETS; u++) {
%(start)s
    }
    for (u32 b = 0; b < BLOCKS; b++)
        for (u32 t = 0; t < N; t++) {
%(own_start)s
        }
    Memory<u64> own_at(name, own), coms_at(name, start), out_at(name, out);
    Memory<u32> wide_at(name, wide), turns_at(name, turns);
    std::vector<u64 *> table;
    for (u32 b = 0; b < BLOCKS; b++) table.push_back(own_at.at + b * OWN);
    Memory<u64 *> table_at(name, table);
    Places places = {{nullptr, own_at.at, nullptr, nullptr}};
    device::kernel<<<dim3(%(grid)s), dim3(%(block)s)>>>(own_at.at, own_at.at, coms_at.at, wide_at.at, out_at.at,
        table_at.at, turns_at.at, places, 1, %(rounds)d);
    auto own2 = own, start2 = start, out2 = out;
    auto wide2 = wide;
    model::run(false, own, start, wide, out, turns);
    model::run(true, own2, start2, wide2, out2, turns);
    if (differ(name, "model: own", own, own2) + differ(name, "model: commons", start, start2) + differ(name,
        "model: out", out, out2)) exit(3);
    must(name, cudaDeviceSynchronize());
    return differ(name, "own", own, own_at.get()) + differ(name, "commons", start, coms_at.get()) + differ(name,
        "out", out, out_at.get())
           + differ(name, "wide", wide, wide_at.get());
}
}
"""


def enter(kernel):
    """Names for the block's own cells and commons, shared or not."""
    lines = []
    if kernel.shared_own:
        lines += [
            "__shared__ u64 own_cells[OWN];",
            "for (u32 k = me.t; k < OWN; k += N) own_cells[k] = own[me.b * OWN + k];",
            "places.at[one] = own_cells;",
        ]
    else:
        lines += [
            "u64 *const own_cells = own + me.b * OWN;",
            "again += me.b * OWN;",
            "table += me.b;",
            "places.at[one] += me.b * OWN;",
        ]
    if kernel.commons_at == "shared":
        lines += [
            "__shared__ u64 commons_of_block[COMMONS * 2];",
            "const u32 chains = COMMONS;",
            (
                "for (u32 k = me.t; k < COMMONS; k += N) commons_of_block[k] = coms[me.b * COMMONS + k],"
                " commons_of_block[k + COMMONS] = 0;"
            ),
        ]
    else:
        lines += [
            "u64 *const commons_of_block = coms + (SETS > 1 ? me.b * COMMONS : 0);",
            "const u32 chains = COMMONS * SETS;",
        ]
    if kernel.shared_own or kernel.commons_at == "shared":
        lines.append("__syncthreads();")
    return "\n".join(lines + ["(void)chains;"])


def leave(kernel):
    """Thread 0, which never exits before, puts back what is shared."""
    lines = [kernel.last()]
    if kernel.shared_own:
        lines.append("if (me.t == 0) for (u32 k = 0; k < OWN; k++) own[me.b * OWN + k] = own_cells[k];")
    if kernel.commons_at == "shared":
        lines.append(
            "if (me.t == 0) for (u32 k = 0; k < COMMONS; k++) coms[me.b * COMMONS + k] = commons_of_block[k], "
            "coms[(BLOCKS + me.b) * COMMONS + k] = commons_of_block[COMMONS + k];"
        )
    return "\n".join(["__syncthreads();"] + lines) if kernel.needs_end() else ""


def sides(functions):
    """Functions of the kernel, and the same of the model."""
    text = FUNCTIONS + "\n".join(functions)
    return (
        text.replace("DEV", "__device__").replace("NOINLINE", "__noinline__"),
        for_host(text.replace("DEV ", "").replace("NOINLINE ", "")),
    )


def render(kernel, commons, words, wide, starts):
    functions, host_functions = sides(kernel.functions)
    last = each_thread(kernel.last(), kernel.preamble()) if kernel.last() else ""
    blocks = volume(kernel.grid)
    return filled(
        KERNEL,
        kernel,
        words=words,
        units=kernel.units(),
        commons=commons,
        sets=1 if kernel.commons_at == "grid" else blocks,
        functions=functions,
        host_functions=host_functions,
        enter=enter(kernel),
        preamble="\n".join(kernel.preamble()),
        body=kernel.device_body(),
        leave=leave(kernel),
        rounds=kernel.rounds,
        host_body=kernel.model_body(),
        host_leave=last,
        wide=wide,
        start=starts[0],
        own_start=starts[1],
    )
