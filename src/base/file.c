/* Files and paths. Reading and writing are whole-file: everything a compilation touches fits in memory. */
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads until the end or an error; pipes and /dev/stdin have no size to ask for beforehand. */
static char *read_all(struct sw_arena *arena, int fd, size_t expected, size_t *size) {
    size_t capacity = expected + 1, used = 0;
    char *bytes = sw_arena_alloc(arena, capacity);
    for (;;) {
        ssize_t got = read(fd, bytes + used, capacity - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return NULL;
        if (got == 0)
            break;
        used += (size_t)got;
        if (used == capacity) {
            char *bigger = sw_arena_alloc(arena, capacity * 2);
            memcpy(bigger, bytes, used);
            bytes = bigger;
            capacity *= 2;
        }
    }
    bytes[used] = 0;
    if (size)
        *size = used;
    return bytes;
}

/* The file's bytes with a zero behind them; null and errno on failure. `size` may be null. */
char *sw_read_file(struct sw_arena *arena, const char *path, size_t *size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    struct stat facts;
    size_t expected = fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode) ? (size_t)facts.st_size : 4096;
    char *bytes = read_all(arena, fd, expected, size);
    int error = errno;
    close(fd);
    errno = error;
    return bytes;
}

/* Creates or replaces the file. False and errno on failure. */
bool sw_write_file(const char *path, const void *bytes, size_t size) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return false;
    const char *at = bytes;
    while (size) {
        ssize_t done = write(fd, at, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0) {
            int error = errno;
            close(fd);
            errno = error;
            return false;
        }
        at += done;
        size -= (size_t)done;
    }
    return close(fd) == 0;
}

bool sw_file_exists(const char *path) {
    return access(path, F_OK) == 0;
}

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The file name's last dot and what follows it, "" when there is none; a leading dot starts a hidden file's name. */
const char *sw_path_extension(const char *path) {
    const char *name = file_name(path), *dot = strrchr(name, '.');
    return dot && dot != name ? dot : name + strlen(name);
}

/* The file's name without folder and extension. */
const char *sw_path_stem(struct sw_arena *arena, const char *path) {
    const char *name = file_name(path);
    return sw_arena_strndup(arena, name, (size_t)(sw_path_extension(path) - name));
}

/* Links are not looked at: clang looks names up in the same way. */
const char *sw_path_normal(struct sw_arena *arena, const char *path) {
    bool is_absolute = *path == '/';
    char *copy = sw_arena_strdup(arena, path), *save = NULL, *out = sw_arena_alloc(arena, strlen(path) + 2);
    for (char *part = strtok_r(copy, "/", &save); part; part = strtok_r(NULL, "/", &save)) {
        char *last = (char *)file_name(out);
        if (sw_equal(part, ".") || (sw_equal(part, "..") && is_absolute && !*out))
            continue;
        if (sw_equal(part, "..") && *out && !sw_equal(last, ".."))
            last[last > out ? -1 : 0] = '\0';
        else
            strcat(strcat(out, is_absolute || *out ? "/" : ""), part);
    }
    return *out || !is_absolute ? out : "/";
}

/* The folder this program lies in, links resolved, without a slash at its end. */
const char *sw_executable_dir(struct sw_arena *arena) {
    char *path = realpath("/proc/self/exe", NULL);
    if (!path)
        sw_bug("cannot find this program's own folder: /proc/self/exe: %s", strerror(errno));
    char *slash = strrchr(path, '/');
    const char *folder = sw_arena_strndup(arena, path, slash == path ? 1 : (size_t)(slash - path));
    free(path);
    return folder;
}
