#ifndef UNITS_H
#define UNITS_H
/* Each returns what its file's kernel computed, or a negative number. */
int run_a(int x);
int run_b(int x);
#endif
