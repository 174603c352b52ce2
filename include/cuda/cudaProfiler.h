/* Start and end of profiling in the driver API. There is no profiler to start, so the calls only succeed. */
#ifndef CUDAPROFILER_H
#define CUDAPROFILER_H

#include "cuda.h"

typedef enum CUoutput_mode_enum { CU_OUT_KEY_VALUE_PAIR = 0x00, CU_OUT_CSV = 0x01 } CUoutput_mode;

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

CUresult cuProfilerInitialize(const char *configFile, const char *outputFile, CUoutput_mode outputMode);
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
