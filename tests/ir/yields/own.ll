; A volatile variable of which only the thread has the address shows nothing of others, however the loop hangs on it.
; RUN: %softwarp-cc %s --passes=yields --emit=llvm | FileCheck %s

declare void @somebody(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; for (volatile int i = 0; i < n; i = i + 1);
define void @delay(i32 %n) {
; CHECK-LABEL: @delay(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  %i = alloca i32
  store volatile i32 0, ptr %i
  br label %loop
loop:
  %at = load volatile i32, ptr %i
  %next = add i32 %at, 1
  store volatile i32 %next, ptr %i
  %again = load volatile i32, ptr %i
  %more = icmp slt i32 %again, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A stack of its own, and a volatile structure that is copied.
define void @stack(i32 %n) {
; CHECK-LABEL: @stack(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  %stack = alloca [16 x i32]
  %copy = alloca [16 x i32]
  br label %loop
loop:
  %top = phi i32 [ %n, %entry ], [ %popped, %loop ]
  %place = getelementptr [16 x i32], ptr %stack, i32 0, i32 %top
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %stack, i64 64, i1 true)
  %popped = load volatile i32, ptr %place
  %more = icmp ne i32 %popped, 0
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A plain load beside it is looked at once, or each time: no message.
define void @bound(ptr %n) {
; CHECK-LABEL: @bound(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  %i = alloca i32
  store volatile i32 0, ptr %i
  br label %loop
loop:
  %at = load volatile i32, ptr %i
  %next = add i32 %at, 1
  store volatile i32 %next, ptr %i
  %bound = load i32, ptr %n
  %more = icmp slt i32 %next, %bound
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; An argument by value is the thread's, too.
define void @by_value(ptr byval(i32) %left) {
; CHECK-LABEL: @by_value(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr %left
  %less = add i32 %seen, -1
  store volatile i32 %less, ptr %left
  %more = icmp ne i32 %less, 0
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Somebody has its address, and may hand it on to others.
define void @known_to_others() {
; CHECK-LABEL: @known_to_others(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  %flag = alloca i32
  store volatile i32 0, ptr %flag
  call void @somebody(ptr %flag)
  br label %loop
loop:
  %seen = load volatile i32, ptr %flag
  %unset = icmp eq i32 %seen, 0
  br i1 %unset, label %loop, label %exit
exit:
  ret void
}

; A copy of what others write into a variable of its own is a poll.
define void @copied(ptr %flag) {
; CHECK-LABEL: @copied(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  %own = alloca i32
  br label %loop
loop:
  call void @llvm.memcpy.p0.p0.i64(ptr %own, ptr %flag, i64 4, i1 true)
  %seen = load volatile i32, ptr %own
  %unset = icmp eq i32 %seen, 0
  br i1 %unset, label %loop, label %exit
exit:
  ret void
}

; What was polled decides by way of such a variable.
define void @by_way_of_own(ptr %flag) {
; CHECK-LABEL: @by_way_of_own(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  %own = alloca i32
  br label %loop
loop:
  %seen = load volatile i32, ptr %flag
  store volatile i32 %seen, ptr %own
  %copy = load volatile i32, ptr %own
  %unset = icmp eq i32 %copy, 0
  br i1 %unset, label %loop, label %exit
exit:
  ret void
}

; Who never ends runs until another thread stops the kernel.
define void @for_ever() {
; CHECK-LABEL: @for_ever(
; CHECK: call void @sw.yield()
entry:
  %i = alloca i32
  br label %loop
loop:
  %at = load volatile i32, ptr %i
  %next = add i32 %at, 1
  store volatile i32 %next, ptr %i
  br label %loop
}
