; A sample of a texture is one call of the runtime: for all lanes that run in lockstep code, the coordinates that count
; (here x and y: rows 0 and 1) in memory; for one thread in scalar code.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep,services --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare { i32, i32, i32, i32 } @__nv_sw_sample(ptr, i32, float, float, float, i32, float)

; CHECK-LABEL: define internal void @k.w32.any(
; CHECK: store <32 x float> %{{.*}}, ptr %{{.*}}, align 64
; CHECK: store <32 x float> %{{.*}}, ptr %{{.*}}, align 64
; CHECK-NOT: store <32 x float>
; CHECK: call void @swrt_sample(ptr %{{.*}}, i32 196866, i32 %{{.*}}, ptr %
; CHECK: load <32 x i32>, ptr %{{.*}}, align 64
define void @k(ptr %texture, ptr %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = uitofp i32 %i to float
  %y = fadd float %x, 0.5
  %c = call { i32, i32, i32, i32 } @__nv_sw_sample(ptr %texture, i32 258, float %x, float %y, float 0.0, i32 0, float 0.0)
  %w = extractvalue { i32, i32, i32, i32 } %c, 0
  %at = getelementptr i32, ptr %out, i32 %i
  store i32 %w, ptr %at
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
