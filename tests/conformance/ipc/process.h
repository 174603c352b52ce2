/* Another process of the same program: it is executed anew, so that it has a CUDA of its own, with a word that says
 * what it is to do and with the bytes that it is given in hexadecimal. */
#ifndef PROCESS_H
#define PROCESS_H

#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "../conformance.h"

static inline std::string hexadecimal(const void *data, size_t size)
{
    std::string text;
    char digits[3];
    for (size_t i = 0; i < size; i++) {
        snprintf(digits, sizeof digits, "%02x", ((const unsigned char *)data)[i]);
        text += digits;
    }
    return text;
}

template <class T> static T from_hexadecimal(const char *text)
{
    T value;
    for (size_t i = 0; i < sizeof value; i++)
        ((unsigned char *)&value)[i] = (unsigned char)std::stoi(std::string(text + 2 * i, 2), nullptr, 16);
    return value;
}

static inline pid_t start(const char *what, const std::string &given)
{
    fflush(stdout);
    pid_t child = fork();
    if (child)
        return child;
    execl("/proc/self/exe", "child", what, given.c_str(), (char *)nullptr);
    _exit(99);
}

/* Its exit status, 0 when it found nothing wrong. */
static inline int status_of(pid_t child)
{
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}

static inline int run(const char *what, const std::string &given) { return status_of(start(what, given)); }

#endif
