/* Memory of graphs, as the rest of the allocator sees it. Without the engine's lock. */
#ifndef SWRT_GRAPH_MEMORY_H
#define SWRT_GRAPH_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda_runtime_api.h"

/* Frees it, at once or in the order of the stream. False: the address is no graph's. */
bool swrt_graph_memory_free(void *address, cudaError_t *error);
bool swrt_graph_memory_free_async(void *address, cudaStream_t stream, cudaError_t *error);
void swrt_graph_memory_trim(int device);
/* cudaDeviceReset: the memory is gone already; what is left of graphs can neither allocate nor free it. */
void swrt_graph_memory_reset_device(int device);
uint64_t *swrt_graph_memory_account(int device, enum cudaGraphMemAttributeType attribute); /* null: no such one */

#endif
