/* `softwarp remarks`: what swcc --remarks has left in objects, libraries and programs. softwarp-cc reads it. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system.h"
#include "tool.h"

static const char usage[] = "usage: softwarp remarks [--json FILE] FILE...\n"
                            "\n"
                            "Says what became of the kernels in objects, libraries and programs: what swcc -Rsoftwarp\n"
                            "printed when it compiled them. They have it in them if they were compiled with\n"
                            "swcc --remarks=FILE, and were not stripped.\n"
                            "\n"
                            "  --json FILE   write it for programs, as JSON; - is standard output\n"
                            "  --help        show this text\n";

/* softwarp-cc of the tree in whose bin this program lies. */
static const char *reader(void) {
    static char path[PATH_MAX + 64];
    tool_own_file(path, PATH_MAX + 1);
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(path, '/');
        if (slash)
            *slash = 0;
    }
    strcat(path, "/libexec/softwarp/softwarp-cc");
    return path;
}

static int run(const char **words) {
    tool_become(reader(), (char **)words);
    fprintf(stderr, "softwarp: cannot run %s: %s\n", reader(), strerror(errno));
    return 1;
}

static int refuse(const char *what, const char *word) {
    fprintf(stderr, "softwarp: %s%s\n%s", what, word, usage);
    return 2;
}

/* The words for softwarp-cc. What is wrong with the command line, or null. */
static const char *parse(char **argv, const char **words, const char **wrong) {
    const char *json = NULL, **files = words;
    for (*wrong = ""; *argv; argv++) {
        if (!strncmp(*argv, "--json=", 7))
            json = *argv + 7;
        else if (!strcmp(*argv, "--json") && argv[1])
            json = *++argv;
        else if (**argv == '-')
            return *wrong = *argv, "unknown option, or nothing behind it: ";
        else
            *words++ = *argv;
    }
    if (words == files)
        return "no file to read remarks from";
    if (json)
        *words++ = "-o";
    if (json)
        *words++ = strcmp(json, "-") ? json : "/dev/stdout";
    return NULL;
}

int swrt_tool_remarks(int argc, char **argv) {
    const char **words = calloc((size_t)argc + 4, sizeof *words), *wrong;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return fputs(usage, stdout), 0;
    words[0] = "softwarp-cc";
    words[1] = "--show-remarks";
    const char *what = parse(argv + 1, words + 2, &wrong);
    return what ? refuse(what, wrong) : run(words);
}
