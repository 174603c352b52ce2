/* The middle end as one function over one unit. */
#ifndef SW_PIPELINE_H
#define SW_PIPELINE_H

#include "ir/unit.h"

#include <stdio.h>

/* Device bitcode files -> the output that options.emit names. False when something was reported. */
bool sw_compile(struct sw_unit *unit, const struct sw_strings *inputs);
/* Device bitcode -> an object that carries it to the device link. */
bool sw_compile_embed(struct sw_unit *unit, const struct sw_strings *inputs, const char *register_name);
/* Whether remarks are to be gathered. */
bool sw_wants_remarks(const struct sw_options *o);

/* host_code.c: the bitcode that a host object carries becomes the module. False: there is none. */
bool sw_load_host(struct sw_ir *ir, const char *object);

/* launches.c: notes in the device's module with what blocks the host object's code launches kernels. */
void sw_note_launches(struct sw_unit *unit, LLVMModuleRef module, const char *object);

/* host_misuse.c: tells of host code that uses device variables or device memory. False when some of it was an error. */
struct sw_diagnosed;
bool sw_tell_host(struct sw_unit *unit, const char *object, const struct sw_diagnosed *diagnosed);

/* refused.c: tells of what nvcc refuses in a file, by its preprocessed text and its device bitcode. has_lambdas:
 * --extended-lambda was given; are_errors: or warnings. False when something was an error, or could not be read. */
bool sw_tell_refused(struct sw_ir *ir, const char *text_file, const char *device, bool has_lambdas, bool are_errors);

/* load.c: bitcode files -> the unit's module, its ids. False when something was reported. */
bool sw_load(struct sw_unit *unit, const struct sw_strings *inputs);

/* versions.c: the processors that the loaded unit is to be compiled for. False when that is not clear, which was said. */
bool sw_settle_processors(struct sw_unit *unit, struct sw_strings *names);
/* compile: makes the object of one version, whose processor, number and output the unit's options say. It is run for
 * each name, in a process of its own; the object of them all becomes the output. */
bool sw_compile_versions(struct sw_unit *unit, const struct sw_strings *names, bool (*compile)(struct sw_unit *unit));

/* parallel.c: the module in parts, each in a process of its own where there are several, and the object of them all.
 * finish: does what is left to do for a part and writes its output; what it finds out it leaves in `frames`. */
typedef bool (*sw_finish)(struct sw_unit *unit, unsigned part, unsigned parts, int64_t *frames);
bool sw_finish_parts(struct sw_unit *unit, sw_finish finish, int64_t *frames);
int64_t *sw_shared_numbers(size_t count); /* memory, zero, that our child processes share */
/* Runs make(data, 0 .. count-1), each in a child process, `jobs` of them at once, and none any more once one has failed.
 * 0, or the status of the first that failed; what ended it by force was said. */
int sw_run_children(unsigned count, unsigned jobs, bool (*make)(void *data, unsigned child), void *data);
bool sw_join_objects(struct sw_arena *arena, const struct sw_strings *objects, const char *output); /* ld -r */
unsigned sw_jobs_of(const struct sw_unit *unit); /* processes at once */

/* remark_text.c: the unit's remarks, for a person. */
void sw_remarks_tell(const struct sw_unit *unit, FILE *to);

/* remark_json.c: the same for programs, one unit of a document. */
void sw_remarks_write(const struct sw_unit *unit, FILE *to);
void sw_json_string(FILE *to, const char *text); /* with its quotes */

/* remark_object.c: remarks that are kept in objects. False: reported. */
/* Puts the unit's remarks into its object, which has been written. */
bool sw_remarks_keep(const struct sw_unit *unit);
/* The document of the remarks in objects, archives, libraries and programs, one unit behind the other. */
bool sw_remarks_join(const struct sw_strings *files, const char *path);
/* The same for somebody who asks for it: there has to be something. path null: the text, to standard output. */
bool sw_remarks_show(const struct sw_strings *files, const char *path);

#endif
