/* The one temporary folder of a run: made when it is first asked for, removed with everything in it when the process
 * ends by exit(). A signal handler must therefore end the process by exit() from ordinary code, not by _exit(). */
#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[4096];
static pid_t owner; /* a forked child must not remove its parent's folder */

/* Removes what lies in the folder open as `fd`; folders inside it too. Closes it. */
static void empty_folder(int fd) {
    DIR *entries = fdopendir(fd);
    if (!entries) {
        close(fd);
        return;
    }
    for (struct dirent *entry; (entry = readdir(entries));) {
        if (sw_equal(entry->d_name, ".") || sw_equal(entry->d_name, ".."))
            continue;
        if (unlinkat(fd, entry->d_name, 0) == 0 || errno == ENOENT)
            continue;
        int inner = openat(fd, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner >= 0)
            empty_folder(inner);
        unlinkat(fd, entry->d_name, AT_REMOVEDIR);
    }
    closedir(entries);
}

static void remove_folder(void) {
    if (!folder[0] || owner != getpid())
        return;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0)
        empty_folder(fd);
    rmdir(folder);
    folder[0] = 0;
}

/* The folder's path, under $TMPDIR or /tmp. Stops the process with a message when none can be made. */
const char *sw_temp_dir(struct sw_arena *arena) {
    (void)arena;
    if (folder[0])
        return folder;
    const char *parent = getenv("TMPDIR");
    int length = snprintf(folder, sizeof folder, "%s/softwarp-XXXXXX", parent && *parent ? parent : "/tmp");
    if (length < 0 || (size_t)length >= sizeof folder || !mkdtemp(folder)) {
        sw_error(SW_NOWHERE, "cannot make a temporary folder %s: %s", folder, strerror(errno));
        folder[0] = 0;
        exit(1);
    }
    owner = getpid();
    atexit(remove_folder);
    return folder;
}
