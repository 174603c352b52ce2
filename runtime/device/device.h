/* The devices as CUDA programs see them: all SOFTWARP_DEVICES of them are this machine's CPU. Of these a program sees
 * what CUDA_VISIBLE_DEVICES names. */
#ifndef SWRT_DEVICE_H
#define SWRT_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda_runtime_api.h"
#include "os/thread/thread.h" /* SWRT_MAX_DEVICES */

/* clock.c */
unsigned swrt_clock_khz(void); /* the rate of what clock64() counts */

/* current.c */
int swrt_device_count(void);       /* visible ones of SOFTWARP_DEVICES, 1 when unset, at most SWRT_MAX_DEVICES */
int swrt_device_place(int device); /* of a visible one, among all that there are */
int swrt_current_device(void);     /* of the calling thread */
void swrt_set_current_device(int device);
bool swrt_device_valid(int device);

/* visible.c: which of `count` devices the list of CUDA_VISIBLE_DEVICES names, in its order; how many. */
int swrt_visible_devices(const char *list, int count, int *devices);
#define SWRT_UUID_TEXT 48 /* bytes that have room for the text */
void swrt_uuid_text(cudaUUID_t uuid, char *to, size_t size); /* GPU-01234567-89ab-.. */

/* properties.c */
cudaUUID_t swrt_device_uuid(int place);                          /* among all devices, visible or not */
const struct cudaDeviceProp *swrt_device_properties(int device); /* device must be valid */
/* The same; cudaErrorInvalidValue: there is no such attribute. */
cudaError_t swrt_device_attribute(int *value, enum cudaDeviceAttr attribute, int device);

/* api/device.c */
void swrt_device_reset(int device); /* waits for its work, then makes it as it was at the start of the program */
bool swrt_device_flags_valid(unsigned flags); /* of cudaSetDeviceFlags: one way of waiting, no unknown bits */
unsigned swrt_device_flags(int device);
void swrt_device_set_flags(int device, unsigned flags);

/* limits.c */
bool swrt_device_has_limit(enum cudaLimit limit);
void swrt_device_set_limit(int device, enum cudaLimit limit, size_t value); /* one that there is */
size_t swrt_device_limit(int device, enum cudaLimit limit);                 /* as cudaDeviceGetLimit answers */
void swrt_device_reset_limits(int device);

/* memory.c: bytes. total: what the machine (or its cgroup) has; left: what may still be allocated. */
size_t swrt_memory_total(void);
size_t swrt_memory_left(size_t allocated);
bool swrt_memory_fits(size_t bytes, size_t allocated); /* whether `bytes` more may be, on top of `allocated` */

#endif
