/* What the tool wants of the operating system besides what the library does (runtime/os): above all, to run a program. */
#ifndef SWRT_TOOL_SYSTEM_H
#define SWRT_TOOL_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Opens what of standard input, output and error is closed: the file that a program writes findings to must not have the
 * number of one of these. */
void tool_open_standard_files(void);

/* Where standard input is read next; -1: it is read once and no more. The second goes back there. */
long tool_input_place(void);
void tool_input_return(long place);

/* The name of the folder that the tool was called in; "/" if it has none. */
void tool_folder(char *to, size_t size);

/* The file that the tool is; "" if nobody knows. */
void tool_own_file(char *to, size_t size);

/* Whether the file could be written, or made; nothing is done to it. False: errno says why. */
bool tool_may_write(const char *name);

/* A folder of that name that can be written to, which is made if there is none. False: errno says why. */
bool tool_make_folder(const char *name);

/* Whether the name is a path, or that of a program in PATH, where tool_run looks for it. */
bool tool_can_run(const char *name);

/* Whether standard error is a terminal, one that can go back to the begin of a line. */
bool tool_has_terminal(void);

/* The environment's variable of that name; value: null: none. */
void tool_set_variable(const char *name, const char *value);

/* Goes on as another program, as the path says. Comes back if that is not possible, and errno says why. */
void tool_become(const char *path, char **words);

/* How a program finds the results, though whoever starts it within the program may close files: the number, this process's
 * parent, which has it open, and the file's inode. Called where the program will run. */
void tool_results_name(int results, char *to, size_t size);

struct tool_program {
    const char *command; /* what messages begin with */
    char **words;        /* its name, looked for in PATH, and its arguments; null ends them */
    FILE *results;       /* an open file, which the program finds open by the same number; each write goes to its end */
    void (*prepare)(const void *data, int results); /* called where the program will run, with that number */
    const void *data;
    bool is_silent; /* what it writes to standard output nobody sees */
};

/* Runs the program to its end; its exit status, 128 and more for a signal (and says so), 126 and 127 if it cannot be run
 * (says so, and writes "not-run" to the results). Addresses are the same each time, where the system can. If the tool ends
 * first, so does the program; SIGTERM, SIGINT and SIGHUP are passed on to it. */
int tool_run(const struct tool_program *program);
/* Which of these has come while a program ran; 0: none. */
int tool_signal(void);
const char *tool_signal_text(void);

#endif
