/* softwarp: the tool for people. `softwarp info` shows the devices as CUDA programs see them. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tool.h"

static const char usage[] =
    "usage: softwarp COMMAND\n"
    "\n"
    "  softwarp check      run a program under checkers (softwarp check --help)\n"
    "  softwarp verify     compare each kernel with its run at one thread at a time\n"
    "                      (softwarp verify --help)\n"
    "  softwarp explore    say which outcomes small kernels can have, in whatever order\n"
    "                      their threads run (softwarp explore --help)\n"
    "  softwarp remarks    say what became of the kernels in objects and programs\n"
    "                      (softwarp remarks --help)\n"
    "  softwarp info       show the device (this CPU) as CUDA programs see it\n"
    "  softwarp --help     show this text\n"
    "  softwarp --version  show the version\n"
    "\n"
    "Programs are compiled with swcc (swcc --help).\n"
    "\n"
    "Environment of programs:\n"
    "  SOFTWARP_THREADS=n     worker threads (default: one per core)\n"
    "  SOFTWARP_LANES=n       run 1, 8, 16 or 32 threads of a block at a time (default: as\n"
    "                         the kernel and the dimensions of its blocks suggest)\n"
    "  SOFTWARP_CHECK=tool,.. checkers that are on (softwarp check sets it)\n"
    "  SOFTWARP_VERIFY=1      compare launches (softwarp verify sets it)\n"
    "  SOFTWARP_EXPLORE=model explore launches (softwarp explore sets it), or trace: say\n"
    "                         what the threads of small ones do\n"
    "  SOFTWARP_DEVICES=n     devices to offer, 0 to 16 (default: 1)\n"
    "  CUDA_VISIBLE_DEVICES=list  those of them that the program sees, as in CUDA\n"
    "  SOFTWARP_CPU=name      take this processor for that (x86-64-v2, haswell, ..), if it has\n"
    "                         less\n"
    "  SOFTWARP_SHUFFLE=seed  run the blocks of a grid in a shuffled order\n"
    "  SOFTWARP_VERBOSE=1     say every failing API call, and why, on stderr, and the first\n"
    "                         warp function whose mask omits its caller\n"
    "  SOFTWARP_STRICT=1      what a GPU refuses is an error; 0: it is not even told at the end\n"
    "  SOFTWARP_PAGEABLE=1    kernels may use ordinary host memory\n"
    "  SOFTWARP_STRICT_MASKS=1  stop a kernel at such a mask\n";

static int refuse(const char *what, const char *word) {
    fprintf(stderr, "softwarp: %s%s%s\n%s", what, word ? ": " : "", word ? word : "", usage);
    return 2;
}

/* Build systems call it by the name of CUDA's tool (toolkit/CMakeLists.txt). */
static const char sanitizer[] = "compute-sanitizer";

static bool is_sanitizer(const char *name) {
    const char *slash = name ? strrchr(name, '/') : NULL;
    return name && !strcmp(slash ? slash + 1 : name, sanitizer);
}

int main(int argc, char **argv) {
    if (is_sanitizer(argv[0])) {
        argv[0] = (char *)sanitizer;
        return swrt_tool_check(argc, argv);
    }
    const char *command = argc > 1 ? argv[1] : NULL;
    if (!command)
        return refuse("no command given", NULL);
    if (!strcmp(command, "check"))
        return swrt_tool_check(argc - 1, argv + 1);
    if (!strcmp(command, "verify"))
        return swrt_tool_verify(argc - 1, argv + 1);
    if (!strcmp(command, "explore"))
        return swrt_tool_explore(argc - 1, argv + 1);
    if (!strcmp(command, "remarks"))
        return swrt_tool_remarks(argc - 1, argv + 1);
    if (argc > 2)
        return refuse("unexpected argument", argv[2]);
    if (!strcmp(command, "info"))
        return swrt_tool_info();
    if (!strcmp(command, "--version") || !strcmp(command, "-V")) {
        printf("softwarp %s (CUDA runtime API %d.%d)\n", SOFTWARP_VERSION, swrt_tool_api_version() / 1000,
               swrt_tool_api_version() % 1000 / 10);
        return 0;
    }
    if (!strcmp(command, "--help") || !strcmp(command, "-h") || !strcmp(command, "help")) {
        fputs(usage, stdout);
        return 0;
    }
    return refuse("unknown command", command);
}
