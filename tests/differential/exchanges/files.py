"""Feature `files`: two files linked with -rdc=true that have internal things of the same names, each its own:
variables of every memory kind, functions, kernels, statics of functions, templates, classes in anonymous namespaces
with virtual functions, lambdas; and external ones that both use. FILE is 1 in the one file and 2 in the other."""

# name: what is declared, an expression of an int, what it is; {p}: a prefix of the case's own.
THINGS = {
    "static device": ("static __device__ int {p}_device = FILE * 1000 + 1;", "{p}_device", "FILE * 1000 + 1"),
    "static constant": ("static __constant__ int {p}_constant = FILE * 1000 + 2;", "{p}_constant", "FILE * 1000 + 2"),
    "anonymous device": (
        "namespace {{ __device__ int {p}_hidden = FILE * 1000 + 3; }}",
        "{p}_hidden",
        "FILE * 1000 + 3",
    ),
    "anonymous constant": (
        "namespace {{ __constant__ int {p}_hidden_constant = FILE * 1000 + 4; }}",
        "{p}_hidden_constant",
        "FILE * 1000 + 4",
    ),
    "static array": (
        "static __device__ int {p}_array[FILE * 3] = {{7, 8, FILE * 1000 + 5}};",
        "{p}_array[two]",
        "FILE * 1000 + 5",
    ),
    "static table": (
        "static __constant__ int {p}_table[FILE * 2 + 1] = {{7, 8, FILE * 1000 + 5}};",
        "{p}_table[two]",
        "FILE * 1000 + 5",
    ),
    "static managed": ("static __managed__ int {p}_managed = FILE * 1000 + 6;", "{p}_managed", "FILE * 1000 + 6"),
    "static function": (
        "static __device__ __noinline__ int {p}_function(int x) {{ return FILE * 1000 + x; }}",
        "{p}_function(two)",
        "FILE * 1000 + 2",
    ),
    "static of a function": (
        "static __device__ int &{p}_local() {{ static int kept = FILE * 1000 + 7; return kept; }}",
        "{p}_local()",
        "FILE * 1000 + 7",
    ),
    "static of an inline function": (
        (
            "namespace {{ __device__ inline int *{p}_inner() {{ static int kept[3] = {{1, 2, FILE * 1000 + 8}};"
            " return kept; }} }}"
        ),
        "{p}_inner()[two]",
        "FILE * 1000 + 8",
    ),
    "template": (
        "template <int K> static __device__ __noinline__ int {p}_template(int x) {{ return FILE * 1000 + K + x; }}",
        "{p}_template<5>(two)",
        "FILE * 1000 + 7",
    ),
    "template variable": (
        "namespace {{ template <int K> __device__ int {p}_variable = FILE * 1000 + K; }}",
        "{p}_variable<9>",
        "FILE * 1000 + 9",
    ),
    "virtual": (
        (
            "namespace {{ struct {p}_Base {{ __device__ virtual int f(int x) {{ return x; }} }}; struct {p}_Class :"
            " {p}_Base {{ __device__ int f(int x) override {{ return FILE * 1000 + x; }} }};\n__device__ __noinline__"
            " int {p}_call({p}_Base *b, int x) {{ return b->f(x); }}\n__device__ int {p}_virtual(int x) {{ {p}_Class"
            " c; return {p}_call(&c, x); }} }}"
        ),
        "{p}_virtual(two)",
        "FILE * 1000 + 2",
    ),
    "pointer": (
        (
            "static __device__ __noinline__ int {p}_target(int x) {{ return FILE * 1000 + x; }}\nstatic __device__"
            " int (*{p}_pointer)(int) = {p}_target;"
        ),
        "{p}_pointer(two)",
        "FILE * 1000 + 2",
    ),
    "lambda": (
        (
            "static __device__ int {p}_lambda(int x) {{ auto f = [](int y) {{ return FILE * 1000 + y; }}; return"
            " f(x); }}"
        ),
        "{p}_lambda(two)",
        "FILE * 1000 + 2",
    ),
    "shared": (
        (
            "static __device__ int {p}_in_shared(int x) {{ __shared__ int cell[FILE]; cell[FILE - 1] = FILE * 1000 +"
            " x; return cell[FILE - 1]; }}"
        ),
        "{p}_in_shared(two)",
        "FILE * 1000 + 2",
    ),
    "static structure": (
        (
            "namespace {{ struct {p}_Pair {{ int pad[FILE], value; }}; }}\nstatic __device__ {p}_Pair {p}_pair ="
            " {{{{}}, FILE * 1000 + 3}};"
        ),
        "{p}_pair.value",
        "FILE * 1000 + 3",
    ),
    "static float": ("static __device__ float {p}_float = FILE + 0.5f;", "(int)({p}_float * 10.0f)", "FILE * 10 + 5"),
    "half word": (
        "static __device__ short {p}_short[FILE] = {{FILE * 1000 + 9}};",
        "(int){p}_short[two - 2]",
        "FILE * 1000 + 9",
    ),
}
WRITABLE = {
    "static device": "{p}_device",
    "anonymous device": "{p}_hidden",
    "static constant": "{p}_constant",
    "anonymous constant": "{p}_hidden_constant",
}
TEXT = """
{both_once}
{things}
static __global__ void {p}_kernel(int *out, int two)
{{
{looks}
    out[{count}] = {p}_from_a(two) + {p}_from_b(two) + {p}_shared;
}}
{host_first}
int {p}_test_{file}()
{{
    const char *name = "{name}";
    const int file = {file};
    std::vector<int> want(40, 0);
{wants}
    want[{count}] = 100 + 2 + 200 + 2 + 77;
{writes}
    Memory<int> out(name, 40);
    {p}_kernel<<<1, 1>>>(out.at, 2);
    must(name, cudaDeviceSynchronize());
    int wrong = differ(name, file == 1 ? "file a" : "file b", want, out.get());
{reads}
    return wrong;
}}
"""


class Files:
    def __init__(self, name, c):
        self.name, self.c = name, c
        self.names = [thing for thing in THINGS if c.chance(f"{thing} there", 3)] or ["static device"]
        self.names.sort(key=lambda thing: c.number(f"{thing} place", 0, 9))
        self.written = [thing for thing in self.names if thing in WRITABLE and c.chance(f"{thing} written")]
        self.host_first = c.chance("host first")
        self.kind = ", ".join(
            thing + (" (named by the host)" if thing in self.written else "") for thing in self.names
        )

    def render(self, file):
        p = self.name
        things = [[part.format(p=p) for part in THINGS[name]] for name in self.names]
        want = [f"    want[{k}] = {thing[2]};" for k, thing in enumerate(things)]
        writes, reads = [], []
        for name in self.written:
            k, symbol = self.names.index(name), WRITABLE[name].format(p=p)
            writes.append(
                f"    {{ int v = FILE * 5000 + {k}; want[{k}] = v; must(name, cudaMemcpyToSymbol({symbol}, &v, sizeof"
                " v)); }"
            )
            reads.append(
                f"    {{ int v = 0; must(name, cudaMemcpyFromSymbol(&v, {symbol}, sizeof v)); "
                f'if (v != want[{k}]) wrong += complain(name, "{name} of file %d, seen by the host: %d", file, v); }}'
            )
        own, other = ("a", "b") if file == 1 else ("b", "a")
        first = (
            f"__device__ int {p}_from_{own}(int x) {{ return {file}00 + x; }}\n__device__ int {p}_from_{other}(int"
            " x);\n"
        )
        first += f"__device__ int {p}_shared = 77;" if file == 2 else f"extern __device__ int {p}_shared;"
        named = "\n".join(
            f"void *{p}_name_{k}_{file}() {{ void *v = nullptr; cudaGetSymbolAddress(&v, {WRITABLE[n].format(p=p)});"
            " return v; }"
            for k, n in enumerate(self.written)
        )
        text = TEXT.format(
            both_once=first,
            things="\n".join(thing[0] for thing in things) + ("\n" + named if self.host_first else ""),
            p=p,
            name=p,
            file=file,
            count=len(things),
            looks="\n".join(f"    out[{k}] = {thing[1]};" for k, thing in enumerate(things)),
            host_first="" if self.host_first else named,
            wants="\n".join(want),
            writes="\n".join(writes),
            reads="\n".join(reads),
        )
        return text.replace("FILE", str(file))

    def text(self):
        p = self.name
        return (
            f"/* {self.kind} */\n"
            + self.render(1)
            + f"int {p}_test_2();\nnamespace {p} {{ static int test() "
            f"{{ return {p}_test_1() + {p}_test_2() + {p}_test_1(); }} }}\n"
        )

    def second_file(self):
        return self.render(2)
