/* softwarp-cc: the middle end as a program. swcc runs it; it is no tool for a newcomer, but its passes can be run one
 * by one on a .ll file, which is how they are tested. */
#include "pipeline/pipeline.h"

#include "pipeline/diagnosed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: softwarp-cc [options] INPUT...\n"
    "Turns the device side of CUDA programs (LLVM bitcode or IR for nvptx64) into an object for this machine.\n"
    "\n"
    "  -o FILE               output\n"
    "  --emit=obj|asm|llvm   its form (default obj)\n"
    "  --id=HEX32            id of the translation unit, as in the host object\n"
    "  --source=NAME         name of the source file, for messages at run time\n"
    "  --arch=N              compute capability, e.g. 90\n"
    "  -O0 .. -O3            optimisation (default -O3)\n"
    "  -g                    describe built-in variables to the debugger (needs full debug information)\n"
    "  --cpu=NAME,...        processors to compile for, a version for each (default native; portable: three levels)\n"
    "  --host-cpu=NAME,...   what the host code of the unit was compiled for, behind it features: +avx512f, -fma\n"
    "  --devicelib=FILE      the device library's bitcode (default lib/softwarp/devicelib.bc of this tree)\n"
    "  --jobs=N              processes for the optimisation of a large module (default: one per core)\n"
    "  --parts=N             make the object in N parts (default: by its size)\n"
    "  --lanes=W             wide variants to make: 8, 16, 32, all, 1 for none (default auto: what blocks may need)\n"
    "  --blocks=KIND         blocks that these are for: full (rows of a multiple of W), rows, any (default all)\n"
    "  --check               tell the checkers what kernels do (softwarp/check_abi.h); implies --lanes=1\n"
    "  --strict              accesses of memory that no GPU reaches stop the kernel\n"
    "  --fast-atomics        sums of floats by atomics may be added up first, (m + a) + b as m + (a + b)\n"
    "  --embed               carry the bitcode to a later device link instead (relocatable device code)\n"
    "  --objects=FILE        the inputs are a device link's, from the objects that the file names, a line each\n"
    "  --registered=FILE     what the host object registers, a line each: const variables that it can name; and with\n"
    "                        a - before the name what it takes from other objects, with a + what no other library "
    "sees,\n"
    "                        with a = kernels whose stub is no other object's, with a ! kernels that it launches,\n"
    "                        with a # and a size variables\n"
    "  --sides-differ        host code may have other lambdas than device code: the source tells the two apart\n"
    "  --headers-differ      host code may have other records than device code: headers of libraries tell the two "
    "apart\n"
    "  --host-layouts=FILE, --device-layouts=FILE   what clang says of records on both sides\n"
    "  --host=FILE           the host object with bitcode: code for whole blocks is for the sizes that it launches\n"
    "  --register=NAME       with --embed: the registration function that the host object calls\n"
    "  -Rsoftwarp            print remarks: what became of each kernel's code\n"
    "  --remarks=FILE        the same into a file, as JSON\n"
    "  --drop-lines          source lines are there for the remarks only\n"
    "  --keep-remarks        put them into the object\n"
    "  --join-remarks        make one JSON document of the remarks in the objects and libraries given as inputs\n"
    "  --show-remarks        print the remarks in objects, libraries and programs; with -o make the document\n"
    "  --tell-host           the input is a host object with bitcode: tell of host code that uses device variables or\n"
    "                        device memory\n"
    "  --usual=silent|warning|error   what such a use is; --diag-suppress=N,... --diag-warn= --diag-error=: by number "
    "or\n"
    "                        word; --no-warnings: warnings are not told\n"
    "  --tell-refused=FILE   tell of what nvcc refuses: FILE is the preprocessed source of the input\n"
    "  --extended-lambda     with that: lambdas may be annotated\n"
    "  --keep-stages=PREFIX  leave the IR behind every stage in PREFIXnn-stage.ll\n"
    "  --stop-after=PASS     stop behind a pass and write the IR\n"
    "  --fail-pass=PASS      an assert of the compiler's own fails behind the pass, to see what is said then\n"
    "  --passes=A,B          run only these passes and write the IR\n"
    "  --print-passes        list the passes in order\n"
    "  --print=shapes        print what is uniform, affine and varying in each function, for blocks in rows at W = 32\n"
    "  --print=shapes-full   the same for rows of a multiple of W threads\n"
    "  --print=shapes-anyhow the same for blocks of any shape\n";

static void print_passes(void) {
#define SW_PASS(name, text) printf("%-10s %s\n", #name, text);
#include "transform/passes.def"
#undef SW_PASS
}

/* The text behind "--name=", or null. */
static const char *value_of(const char *arg, const char *name) {
    size_t length = strlen(name);
    return !strncmp(arg, name, length) && arg[length] == '=' ? arg + length + 1 : NULL;
}

static bool parse_id(struct sw_unit *unit, const char *text) {
    char half[17] = {0};
    struct sw_id id;
    if (strlen(text) != 32 || strspn(text, "0123456789abcdef") != 32)
        return false;
    memcpy(half, text, 16);
    id.id0 = strtoull(half, NULL, 16);
    memcpy(half, text + 16, 16);
    id.id1 = strtoull(half, NULL, 16);
    sw_vec_push(unit->ir.arena, &unit->ids, id);
    return true;
}

struct command {
    struct sw_strings inputs;
    const char *register_name;
    bool embed, join_remarks, show_remarks, tell_host, extended_lambda;
    const char *refused_in;
    struct sw_diagnosed diagnosed;
};

static bool parse_lanes(struct sw_options *o, const char *text) {
    static const struct {
        const char *text;
        unsigned lanes;
    } all[] = {{"auto", SW_LANES_AUTO}, {"all", SW_LANES_ALL}, {"1", 1}, {"8", 8}, {"16", 16}, {"32", 32}};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (sw_equal(all[i].text, text))
            return o->lanes = all[i].lanes, true;
    return false;
}

static bool parse_blocks(struct sw_options *o, const char *text) {
    static const struct {
        const char *text;
        unsigned blocks;
    } all[] = {{"all", 0},
               {"full", 1u << SWRT_BLOCKS_FULL_ROWS},
               {"rows", 1u << SWRT_BLOCKS_ROWS},
               {"any", 1u << SWRT_BLOCKS_ANY}};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (sw_equal(all[i].text, text))
            return o->blocks = all[i].blocks, true;
    return false;
}

static bool parse_count(const char *text, unsigned *into) {
    enum { MOST_DIGITS = 6 };
    size_t length = strlen(text);
    *into = (unsigned)strtoul(text, NULL, 10);
    return length && length <= MOST_DIGITS && strspn(text, "0123456789") == length;
}

/* Numbers between commas. */
static void push_numbers(struct sw_arena *arena, struct sw_strings *into, const char *text) {
    for (; *text; text += *text == ',') {
        size_t length = strcspn(text, ",");
        sw_vec_push(arena, into, sw_arena_strndup(arena, text, length));
        text += length;
    }
}

static bool parse_diagnosed(struct sw_arena *arena, struct sw_diagnosed *d, const char *arg) {
    static const char *const usual[] = {[SW_SILENT] = "silent", [SW_WARNING] = "warning", [SW_ERROR] = "error"};
    struct {
        const char *name;
        struct sw_strings *into;
    } const lists[] = {{"--diag-suppress", &d->suppressed}, {"--diag-warn", &d->warned}, {"--diag-error", &d->errors}};
    const char *value;
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++)
        if ((value = value_of(arg, lists[i].name)))
            return push_numbers(arena, lists[i].into, value), true;
    value = value_of(arg, "--usual");
    for (unsigned i = 0; value && i < sizeof usual / sizeof *usual; i++)
        if (sw_equal(value, usual[i]))
            return d->usual = i, true;
    return false;
}

/* Options with a text. */
static bool takes_text(struct sw_options *o, struct command *command, const char *arg) {
    const char *value;
    struct {
        const char *name, **into;
    } const texts[] = {{"--emit", &o->emit},
                       {"--source", &o->source},
                       {"--cpu", &o->cpu},
                       {"--host-cpu", &o->host_cpu},
                       {"--devicelib", &o->devicelib},
                       {"--keep-stages", &o->keep_stages},
                       {"--stop-after", &o->stop_after},
                       {"--passes", &o->only_pass},
                       {"--register", &command->register_name},
                       {"--print", &o->print},
                       {"--remarks", &o->remarks},
                       {"--objects", &o->objects},
                       {"--tell-refused", &command->refused_in},
                       {"--registered", &o->registered},
                       {"--host", &o->host},
                       {"--host-layouts", &o->host_layouts},
                       {"--device-layouts", &o->device_layouts},
                       {"--fail-pass", &o->fail_pass}};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        if ((value = value_of(arg, texts[i].name))) {
            *texts[i].into = value;
            return true;
        }
    return false;
}

static bool sets_flag(struct sw_options *o, struct command *command, const char *arg) {
    struct {
        const char *name;
        bool *into;
    } const flags[] = {{"-g", &o->debug},
                       {"--check", &o->check},
                       {"--strict", &o->strict},
                       {"--fast-atomics", &o->fast_atomics},
                       {"--embed", &command->embed},
                       {"-Rsoftwarp", &o->tell_remarks},
                       {"--sides-differ", &o->sides_differ},
                       {"--headers-differ", &o->headers_differ},
                       {"--drop-lines", &o->drop_lines},
                       {"--keep-remarks", &o->keep_remarks},
                       {"--join-remarks", &command->join_remarks},
                       {"--show-remarks", &command->show_remarks},
                       {"--tell-host", &command->tell_host},
                       {"--no-warnings", &command->diagnosed.no_warnings},
                       {"--extended-lambda", &command->extended_lambda}};
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
        if (sw_equal(arg, flags[i].name))
            return *flags[i].into = true;
    return false;
}

static bool parse_level(struct sw_options *o, const char *arg) {
    if (arg[0] != '-' || arg[1] != 'O' || arg[2] < '0' || arg[2] > '3' || arg[3])
        return false;
    o->optimise = (unsigned)(arg[2] - '0');
    return true;
}

static bool parse_option(struct sw_unit *unit, struct command *command, const char *arg) {
    struct sw_options *o = &unit->options;
    const char *value;
    if (takes_text(o, command, arg) || sets_flag(o, command, arg) || parse_level(o, arg) ||
        parse_diagnosed(unit->ir.arena, &command->diagnosed, arg))
        return true;
    if ((value = value_of(arg, "--id")))
        return parse_id(unit, value);
    if ((value = value_of(arg, "--arch")))
        return (o->arch = (unsigned)atoi(value)) > 0;
    if ((value = value_of(arg, "--jobs")))
        return parse_count(value, &o->jobs);
    if ((value = value_of(arg, "--parts")))
        return parse_count(value, &o->parts);
    if ((value = value_of(arg, "--lanes")))
        return parse_lanes(o, value);
    if ((value = value_of(arg, "--blocks")))
        return parse_blocks(o, value);
    return false;
}

/* 0: go on; otherwise 1 + the exit status. */
static int parse(struct sw_unit *unit, struct command *command, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (sw_equal(argv[i], "--help"))
            return fputs(usage, stdout), 1;
        if (sw_equal(argv[i], "--print-passes"))
            return print_passes(), 1;
        if (sw_equal(argv[i], "-o") && i + 1 < argc)
            unit->options.output = argv[++i];
        else if (argv[i][0] != '-')
            sw_vec_push(unit->ir.arena, &command->inputs, argv[i]);
        else if (!parse_option(unit, command, argv[i]))
            return sw_error(SW_NOWHERE, "unknown option '%s', or its value is not valid (see --help)", argv[i]), 2;
    }
    if (!command->inputs.count)
        return sw_error(SW_NOWHERE, "no input (see --help)"), 2;
    if (!unit->options.devicelib)
        unit->options.devicelib = sw_arena_printf(unit->ir.arena, "%s/../../lib/softwarp/devicelib.bc",
                                                  sw_executable_dir(unit->ir.arena));
    if (!unit->options.output && !command->show_remarks)
        unit->options.output = sw_equal(unit->options.emit, "obj") ? "a.o" : "/dev/stdout";
    return 0;
}

/* The tree of Softwarp that this program lies in, at libexec/softwarp. */
static const char *own_headers(struct sw_arena *arena) {
    const char *own = sw_executable_dir(arena), *end = strstr(own, "/libexec/softwarp");
    return end ? sw_arena_printf(arena, "%.*s/include/cuda/", (int)(end - own), own) : NULL;
}

/* For `softwarp remarks`. */
static bool show_remarks(const struct sw_strings *files, const char *output) {
    sw_diag_set_program("softwarp");
    return sw_remarks_show(files, output);
}

static bool run(struct sw_unit *unit, const struct command *command) {
    const struct sw_options *o = &unit->options;
    if (command->refused_in)
        return sw_tell_refused(&unit->ir, command->refused_in, command->inputs.at[0], command->extended_lambda,
                               command->diagnosed.usual == SW_ERROR);
    if (command->tell_host)
        return sw_tell_host(unit, command->inputs.at[0], &command->diagnosed);
    if (command->join_remarks)
        return sw_remarks_join(&command->inputs, o->output);
    if (command->show_remarks)
        return show_remarks(&command->inputs, o->output);
    if (o->keep_remarks && !sw_equal(o->emit, "obj"))
        return sw_error(SW_NOWHERE, "--keep-remarks: only objects keep remarks"), false;
    unit->remarks.is_wanted = sw_wants_remarks(o);
    unit->remarks.headers = own_headers(unit->ir.arena);
    return command->embed ? sw_compile_embed(unit, &command->inputs, command->register_name)
                          : sw_compile(unit, &command->inputs);
}

int main(int argc, char **argv) {
    struct sw_arena *arena = sw_arena_create();
    struct sw_unit unit = {.options = {.emit = "obj", .optimise = 3, .arch = 90}};
    struct command command = {.diagnosed = {.arena = arena, .usual = SW_WARNING}};
    sw_diag_set_program("softwarp-cc");
    sw_ir_create(&unit.ir, arena);
    int status = parse(&unit, &command, argc, argv);
    if (!status)
        status = 1 + (run(&unit, &command) && !sw_error_count() ? 0 : 1);
    if (unit.machine)
        LLVMDisposeTargetMachine(unit.machine);
    sw_ir_destroy(&unit.ir);
    sw_arena_destroy(arena);
    return status - 1;
}
