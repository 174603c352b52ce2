; What threads wait at holds the compiler back in every form of code: in code for whole blocks a barrier is nothing but a
; fence for the compiler, in code for a warp __syncwarp() is. And no fact about one thread's access is one about all
; threads': what kind of thing it touches, what it does not touch, what it finds.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.experimental.noalias.scope.decl(metadata)

; CHECK-LABEL: define internal void @block.w128.line(
; CHECK-COUNT-4: store <32 x i32> {{[^!]*$}}
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK: load i32, ptr %{{[^!]*$}}
; CHECK-COUNT-4: load <32 x float>, ptr %{{[^!]*$}}
define void @block(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  call void @llvm.experimental.noalias.scope.decl(metadata !6)
  store i32 %tid, ptr %at, !tbaa !3, !alias.scope !6
  call void @llvm.nvvm.barrier0()
  %same = load i32, ptr %q, !tbaa !3, !range !9, !noundef !10
  %v = load float, ptr %at, !tbaa !5, !noalias !6
  %s = sitofp i32 %same to float
  %w = fadd float %v, %s
  %to = getelementptr float, ptr %q, i32 %tid
  store float %w, ptr %to, !tbaa !5, !noalias !6
  ret void
}

; CHECK-LABEL: define internal void @warp.w32.full(
; CHECK: store <32 x i32> {{[^!]*$}}
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK: load <32 x float>, ptr %{{[^!]*$}}
; CHECK: store <32 x float> {{[^!]*$}}
define void @warp(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  store i32 %tid, ptr %at, !tbaa !3, !alias.scope !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %v = load float, ptr %at, !tbaa !5, !noalias !6
  %to = getelementptr float, ptr %q, i32 %tid
  store float %v, ptr %to, !tbaa !5, !noalias !6
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @block, !"kernel", i32 1}
!1 = !{ptr @warp, !"kernel", i32 1}
!2 = !{!"chars"}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !2}
!5 = !{!11, !11, i64 0}
!6 = !{!7}
!7 = distinct !{!7, !8}
!8 = distinct !{!8}
!9 = !{i32 0, i32 2}
!10 = !{}
!11 = !{!"float", !2}
