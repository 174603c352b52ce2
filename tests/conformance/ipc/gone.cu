// FEW-WAYS
// NO-GPU: which error a handle without memory behind it gets is not documented
// Handles that lead nowhere: garbage, freed memory, a process that has ended.
#include "process.h"

#include <fcntl.h>

static int child(const char *what, const char *file)
{
    cudaIpcMemHandle_t handle;
    if (!strcmp(what, "make")) {
        void *memory;
        CHECK(cudaMalloc(&memory, 5 << 20));
        CHECK(cudaIpcGetMemHandle(&handle, memory));
        int out = open(file, O_WRONLY);
        return write(out, &handle, sizeof handle) != sizeof handle;
    }
    void *memory;
    handle = from_hexadecimal<cudaIpcMemHandle_t>(file);
    EXPECT_ERROR(cudaIpcOpenMemHandle(&memory, handle, cudaIpcMemLazyEnablePeerAccess), cudaErrorMapBufferObjectFailed);
    return failures != 0;
}

int main(int argc, char **argv)
{
    if (argc > 2)
        return child(argv[1], argv[2]);
    void *memory;
    cudaIpcMemHandle_t handle;
    memset(&handle, 0x5a, sizeof handle);
    EXPECT_ERROR(cudaIpcOpenMemHandle(&memory, handle, cudaIpcMemLazyEnablePeerAccess), cudaErrorInvalidValue);
    memset(&handle, 0, sizeof handle);
    EXPECT_ERROR(cudaIpcOpenMemHandle(&memory, handle, cudaIpcMemLazyEnablePeerAccess), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaIpcOpenMemHandle(&memory, handle, 8), cudaErrorInvalidValue);

    CHECK(cudaMalloc(&memory, 3 << 20));
    CHECK(cudaIpcGetMemHandle(&handle, memory));
    CHECK(cudaFree(memory));
    EXPECT_EQ(run("open", hexadecimal(&handle, sizeof handle)), 0);
    EXPECT_ERROR(cudaIpcGetMemHandle(&handle, memory), cudaErrorInvalidValue);

    int pipe_ends[2];
    char name[64];
    EXPECT_EQ(pipe(pipe_ends), 0);
    snprintf(name, sizeof name, "/proc/%d/fd/%d", (int)getpid(), pipe_ends[1]);
    EXPECT_EQ(run("make", name), 0);
    EXPECT_EQ(read(pipe_ends[0], &handle, sizeof handle), (ssize_t)sizeof handle);
    EXPECT_ERROR(cudaIpcOpenMemHandle(&memory, handle, cudaIpcMemLazyEnablePeerAccess), cudaErrorMapBufferObjectFailed);
    return finish();
}
