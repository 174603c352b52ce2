/* How names of source files stand in debug information of device code, and what clang makes of names. */
#ifndef SOFTWARP_NAMES_H
#define SOFTWARP_NAMES_H

#include <stddef.h>
#include <string.h>

/* The folder of compilation begins with this if names of files are as they were given to the compiler: relative ones
 * from that folder on. It is a folder's name like any other, "/./home/me/project". */
#define SW_GIVEN_NAMES "/."

/* Of a mangled name the part that C++ has: without the tail, "__static__" or "__intern__" and a file's hash, that clang
 * puts behind what it makes visible though it is the file's own. */
static inline size_t sw_source_name_length(const char *name) {
    static const char *const tails[] = {"__static__", "__intern__"};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++)
        for (const char *at = name; (at = strstr(at, tails[i])); at++) {
            size_t digits = strlen(at) - strlen(tails[i]);
            if (digits > 0 && digits <= 16 && strspn(at + strlen(tails[i]), "0123456789abcdef") == digits)
                return (size_t)(at - name);
        }
    return length;
}

#endif
