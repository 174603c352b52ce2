/* The driver API with --default-stream per-thread: see per_thread_stream.h. Included by cuda.h before its functions, so
 * that these declare the second entry points. */
#ifndef SOFTWARP_DRIVER_PER_THREAD_H
#define SOFTWARP_DRIVER_PER_THREAD_H

#define cuMemPrefetchAsync             cuMemPrefetchAsync_ptsz
#define cuMemPrefetchAsync_v2          cuMemPrefetchAsync_v2_ptsz
#define cuMemcpyAsync                  cuMemcpyAsync_ptsz
#define cuMemcpyPeerAsync              cuMemcpyPeerAsync_ptsz
#define cuMemcpyHtoDAsync_v2           cuMemcpyHtoDAsync_v2_ptsz
#define cuMemcpyDtoHAsync_v2           cuMemcpyDtoHAsync_v2_ptsz
#define cuMemcpyDtoDAsync_v2           cuMemcpyDtoDAsync_v2_ptsz
#define cuMemcpy2DAsync_v2             cuMemcpy2DAsync_v2_ptsz
#define cuMemcpy3DAsync_v2             cuMemcpy3DAsync_v2_ptsz
#define cuMemcpy3DPeerAsync            cuMemcpy3DPeerAsync_ptsz
#define cuMemsetD8Async                cuMemsetD8Async_ptsz
#define cuMemsetD16Async               cuMemsetD16Async_ptsz
#define cuMemsetD32Async               cuMemsetD32Async_ptsz
#define cuMemsetD2D8Async              cuMemsetD2D8Async_ptsz
#define cuMemsetD2D16Async             cuMemsetD2D16Async_ptsz
#define cuMemsetD2D32Async             cuMemsetD2D32Async_ptsz
#define cuMemAllocAsync                cuMemAllocAsync_ptsz
#define cuMemFreeAsync                 cuMemFreeAsync_ptsz
#define cuMemAllocFromPoolAsync        cuMemAllocFromPoolAsync_ptsz
#define cuStreamGetPriority            cuStreamGetPriority_ptsz
#define cuStreamGetFlags               cuStreamGetFlags_ptsz
#define cuStreamGetId                  cuStreamGetId_ptsz
#define cuStreamGetCtx                 cuStreamGetCtx_ptsz
#define cuStreamGetCtx_v2              cuStreamGetCtx_v2_ptsz
#define cuStreamGetDevice              cuStreamGetDevice_ptsz
#define cuStreamIsCapturing            cuStreamIsCapturing_ptsz
#define cuStreamWaitEvent              cuStreamWaitEvent_ptsz
#define cuStreamAddCallback            cuStreamAddCallback_ptsz
#define cuStreamAttachMemAsync         cuStreamAttachMemAsync_ptsz
#define cuStreamQuery                  cuStreamQuery_ptsz
#define cuStreamSynchronize            cuStreamSynchronize_ptsz
#define cuEventRecord                  cuEventRecord_ptsz
#define cuEventRecordWithFlags         cuEventRecordWithFlags_ptsz
#define cuLaunchKernel                 cuLaunchKernel_ptsz
#define cuLaunchKernelEx               cuLaunchKernelEx_ptsz
#define cuLaunchCooperativeKernel      cuLaunchCooperativeKernel_ptsz
#define cuLaunchHostFunc               cuLaunchHostFunc_ptsz
#define cuGetProcAddress_v2            cuGetProcAddress_v2_ptsz
#define cuMemcpyHtoA_v2                cuMemcpyHtoA_v2_ptds
#define cuMemcpyAtoH_v2                cuMemcpyAtoH_v2_ptds
#define cuMemcpyDtoA_v2                cuMemcpyDtoA_v2_ptds
#define cuMemcpyAtoD_v2                cuMemcpyAtoD_v2_ptds
#define cuMemcpy                       cuMemcpy_ptds
#define cuMemcpyPeer                   cuMemcpyPeer_ptds
#define cuMemcpyHtoD_v2                cuMemcpyHtoD_v2_ptds
#define cuMemcpyDtoH_v2                cuMemcpyDtoH_v2_ptds
#define cuMemcpyDtoD_v2                cuMemcpyDtoD_v2_ptds
#define cuMemcpy2D_v2                  cuMemcpy2D_v2_ptds
#define cuMemcpy2DUnaligned_v2         cuMemcpy2DUnaligned_v2_ptds
#define cuMemcpy3D_v2                  cuMemcpy3D_v2_ptds
#define cuMemcpy3DPeer                 cuMemcpy3DPeer_ptds
#define cuMemsetD8_v2                  cuMemsetD8_v2_ptds
#define cuMemsetD16_v2                 cuMemsetD16_v2_ptds
#define cuMemsetD32_v2                 cuMemsetD32_v2_ptds
#define cuMemsetD2D8_v2                cuMemsetD2D8_v2_ptds
#define cuMemsetD2D16_v2               cuMemsetD2D16_v2_ptds
#define cuMemsetD2D32_v2               cuMemsetD2D32_v2_ptds

#endif
