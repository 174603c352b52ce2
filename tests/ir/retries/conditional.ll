; A loop that ends without writing when the old value is enough: the first test stays, on the guess, and behind the call
; the same test on the old value says how the loop would have ended.
;
;      entry --> head --> swap --> done       =>       entry: test of the guess --> swap (one call) --> done
;                | ^------+                                   +---------------------------------------> skip
;                +--> skip
; RUN: %softwarp-cc %s --passes=retries --emit=llvm | FileCheck %s

declare i32 @__sw_atomic_cas_i32_device(ptr, i32, i32)
declare i64 @__sw_atomic_cas_u64_device(ptr, i64, i64)
declare void @sw.yield()

; while (old < v) ...; return old: both ways out give old.
define float @max(ptr %p, float %v) {
; CHECK-LABEL: define float @max(
; CHECK-NEXT: entry:
; CHECK-NEXT: %guess = load i32, ptr %p
; CHECK-NEXT: %[[FIRST:.*]] = bitcast i32 %guess to float
; CHECK-NEXT: %less = fcmp olt float %[[FIRST]], %v
; CHECK-NEXT: br i1 %less, label %swap, label %exit
; CHECK: swap:
; CHECK-NEXT: %[[OLD:.*]] = call float @__sw_atomic_keepuge_f32_device(ptr %p, float %v)
; CHECK-NEXT: br label %exit
; CHECK: exit:
; CHECK-NEXT: %[[LEFT:.*]] = phi float [ %[[OLD]], %swap ], [ %[[FIRST]], %entry ]
; CHECK-NEXT: ret float %[[LEFT]]
entry:
  %guess = load i32, ptr %p
  %wanted = bitcast float %v to i32
  br label %head
head:
  %seen = phi i32 [ %guess, %entry ], [ %found, %swap ]
  %old = bitcast i32 %seen to float
  %less = fcmp olt float %old, %v
  br i1 %less, label %swap, label %exit
swap:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %seen, i32 %wanted)
  %done = icmp eq i32 %found, %seen
  br i1 %done, label %exit, label %head
exit:
  ret float %old
}

; The same of integers with a guess, a constant: the loop was taken for a waiting one, and yields on its back edge.
define i32 @max_with_guess(ptr %p, i32 %v) {
; CHECK-LABEL: define i32 @max_with_guess(
; CHECK: %less = icmp slt i32 0, %v
; CHECK-NEXT: br i1 %less, label %swap, label %exit
; CHECK: swap:
; CHECK-NEXT: %[[OLD:.*]] = call i32 @__sw_atomic_max_i32_device(ptr %p, i32 %v)
; CHECK-NEXT: br label %exit
; CHECK-NOT: sw.yield
; CHECK: ret i32
entry:
  br label %head
head:
  %old = phi i32 [ 0, %entry ], [ %found, %yield ]
  %less = icmp slt i32 %old, %v
  br i1 %less, label %swap, label %exit
swap:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %v)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %yield
yield:
  call void @sw.yield()
  br label %head
exit:
  ret i32 %old
}

; if (!(old >= v)) with a constant, whose bits are written as an integer too; the test leaves when it is true.
define void @max_of_constant(ptr %p) {
; CHECK-LABEL: define void @max_of_constant(
; CHECK: %enough = fcmp oge float %{{.*}}, 1.000000e+00
; CHECK-NEXT: br i1 %enough, label %exit, label %swap
; CHECK: call float @__sw_atomic_keepoge_f32_device(ptr %p, float 1.000000e+00)
; CHECK-NEXT: br label %exit
entry:
  %guess = load i32, ptr %p
  br label %head
head:
  %seen = phi i32 [ %guess, %entry ], [ %found, %swap ]
  %old = bitcast i32 %seen to float
  %enough = fcmp oge float %old, 1.0
  br i1 %enough, label %exit, label %swap
swap:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %seen, i32 1065353216)
  %done = icmp eq i32 %found, %seen
  br i1 %done, label %exit, label %head
exit:
  ret void
}

; The ways out go to different places, and tell of themselves what they saw.
define i64 @smaller(ptr %p, ptr %lost, i64 %v) {
; CHECK-LABEL: define i64 @smaller(
; CHECK: %enough = icmp sle i64 %guess, %v
; CHECK-NEXT: br i1 %enough, label %skip, label %swap
; CHECK: swap:
; CHECK-NEXT: %[[OLD:.*]] = call i64 @__sw_atomic_min_i64_device(ptr %p, i64 %v)
; CHECK-NEXT: %[[KEPT:.*]] = icmp sle i64 %[[OLD]], %v
; CHECK-NEXT: br i1 %[[KEPT]], label %skip, label %[[RETURN:.*]]
; CHECK: [[RETURN]]:
; CHECK-NEXT: phi i64 [ 0, %skip ], [ %[[OLD]], %swap ]
; CHECK: skip:
; CHECK-NEXT: %[[LEFT:.*]] = phi i64 [ %guess, %entry ], [ %[[OLD]], %swap ]
; CHECK-NEXT: store i64 %[[LEFT]], ptr %lost
entry:
  %guess = load i64, ptr %p
  br label %head
head:
  %old = phi i64 [ %guess, %entry ], [ %found, %swap ]
  %enough = icmp sle i64 %old, %v
  br i1 %enough, label %skip, label %swap
swap:
  %found = call i64 @__sw_atomic_cas_u64_device(ptr %p, i64 %old, i64 %v)
  %done.i = icmp eq i64 %found, %old
  br i1 %done.i, label %done, label %head
skip:
  store i64 %old, ptr %lost
  ret i64 0
done:
  ret i64 %found
}

; Whether it was this thread that raised the value.
define i1 @raises(ptr %p, i32 %v) {
; CHECK-LABEL: define i1 @raises(
; CHECK: %[[OLD:.*]] = call i32 @__sw_atomic_max_i32_device(ptr %p, i32 %v)
; CHECK-NEXT: %[[LESS:.*]] = icmp slt i32 %[[OLD]], %v
; CHECK-NEXT: %[[MINE:.*]] = select i1 %[[LESS]], i1 true, i1 false
; CHECK: phi i1 [ false, %entry ], [ %[[MINE]], %swap ]
entry:
  %guess = load i32, ptr %p
  br label %head
head:
  %old = phi i32 [ %guess, %entry ], [ %found, %swap ]
  %less = icmp slt i32 %old, %v
  br i1 %less, label %swap, label %exit
swap:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %v)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %head
exit:
  %mine = phi i1 [ false, %head ], [ %done, %swap ]
  ret i1 %mine
}
