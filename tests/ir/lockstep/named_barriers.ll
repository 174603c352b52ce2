; Threads meet at a barrier by its number and count. One call stands for all lanes of a warp when these are the same for
; all of them; code for a whole block leaves it out only when it is for all threads of the block. A reduction's answer is
; one value where all lanes meet at one barrier.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep -Rsoftwarp --emit=llvm -o %t.ll 2>&1 | FileCheck %s --check-prefix=SAID
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.sync(i32)
declare void @llvm.nvvm.barrier.sync.cnt(i32, i32)
declare void @__sw_barrier_arrive(i32, i32)
declare i32 @__sw_barrier_popc(i32, i32, i32)
declare void @__sw_barrier_signal(i32)
declare void @__sw_barrier_await(i32)

; Of the whole block: nothing, in code for the block.
; CHECK-LABEL: define internal void @whole.w256.line(
; CHECK-NOT: call void @llvm.nvvm.barrier.sync
; CHECK: ret void
; CHECK-LABEL: define internal void @whole.w32.full(
; CHECK: call void @llvm.nvvm.barrier.sync(i32 3)
define void @whole(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  store i32 %tid, ptr %at
  call void @llvm.nvvm.barrier.sync(i32 3)
  %v = load i32, ptr %p
  store i32 %v, ptr %at
  ret void
}

; For 128 threads: so many have one kind of blocks.
; CHECK-NOT: define internal void @counted.w256.line(
; CHECK-LABEL: define internal void @counted.w128.line(
; CHECK-NOT: call i32 @__sw_barrier_popc
; CHECK: ret void
; CHECK-LABEL: define internal void @counted.w32.full(
; CHECK: call i32 @__sw_barrier_popc(i32 %{{.*}}, i32 1, i32 128)
define void @counted(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = call i32 @__sw_barrier_popc(i32 %v, i32 1, i32 128)
  store i32 %c, ptr %at
  ret void
}

; A number for each pair of warps: warps meet, and each lane of one hears the same.
; CHECK-NOT: define internal void @pairs.w{{128|256}}.line(
; CHECK-LABEL: define internal void @pairs.w32.full(
; CHECK: %[[ANSWER:.*]] = call i32 @__sw_barrier_popc(i32 %{{.*}}, i32 %{{.*}}, i32 64)
; CHECK: add i32 %[[ANSWER]], 1
; SAID: kernel 'pairs'
; SAID: a barrier that may be for a part of the block
define void @pairs(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %pair = lshr i32 %tid, 6
  %id = add i32 %pair, 1
  %c = call i32 @__sw_barrier_popc(i32 %v, i32 %id, i32 64)
  %d = add i32 %c, 1
  store i32 %d, ptr %at
  ret void
}

; Who only arrives does not wait, so one who waits later may wait for him.
; CHECK-NOT: define internal void @arrives.w{{128|256}}.line(
; CHECK-LABEL: define internal void @arrives.w32.full(
define void @arrives(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  call void @__sw_barrier_arrive(i32 1, i32 128)
  store i32 %tid, ptr %at
  call void @llvm.nvvm.barrier.sync.cnt(i32 1, i32 128)
  ret void
}

; Two steps of the whole block.
; CHECK-LABEL: define internal void @steps.w256.line(
; CHECK-NOT: call void @__sw_barrier_
; CHECK: ret void
; CHECK-LABEL: define internal void @steps.w32.full(
; CHECK: call void @__sw_barrier_signal(i32 1)
; CHECK: call void @__sw_barrier_await(i32 1)
define void @steps(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  store i32 %tid, ptr %at
  call void @__sw_barrier_signal(i32 1)
  call void @__sw_barrier_await(i32 1)
  %v = load i32, ptr %p
  store i32 %v, ptr %at
  ret void
}

; Lanes of one warp name different barriers.
; CHECK-NOT: define internal void @lanes.w
; SAID: kernel 'lanes': 1 lane only
; SAID: a barrier whose number may differ between the lanes of a warp
define void @lanes(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %id = and i32 %tid, 7
  call void @llvm.nvvm.barrier.sync.cnt(i32 %id, i32 128)
  %at = getelementptr i32, ptr %p, i32 %tid
  store i32 %tid, ptr %at
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @whole, !"kernel", i32 1}
!1 = !{ptr @counted, !"kernel", i32 1}
!2 = !{ptr @pairs, !"kernel", i32 1}
!3 = !{ptr @arrives, !"kernel", i32 1}
!4 = !{ptr @steps, !"kernel", i32 1}
!5 = !{ptr @lanes, !"kernel", i32 1}
