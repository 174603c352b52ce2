/* Open files (file.h). */
#define _GNU_SOURCE
#include "os/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

int swrt_file_make(size_t bytes) {
    int file = memfd_create("softwarp", MFD_CLOEXEC);
    if (file < 0 || swrt_file_resize(file, bytes))
        return file;
    close(file);
    return -1;
}

int swrt_file_copy(int file) {
    return fcntl(file, F_DUPFD_CLOEXEC, 0);
}

int swrt_file_of_process(int32_t process, int file) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)process, file);
    return open(path, O_RDWR | O_CLOEXEC);
}

static bool is_file(int file, uint64_t inode) {
    struct swrt_file_facts facts;
    return file >= 0 && swrt_file_describe(file, &facts) && facts.inode == inode;
}

int swrt_file_given(int32_t process, int file, uint64_t inode) {
    char path[64];
    if (is_file(file, inode))
        return file;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)process, file);
    int opened = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (is_file(opened, inode))
        return opened;
    if (opened >= 0)
        close(opened);
    return -1;
}

void swrt_file_close(int file) {
    close(file);
}

bool swrt_file_describe(int file, struct swrt_file_facts *facts) {
    struct stat status;
    if (fstat(file, &status))
        return false;
    *facts = (struct swrt_file_facts){
        .bytes = (uint64_t)status.st_size, .inode = status.st_ino, .is_ordinary = S_ISREG(status.st_mode)};
    return true;
}

/* Longer than the process may make a file (ulimit -f): that would be a signal which ends it, for memory, too. */
static bool is_too_long(size_t bytes) {
    struct rlimit limit;
    return !getrlimit(RLIMIT_FSIZE, &limit) && limit.rlim_cur != RLIM_INFINITY && bytes > limit.rlim_cur;
}

bool swrt_file_resize(int file, size_t bytes) {
    return !is_too_long(bytes) && !ftruncate(file, (off_t)bytes);
}

bool swrt_file_read_at(int file, void *to, size_t bytes, size_t offset) {
    for (size_t done = 0; done < bytes;) {
        ssize_t got = pread(file, (char *)to + done, bytes - done, (off_t)(offset + done));
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

bool swrt_file_write_at(int file, const void *from, size_t bytes, size_t offset) {
    for (size_t done = 0; done < bytes;) {
        ssize_t written = pwrite(file, (const char *)from + done, bytes - done, (off_t)(offset + done));
        if (written <= 0)
            return false;
        done += (size_t)written;
    }
    return true;
}

bool swrt_file_write(int file, const void *from, size_t bytes) {
    for (size_t done = 0; done < bytes;) {
        ssize_t written = write(file, (const char *)from + done, bytes - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        done += (size_t)written;
    }
    return true;
}
