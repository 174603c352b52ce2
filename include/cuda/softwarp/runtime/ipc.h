/* Memory and events that processes share (CUDA Runtime API, "Device Management": IPC). Included by cuda_runtime_api.h. */
#ifndef SOFTWARP_IPC_H
#define SOFTWARP_IPC_H

#define CUDA_IPC_HANDLE_SIZE 64

typedef struct cudaIpcMemHandle_st {
    char reserved[CUDA_IPC_HANDLE_SIZE];
} cudaIpcMemHandle_t;
typedef struct cudaIpcEventHandle_st {
    char reserved[CUDA_IPC_HANDLE_SIZE];
} cudaIpcEventHandle_t;

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *devPtr);
cudaError_t cudaIpcOpenMemHandle(void **devPtr, cudaIpcMemHandle_t handle, unsigned int flags);
cudaError_t cudaIpcCloseMemHandle(void *devPtr);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
