; The yield stands on the back edge, not before the branch: who leaves the loop may hold the lock that it waited for, and
; hands over to nobody before it does what the lock protects.
;
;      loop --> exit              loop ------> exit
;       ^|              =>         ^ v
;       ++                        yield
; RUN: %softwarp-cc %s --passes=yields --emit=llvm | FileCheck %s

declare i32 @__sw_atomic_cas_i32_device(ptr, i32, i32)

; What is known of the loop stays at its latch.
define i32 @counts_failures(ptr %lock) {
; CHECK-LABEL: @counts_failures(
; CHECK: loop:
; CHECK-NEXT: %failures = phi i32 [ 0, %entry ], [ %next, %yield ]
; CHECK-NEXT: %old = call i32 @__sw_atomic_cas_i32_device
; CHECK-NEXT: %next = add
; CHECK-NEXT: %free = icmp
; CHECK-NEXT: br i1 %free, label %exit, label %yield{{$}}
; CHECK: yield:
; CHECK-NEXT: call void @sw.yield()
; CHECK-NEXT: br label %loop, !llvm.loop
; CHECK: exit:
; CHECK-NEXT: ret i32 %failures
entry:
  br label %loop
loop:
  %failures = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 0, i32 1)
  %next = add i32 %failures, 1
  %free = icmp eq i32 %old, 0
  br i1 %free, label %exit, label %loop, !llvm.loop !0
exit:
  ret i32 %failures
}

; Several edges of a switch are one; the header's phi has one value from them.
define i32 @by_switch(ptr %word) {
; CHECK-LABEL: @by_switch(
; CHECK: loop:
; CHECK-NEXT: %last = phi i32 [ 0, %entry ], [ %seen, %yield ]
; CHECK-NEXT: %seen = load volatile
; CHECK-NEXT: switch i32 %seen, label %exit [
; CHECK-NEXT: i32 0, label %yield
; CHECK-NEXT: i32 1, label %yield
; CHECK-NEXT: ]
; CHECK: yield:
; CHECK-NEXT: call void @sw.yield()
; CHECK-NEXT: br label %loop
; CHECK: exit:
; CHECK-NEXT: ret
entry:
  br label %loop
loop:
  %last = phi i32 [ 0, %entry ], [ %seen, %loop ], [ %seen, %loop ]
  %seen = load volatile i32, ptr %word
  switch i32 %seen, label %exit [ i32 0, label %loop
                                  i32 1, label %loop ]
exit:
  ret i32 %last
}

; Two latches, and a bb that is the latch of two loops.
define void @two_loops(ptr %a, ptr %b) {
; CHECK-LABEL: @two_loops(
; CHECK: outer:
; CHECK: br i1 {{.*}}, label %inner, label %[[FIRST:.*]]
; CHECK: [[FIRST]]:
; CHECK-NEXT: call void @sw.yield()
; CHECK-NEXT: br label %outer
; CHECK: inner:
; CHECK-NEXT: load volatile
; CHECK-NEXT: switch i32 %{{.*}}, label %exit [
; CHECK-NEXT: i32 0, label %[[INNER:.*]]
; CHECK-NEXT: i32 1, label %[[OUTER:.*]]
; CHECK: [[INNER]]:
; CHECK-NEXT: call void @sw.yield()
; CHECK-NEXT: br label %inner
; CHECK: [[OUTER]]:
; CHECK-NEXT: call void @sw.yield()
; CHECK-NEXT: br label %outer
; CHECK: exit:
; CHECK-NEXT: ret void
entry:
  br label %outer
outer:
  %x = load volatile i32, ptr %a
  %set = icmp ne i32 %x, 0
  br i1 %set, label %inner, label %outer
inner:
  %y = load volatile i32, ptr %b
  switch i32 %y, label %exit [ i32 0, label %inner
                               i32 1, label %outer ]
exit:
  ret void
}

; A latch that leads nowhere else has no other bb.
define void @tested_first(ptr %flag) {
; CHECK-LABEL: @tested_first(
; CHECK: body:
; CHECK-NEXT: call void @sw.yield()
; CHECK-NEXT: br label %loop
; CHECK-NOT: yield:
; CHECK: ret void
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr %flag
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %exit, label %body
body:
  br label %loop
exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
