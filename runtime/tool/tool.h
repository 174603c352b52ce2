/* Commands of the tool `softwarp`. */
#ifndef SWRT_TOOL_H
#define SWRT_TOOL_H

int swrt_tool_check(int argc, char **argv);
int swrt_tool_verify(int argc, char **argv);  /* check.c: argv[0] is "check"; exit status */
int swrt_tool_explore(int argc, char **argv); /* explore.c: exit status */
int swrt_tool_remarks(int argc, char **argv); /* remarks.c: exit status */
int swrt_tool_info(void);                     /* info.c: exit status */
int swrt_tool_api_version(void);              /* info.c: CUDART_VERSION of the library */

#endif
