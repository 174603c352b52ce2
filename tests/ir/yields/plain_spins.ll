; A loop that spins on a plain load is a waiting loop in check builds only: who goes around once does so for ever, unless
; another thread writes there.
; RUN: %softwarp-cc %s --passes=yields --emit=llvm | FileCheck %s --check-prefix=PLAIN
; RUN: %softwarp-cc %s --check --passes=yields --emit=llvm | FileCheck %s

; PLAIN-NOT: call void @sw.yield()

define void @spins(ptr %flag) {
; CHECK-LABEL: @spins(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %spin
spin:
  %value = load i32, ptr %flag
  %is_set = icmp ne i32 %value, 0
  br i1 %is_set, label %exit, label %spin
exit:
  ret void
}

; Tries that are counted end nothing, and of two exits either is waited for.
define i32 @counts_tries(ptr %flag, ptr %stop) {
; CHECK-LABEL: @counts_tries(
; CHECK: call void @sw.yield()
; CHECK: ret i32
entry:
  br label %spin
spin:
  %tries = phi i32 [ 0, %entry ], [ %more, %again ]
  %value = load i32, ptr %flag
  %is_set = icmp eq i32 %value, 3
  br i1 %is_set, label %exit, label %again
again:
  %more = add i32 %tries, 1
  %stops = load i32, ptr %stop
  %ends = icmp ne i32 %stops, 0
  br i1 %ends, label %exit, label %spin
exit:
  ret i32 %tries
}

; Ends by itself: a limit in memory, a value that the loop changes, an address that moves on.
define void @ends(ptr %p) {
; CHECK-LABEL: @ends(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %limit
limit:
  %i = phi i32 [ 0, %entry ], [ %i1, %limit ]
  %i1 = add i32 %i, 1
  %n = load i32, ptr %p
  %less = icmp slt i32 %i1, %n
  br i1 %less, label %limit, label %own
own:
  %v = load i32, ptr %p
  %v1 = lshr i32 %v, 1
  store i32 %v1, ptr %p
  %some = icmp ne i32 %v1, 0
  br i1 %some, label %own, label %next
next:
  %at = phi ptr [ %p, %own ], [ %beyond, %next ]
  %beyond = getelementptr i32, ptr %at, i64 1
  %w = load i32, ptr %at
  %goes_on = icmp ne i32 %w, 0
  br i1 %goes_on, label %next, label %exit
exit:
  ret void
}
