/* Small measurements of what single things cost.
 *
 *   micro-bench launch|barrier|shared|global|growth
 */
#include "micro.h"

#include <string.h>

static const struct {
    const char *name;
    void (*measure)();
} sections[] = {
    {"launch", measure_launches},
    {"barrier", measure_barriers},
    {"shared", measure_shared_atomics},
    {"global", measure_global_atomics},
    {"growth", measure_growth},
};

int main(int argc, char **argv)
{
    for (const auto &section : sections)
        if (argc == 2 && strcmp(argv[1], section.name) == 0) {
            section.measure();
            return 0;
        }
    fprintf(stderr, "usage: micro-bench launch|barrier|shared|global|growth\n");
    return 2;
}
