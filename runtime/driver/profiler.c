/* cudaProfiler.h: there is nothing to start. CUDA Driver API reference, "Profiler Control". */
#include "cudaProfiler.h"

#include "device/context.h"

CUresult cuProfilerStart(void) {
    SWRT_CONTEXT_CALL(cudaProfilerStart());
}

CUresult cuProfilerStop(void) {
    SWRT_CONTEXT_CALL(cudaProfilerStop());
}

/* Deprecated since CUDA 11, where it is no longer supported. */
CUresult cuProfilerInitialize(const char *configFile, const char *outputFile, CUoutput_mode outputMode) {
    SWRT_DRIVER_RESULT(CUDA_ERROR_NOT_SUPPORTED);
}
