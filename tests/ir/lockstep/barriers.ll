; A barrier of W threads asks the runtime once: it says which lanes have come. Where lanes of a warp may wait elsewhere
; in the meantime there is no wide variant, because nobody would come: at barriers that some of them pass by, in loops
; that wait for one of them.
; RUN: %softwarp-cc %s --passes=import,yields,retries,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,yields,retries,retarget,context,lockstep,atomics,services,requests --lanes=8 --emit=llvm \
; RUN:   | FileCheck %s --check-prefix=ASKED
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.barrier0.popc(i32)
declare i32 @__sw_atomic_cas_i32_device(ptr, i32, i32)
declare i32 @__sw_atomic_exch_i32_device(ptr, i32)
declare i32 @__sw_atomic_load_i32_device(ptr)
declare void @llvm.nvvm.barrier.cluster.arrive()
declare void @llvm.nvvm.barrier.cluster.wait()
declare void @llvm.trap()
declare void @__assertfail(ptr, ptr, i32, ptr, i64)

; CHECK-LABEL: define internal void @barrier.w8.full(
; CHECK: %[[ALL:.*]] = zext i8 bitcast (<8 x i1> <i1 true, {{.*}}> to i8) to i32
; CHECK: store i32 %[[ALL]], ptr
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
; CHECK-NOT: @llvm.nvvm.barrier0()
; CHECK: ret void
; CHECK-LABEL: define internal void @barrier.w8.rows(
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %lanes to i8
; CHECK: %[[CAME:.*]] = zext i8 %[[BITS]] to i32
; CHECK: store i32 %[[CAME]], ptr
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
; CHECK: ret void
; ASKED-LABEL: define internal void @barrier.w8.full(
; ASKED: call i8 @sw.suspend.token()
; ASKED-NOT: call i8 @sw.suspend.token()
; ASKED-LABEL: define internal void @barrier.w8.rows(
define void @barrier(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  store i32 %tid, ptr %at
  call void @llvm.nvvm.barrier0()
  %v = load i32, ptr %p
  store i32 %v, ptr %at
  ret void
}

; __syncthreads_count: the predicates of all lanes in one number, and one answer.
; CHECK-LABEL: define internal void @count.w8.rows(
; CHECK: %[[TRUE:.*]] = icmp {{ne|eq}} <8 x i32> %{{.*}}, zeroinitializer
; CHECK: %[[MASKED:.*]] = select <8 x i1> %lanes, <8 x i1> %{{.*}}, <8 x i1> zeroinitializer
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %[[MASKED]] to i8
; CHECK: %[[ASK:.*]] = zext i8 %[[BITS]] to i32
; CHECK: %[[ANSWER:.*]] = call i32 @llvm.nvvm.barrier0.popc(i32 %[[ASK]])
; CHECK: store i32 %[[ANSWER]], ptr %
define void @count(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = call i32 @llvm.nvvm.barrier0.popc(i32 %v)
  store i32 %c, ptr %p
  ret void
}

; Some lanes pass it by.
; CHECK-NOT: @some.w8
define void @some(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %yes, label %done
yes:
  call void @llvm.nvvm.barrier0()
  br label %done
done:
  store i32 %v, ptr %p
  ret void
}

; Some have exited: the barrier does not wait for them. (Both ways lead to one return, as LLVM leaves it.)
; CHECK-LABEL: define internal void @exited.w8.full(
; CHECK: on:
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %[[MASK:.*]] to i8
; CHECK: %[[CAME:.*]] = zext i8 %[[BITS]] to i32
; CHECK: store i32 %[[CAME]], ptr
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
; CHECK: call void @llvm.masked.store{{.*}}, <8 x i1> %[[MASK]])
define void @exited(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %done, label %on
on:
  call void @llvm.nvvm.barrier0()
  store i32 %v, ptr %at
  br label %done
done:
  ret void
}

; A loop with a barrier in it that all lanes leave together; one that they leave one by one.
; CHECK-LABEL: define internal void @rounds.w8.full(
; CHECK: call void @llvm.nvvm.barrier0()
define void @rounds(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  br label %round
round:
  %i = phi i32 [ 0, %entry ], [ %next, %round ]
  store i32 %i, ptr %at
  call void @llvm.nvvm.barrier0()
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %round, label %done
done:
  ret void
}

; CHECK-NOT: @own_rounds.w8
define void @own_rounds(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %n = load i32, ptr %at
  br label %round
round:
  %i = phi i32 [ 0, %entry ], [ %next, %round ]
  store i32 %i, ptr %at
  call void @llvm.nvvm.barrier0()
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %round, label %done
done:
  store i32 0, ptr %at
  ret void
}

; A lock that a lane takes and gives back: the others of its warp spin, it would never come to give it back.
; CHECK-NOT: @spin.w8
define void @spin(ptr %lock, ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %try
try:
  %old = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 0, i32 1)
  %c = icmp ne i32 %old, 0
  br i1 %c, label %try, label %in
in:
  %v = load i32, ptr %p
  %w = add i32 %v, %tid
  store i32 %w, ptr %p
  %x = call i32 @__sw_atomic_exch_i32_device(ptr %lock, i32 0)
  ret void
}

; A wait for another block, by one lane for all: the others wait at the barrier behind it and change nothing before.
; CHECK-LABEL: define internal void @poll.w8.full(
; CHECK-DAG: call void @sw.yield()
; CHECK-DAG: call void @llvm.nvvm.barrier0()
; CHECK-LABEL: define internal void @poll.w8.rows(
define void @poll(ptr %flag, ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %wait, label %on
wait:
  %f = call i32 @__sw_atomic_load_i32_device(ptr %flag)
  %c = icmp eq i32 %f, 0
  br i1 %c, label %wait, label %on
on:
  call void @llvm.nvvm.barrier0()
  %at = getelementptr i32, ptr %p, i32 %tid
  store i32 %tid, ptr %at
  ret void
}

; Behind a barrier in two parts the others change memory while a lane waits between the parts; but not while it waits
; before the first.
; CHECK-NOT: @between_parts.w8
define void @between_parts(ptr %flag, ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %first = icmp eq i32 %tid, 0
  call void @llvm.nvvm.barrier.cluster.arrive()
  br i1 %first, label %wait, label %on
wait:
  %f = call i32 @__sw_atomic_load_i32_device(ptr %flag)
  %c = icmp eq i32 %f, 0
  br i1 %c, label %wait, label %on
on:
  call void @llvm.nvvm.barrier.cluster.wait()
  store i32 %tid, ptr %at
  ret void
}

; CHECK-LABEL: define internal void @before_parts.w8.full(
define void @before_parts(ptr %flag, ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %wait, label %on
wait:
  %f = call i32 @__sw_atomic_load_i32_device(ptr %flag)
  %c = icmp eq i32 %f, 0
  br i1 %c, label %wait, label %on
on:
  call void @llvm.nvvm.barrier.cluster.arrive()
  call void @llvm.nvvm.barrier.cluster.wait()
  store i32 %tid, ptr %at
  ret void
}

; A wait that another lane ends by a trap or a failed assertion: the kernel ends with an error, not never.
; CHECK-NOT: @trapped.w8
define void @trapped(ptr %flag, ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %first = icmp slt i32 %v, 0
  br i1 %first, label %wait, label %look
wait:
  %f = call i32 @__sw_atomic_load_i32_device(ptr %flag)
  %c = icmp eq i32 %f, 0
  br i1 %c, label %wait, label %done
look:
  %bad = icmp eq i32 %v, 7
  br i1 %bad, label %stop, label %done
stop:
  call void @llvm.trap()
  unreachable
done:
  ret void
}

; CHECK-NOT: @asserted.w8
define void @asserted(ptr %flag, ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %first = icmp slt i32 %v, 0
  br i1 %first, label %wait, label %look
wait:
  %f = call i32 @__sw_atomic_load_i32_device(ptr %flag)
  %c = icmp eq i32 %f, 0
  br i1 %c, label %wait, label %done
look:
  %bad = icmp eq i32 %v, 7
  br i1 %bad, label %stop, label %done
stop:
  call void @__assertfail(ptr %p, ptr %p, i32 1, ptr %p, i64 1)
  unreachable
done:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11}
!0 = !{ptr @barrier, !"kernel", i32 1}
!1 = !{ptr @count, !"kernel", i32 1}
!2 = !{ptr @some, !"kernel", i32 1}
!3 = !{ptr @exited, !"kernel", i32 1}
!4 = !{ptr @rounds, !"kernel", i32 1}
!5 = !{ptr @own_rounds, !"kernel", i32 1}
!6 = !{ptr @spin, !"kernel", i32 1}
!7 = !{ptr @poll, !"kernel", i32 1}
!8 = !{ptr @trapped, !"kernel", i32 1}
!9 = !{ptr @asserted, !"kernel", i32 1}
!10 = !{ptr @between_parts, !"kernel", i32 1}
!11 = !{ptr @before_parts, !"kernel", i32 1}
