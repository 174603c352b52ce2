; Local variables: each lane has its own, in memory of W times the size. Of a size that is not known: no wide variant.
; Shared and constant memory: the block's, or the image's; a uniform address of it is read once.
; RUN: %softwarp-cc %s --passes=import,retarget,globals,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
@table = addrspace(4) externally_initialized global [64 x i32] zeroinitializer, align 4
@tile = internal addrspace(3) global [64 x float] undef, align 4

; CHECK-LABEL: define internal void @own.w8.full(
; CHECK: %[[A:.*]] = alloca {{\[512 x i8\]|\[16 x <8 x i32>\]}}
; CHECK-NOT: alloca
; CHECK: getelementptr {{.*}}ptr %[[A]]
; CHECK-LABEL: define internal void @own.w8.rows(
define void @own(ptr %p, i32 %n) {
  %a = alloca [16 x i32]
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr [16 x i32], ptr %a, i32 0, i32 %n
  store i32 %tid, ptr %at
  %b = and i32 %tid, 7
  %from = getelementptr [16 x i32], ptr %a, i32 0, i32 %b
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %p, i32 %tid
  store i32 %v, ptr %to
  ret void
}

; CHECK-NOT: @sized.w8
define void @sized(ptr %p, i32 %n) {
  %a = alloca i32, i32 %n
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %a, i32 %tid
  store volatile i32 %tid, ptr %at
  ret void
}

; CHECK-LABEL: define internal void @constant.w8.full(
; CHECK: load i32, ptr {{.*}}align 4{{$}}
; CHECK: load <8 x i32>, ptr
; CHECK: shufflevector <8 x i32> %{{.*}}, <8 x i32> poison, <8 x i32> zeroinitializer
; CHECK-LABEL: define internal void @constant.w8.rows(
define void @constant(ptr %p, i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %one = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(4) @table to ptr), i32 0, i32 %n
  %v = load i32, ptr %one
  %each = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(4) @table to ptr), i32 0, i32 %tid
  %w = load i32, ptr %each
  %x = add i32 %v, %w
  %to = getelementptr i32, ptr %p, i32 %tid
  store i32 %x, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @shared.w8.full(
; CHECK: store <8 x float> %{{.*}}, ptr
; CHECK: load float, ptr
; CHECK-LABEL: define internal void @shared.w8.rows(
define void @shared(ptr %p, i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr float, ptr %p, i32 %tid
  %v = load float, ptr %from
  %at = getelementptr [64 x float], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i32 0, i32 %tid
  store float %v, ptr %at
  %one = getelementptr [64 x float], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i32 0, i32 %n
  %same = load float, ptr %one
  %sum = fadd float %v, %same
  store float %sum, ptr %from
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @own, !"kernel", i32 1}
!1 = !{ptr @sized, !"kernel", i32 1}
!2 = !{ptr @constant, !"kernel", i32 1}
!3 = !{ptr @shared, !"kernel", i32 1}
