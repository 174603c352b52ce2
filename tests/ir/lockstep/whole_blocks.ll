; A block of just so many threads, all of them at once: rows of lanes one behind the other, and a barrier is nothing, since
; all rows come to it together. What is the same in all rows is done once. For kernels with barriers or loops.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=32 --emit=llvm | FileCheck %s --check-prefix=WARPS
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

; Four rows write, and only then four rows read.
; CHECK-LABEL: define internal void @turn.w128.line(
; CHECK-NOT: call void @llvm.nvvm.barrier0()
; CHECK-COUNT-4: store <32 x i32>
; CHECK-NOT: store <32 x i32>
; CHECK: load i32, ptr %{{.*}}, align 4{{$}}
; CHECK-COUNT-4: load <32 x i32>
; CHECK-COUNT-4: store <32 x i32>
; CHECK-NOT: {{call void @llvm.nvvm.barrier0|load i32|store}}
; CHECK: ret void
; CHECK-LABEL: define internal void @turn.w32.full(
; CHECK: call void @llvm.nvvm.barrier0()
; WARPS-NOT: @turn.w{{128|256}}.
define void @turn(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  store i32 %tid, ptr %at
  call void @llvm.nvvm.barrier0()
  %o = xor i32 %tid, 127
  %from = getelementptr i32, ptr %p, i32 %o
  %same = load i32, ptr %q
  %v = load i32, ptr %from
  %w = mul i32 %v, %same
  %to = getelementptr i32, ptr %q, i32 %tid
  store i32 %w, ptr %to
  ret void
}

; No barrier, no loop: rows of 32 are as good.
; CHECK-NOT: @line.w{{128|256}}.
; CHECK: @line.w32.full(
; CHECK-NOT: @line.w{{128|256}}.
define void @line(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  store i32 %tid, ptr %at
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @turn, !"kernel", i32 1}
!1 = !{ptr @line, !"kernel", i32 1}
