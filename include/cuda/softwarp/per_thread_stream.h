/* With --default-stream per-thread, stream 0 means the calling thread's own stream (CUDA C++ Programming Guide: Per-thread
 * Default Stream). The functions whose meaning that changes have a second entry point, with CUDA's suffix: _ptsz where
 * the stream is a parameter, _ptds where the null stream is meant implicitly. Included by cuda_runtime_api.h only, before
 * its declarations, so that these declare the second entry points.
 */
#define cudaMemcpyAsync             cudaMemcpyAsync_ptsz
#define cudaMemcpyPeerAsync         cudaMemcpyPeerAsync_ptsz
#define cudaMemcpy2DAsync           cudaMemcpy2DAsync_ptsz
#define cudaMemcpy3DAsync           cudaMemcpy3DAsync_ptsz
#define cudaMemcpy3DPeerAsync       cudaMemcpy3DPeerAsync_ptsz
#define cudaMemsetAsync             cudaMemsetAsync_ptsz
#define cudaMemset2DAsync           cudaMemset2DAsync_ptsz
#define cudaMemset3DAsync           cudaMemset3DAsync_ptsz
#define cudaMemcpyToSymbolAsync     cudaMemcpyToSymbolAsync_ptsz
#define cudaMemcpyFromSymbolAsync   cudaMemcpyFromSymbolAsync_ptsz
#define cudaMemPrefetchAsync        cudaMemPrefetchAsync_ptsz
#define cudaMallocAsync             cudaMallocAsync_ptsz
#define cudaFreeAsync               cudaFreeAsync_ptsz
#define cudaMallocFromPoolAsync     cudaMallocFromPoolAsync_ptsz
#define cudaEventRecord             cudaEventRecord_ptsz
#define cudaLaunchCooperativeKernel cudaLaunchCooperativeKernel_ptsz
#define cudaStreamSynchronize       cudaStreamSynchronize_ptsz
#define cudaStreamQuery             cudaStreamQuery_ptsz
#define cudaStreamWaitEvent         cudaStreamWaitEvent_ptsz
#define cudaStreamAddCallback       cudaStreamAddCallback_ptsz
#define cudaStreamGetPriority       cudaStreamGetPriority_ptsz
#define cudaStreamGetFlags          cudaStreamGetFlags_ptsz
#define cudaStreamAttachMemAsync    cudaStreamAttachMemAsync_ptsz
#define cudaLaunchHostFunc          cudaLaunchHostFunc_ptsz
#define cudaEventRecordWithFlags    cudaEventRecordWithFlags_ptsz
#define cudaStreamGetId             cudaStreamGetId_ptsz
#define cudaStreamBeginCapture      cudaStreamBeginCapture_ptsz
#define cudaStreamBeginCaptureToGraph cudaStreamBeginCaptureToGraph_ptsz
#define cudaStreamEndCapture        cudaStreamEndCapture_ptsz
#define cudaStreamIsCapturing       cudaStreamIsCapturing_ptsz
#define cudaStreamGetCaptureInfo_v2 cudaStreamGetCaptureInfo_v2_ptsz
#define cudaStreamGetCaptureInfo_v3 cudaStreamGetCaptureInfo_v3_ptsz
#define cudaStreamUpdateCaptureDependencies cudaStreamUpdateCaptureDependencies_ptsz
#define cudaStreamUpdateCaptureDependencies_v2 cudaStreamUpdateCaptureDependencies_v2_ptsz
#define cudaGraphLaunch             cudaGraphLaunch_ptsz
#define cudaGraphUpload             cudaGraphUpload_ptsz
#define cudaLaunchKernel            cudaLaunchKernel_ptsz
#define cudaLaunchKernelExC         cudaLaunchKernelExC_ptsz
#define cudaMemcpy                  cudaMemcpy_ptds
#define cudaMemcpyPeer              cudaMemcpyPeer_ptds
#define cudaMemcpy2D                cudaMemcpy2D_ptds
#define cudaMemcpy3D                cudaMemcpy3D_ptds
#define cudaMemcpy3DPeer            cudaMemcpy3DPeer_ptds
#define cudaMemset                  cudaMemset_ptds
#define cudaMemset2D                cudaMemset2D_ptds
#define cudaMemset3D                cudaMemset3D_ptds
#define cudaMemcpyToSymbol          cudaMemcpyToSymbol_ptds
#define cudaMemcpyFromSymbol        cudaMemcpyFromSymbol_ptds
