; Atomics on different addresses: each lane's own. In block scope the block's threads take turns on one worker
; anyway: no atomic instruction is left in the program, combined or not. (Where processors find out by themselves which
; lanes meet, vectors take the place of a loop: atomics_conflict.ll.)
; RUN: %softwarp-cc %s --cpu=x86-64-v3 --passes=import,retarget,globals,context,lockstep,atomics --lanes=8 --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --cpu=x86-64-v3 --lanes=8 --emit=llvm | FileCheck %s --check-prefix=FINAL
; RUN: %softwarp-cc %s --lanes=8 --cpu=x86-64-v3 --emit=asm | FileCheck %s --check-prefix=ASM
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare i32 @__sw_atomic_add_i32_block(ptr, i32)

; Written out, without a loop; where all lanes need not run, a loop for those that do is there, too.
; CHECK-LABEL: define internal void @apart.w8.full(
; CHECK-COUNT-8: atomicrmw add ptr %{{.*}}, i32 1 monotonic
; CHECK-NOT: atomicrmw
; CHECK: ret void
; CHECK-LABEL: define internal void @apart.w8.rows(
; CHECK: atomicrmw add ptr %{{.*}}, i32 1 monotonic
; FINAL-LABEL: define {{.*}}@apart.block.w8.2(
; FINAL: atomicrmw add ptr
define void @apart(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %to = getelementptr i32, ptr %p, i32 %v
  %old = call i32 @__sw_atomic_add_i32_device(ptr %to, i32 1)
  ret void
}

; An index that is a truth: a vector of those is packed, and no array.
; CHECK-LABEL: define internal void @side.w8.full(
; CHECK-NOT: <8 x i1>, ptr
; CHECK: store volatile <8 x i64> %{{.*}}, ptr
; CHECK-COUNT-8: atomicrmw add ptr %{{.*}}, i32 1 monotonic
; CHECK-LABEL: define internal void @side.w8.rows(
define void @side(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %is_zero = icmp eq i32 %v, 0
  %index = zext i1 %is_zero to i64
  %to = getelementptr i32, ptr %p, i64 %index
  %old = call i32 @__sw_atomic_add_i32_device(ptr %to, i32 1)
  ret void
}

; Results that are used: a loop over the lanes, and before it one that asks for what they will write.
; CHECK-LABEL: define internal void @found.w8.full(
; CHECK: {{^}}lane:
; CHECK: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 1, i32 3, i32 1)
; CHECK-NOT: atomicrmw
; CHECK: {{^}}lane{{[0-9]+}}:
; CHECK-NOT: prefetch
; CHECK: atomicrmw add ptr %{{.*}}, i32 1 monotonic
; CHECK-LABEL: define internal void @found.w8.rows(
define void @found(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %to = getelementptr i32, ptr %p, i32 %v
  %old = call i32 @__sw_atomic_add_i32_device(ptr %to, i32 1)
  store i32 %old, ptr %at
  ret void
}

; Within a block the processor looks ahead itself: nothing is asked for.
; CHECK-LABEL: define internal void @found_block.w8.full(
; CHECK-NOT: prefetch
; CHECK: {{^}}lane:
; CHECK-NOT: prefetch
; CHECK-LABEL: define internal void @found_block.w8.rows(
define void @found_block(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %to = getelementptr i32, ptr %p, i32 %v
  %old = call i32 @__sw_atomic_add_i32_block(ptr %to, i32 1)
  store i32 %old, ptr %at
  ret void
}

; CHECK-LABEL: define internal void @own_block.w8.full(
; CHECK-NOT: atomicrmw
; CHECK-NOT: cmpxchg
; CHECK-LABEL: define internal void @own_block.w8.rows(
; CHECK-NOT: atomicrmw
; CHECK-NOT: cmpxchg
; FINAL-LABEL: define {{.*}}@own_block.block.w8.2(
; FINAL-NOT: atomicrmw
; FINAL-NOT: cmpxchg
; ASM-LABEL: apart.block.w8.2:
; ASM: lock
; ASM-LABEL: own_block.block.w8.2:
; ASM-NOT: {{[[:space:]]}}lock
define void @own_block(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %to = getelementptr i32, ptr %p, i32 %v
  %old = call i32 @__sw_atomic_add_i32_block(ptr %to, i32 1)
  %all = call i32 @__sw_atomic_add_i32_block(ptr %p, i32 %v)
  ret void
}

!nvvm.annotations = !{!0, !1, !3, !4, !2}
!0 = !{ptr @apart, !"kernel", i32 1}
!2 = !{ptr @own_block, !"kernel", i32 1}
!1 = !{ptr @side, !"kernel", i32 1}
!3 = !{ptr @found, !"kernel", i32 1}
!4 = !{ptr @found_block, !"kernel", i32 1}
