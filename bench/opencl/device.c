/* Buffers wrap host arrays (CL_MEM_USE_HOST_PTR) and are made once: a CPU device works on the arrays themselves, so
 * nothing is copied inside the timed region. */
#define CL_TARGET_OPENCL_VERSION 120
#include "device.h"

#include "../common/bench.h"

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KERNELS = 32, MAX_BUFFERS = 64, MAX_PLATFORMS = 16, MAX_SOURCE = 1 << 16 };

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static struct {
    char name[32];
    cl_kernel kernel;
} kernels[MAX_KERNELS];
static struct {
    void *host;
    cl_mem buffer;
} buffers[MAX_BUFFERS];
static cl_kernel current;
static cl_uint next_argument;

static void check(cl_int error, const char *what) {
    if (error != CL_SUCCESS) {
        fprintf(stderr, "%s: OpenCL error %d\n", what, (int)error);
        exit(1);
    }
}

static void find_device(void) {
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_uint count = 0;

    check(clGetPlatformIDs(MAX_PLATFORMS, platforms, &count), "clGetPlatformIDs");
    for (cl_uint i = 0; i < count && i < MAX_PLATFORMS; i++)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL) == CL_SUCCESS)
            return;
    check(CL_DEVICE_NOT_FOUND, "no OpenCL device that is a CPU");
}

static void read_source(const char *path, char *source) {
    FILE *file = fopen(path, "r");

    if (!file) {
        perror(path);
        exit(1);
    }
    source[fread(source, 1, MAX_SOURCE - 1, file)] = 0;
    fclose(file);
}

static void build(const char *path) {
    static char source[MAX_SOURCE], log[MAX_SOURCE];
    const char *text = source;
    cl_int error;

    read_source(path, source);
    program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    check(error, "clCreateProgramWithSource");
    error = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (error != CL_SUCCESS) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "%s\n", log);
    }
    check(error, "clBuildProgram");
}

void device_open(const char *path) {
    cl_int error;

    find_device();
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "clCreateCommandQueue");
    build(path);
}

void kernel(const char *name) {
    int i = 0;
    cl_int error = CL_SUCCESS;

    while (i < MAX_KERNELS - 1 && kernels[i].kernel && strcmp(kernels[i].name, name) != 0)
        i++;
    if (!kernels[i].kernel) {
        snprintf(kernels[i].name, sizeof kernels[i].name, "%s", name);
        kernels[i].kernel = clCreateKernel(program, name, &error);
        check(error, name);
    }
    current = kernels[i].kernel;
    next_argument = 0;
}

void argument_array(void *host, size_t bytes) {
    int i = 0;
    cl_int error = CL_SUCCESS;

    while (i < MAX_BUFFERS - 1 && buffers[i].host && buffers[i].host != host)
        i++;
    if (!buffers[i].host) {
        buffers[i].host = host;
        buffers[i].buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_READ_WRITE, bytes, host, &error);
        check(error, "clCreateBuffer");
    }
    check(clSetKernelArg(current, next_argument++, sizeof(cl_mem), &buffers[i].buffer), "clSetKernelArg");
}

void argument_int(int value) {
    check(clSetKernelArg(current, next_argument++, sizeof value, &value), "clSetKernelArg");
}

void argument_float(float value) {
    check(clSetKernelArg(current, next_argument++, sizeof value, &value), "clSetKernelArg");
}

void launch(size_t groups) {
    size_t local = BLOCK, global = groups * local;

    check(clEnqueueNDRangeKernel(queue, current, 1, NULL, &global, &local, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
}

void launch_square(size_t groups) {
    size_t local[2] = {TILE, TILE}, global[2] = {groups * TILE, groups * TILE};

    check(clEnqueueNDRangeKernel(queue, current, 2, NULL, global, local, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
}
