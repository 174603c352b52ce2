/* Multiplies n integers on the device by a factor; the host passes and gets them. */
#ifndef SCALE_H
#define SCALE_H
bool scale(int *values, int n, int factor);
const char *scale_kind();
#endif
