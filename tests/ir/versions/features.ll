; Code has the instructions of processor_features.def that its processor has, and no others, so that what it needs is known:
; a Sapphire Rapids has conversions to bfloat16, but the table does not.
; RUN: %softwarp-cc %s --cpu=sapphirerapids --emit=asm --lanes=32 | FileCheck %s
; CHECK-NOT: vcvtneps2bf16
; CHECK: zmm
; RUN: %softwarp-cc %s --cpu=x86-64-v2 --emit=asm --lanes=32 | FileCheck %s --check-prefix=V2
; V2-NOT: ymm
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define void @kernel(ptr %from, ptr %to) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %tid to i64
  %at = getelementptr float, ptr %from, i64 %i
  %v = load float, ptr %at
  %w = fptrunc float %v to bfloat
  %into = getelementptr bfloat, ptr %to, i64 %i
  store bfloat %w, ptr %into
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
