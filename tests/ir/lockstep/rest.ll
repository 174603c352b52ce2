; Of a loop in two versions the one under a mask is never run by all lanes of a warp: operations have no form for that
; there. In the other all lanes run, and each has its instruction.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=32 --emit=llvm -o %t.ll
; RUN: sed -n '/^define.*@count\.w32\.full(/,/^}/p' %t.ll | FileCheck %s

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @__sw_atomic_add_i32_block(ptr, i32)

; CHECK-NOT: {{^}}all.lanes
; CHECK: {{^}}loop1:
; CHECK-COUNT-32: call i32 @__sw_atomic_add_i32_block(
; CHECK-NOT: call i32 @__sw_atomic_add_i32_block(
; CHECK: br i1 {{.*}}, label %loop1,
; CHECK: {{^}}lane:
; CHECK: call i32 @__sw_atomic_add_i32_block(
; CHECK-NOT: call i32 @__sw_atomic_add_i32_block(
define void @count(ptr %in, ptr %bins, i32 %n, i32 %step) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %any = icmp slt i32 %t, %n
  br i1 %any, label %loop, label %exit

loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %at = sext i32 %i to i64
  %p = getelementptr i32, ptr %in, i64 %at
  %v = load i32, ptr %p
  %bin = zext i32 %v to i64
  %q = getelementptr i32, ptr %bins, i64 %bin
  %old = call i32 @__sw_atomic_add_i32_block(ptr %q, i32 1)
  %next = add nsw i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @count, !"kernel", i32 1}
