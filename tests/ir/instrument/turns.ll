; A barrier in loops: the turns are counted from each entry on, whichever way leads back, and mixed into one number, which
; is told behind the hook of the barrier.
; RUN: %softwarp-cc %s --check --passes=import,instrument --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier0()

;   entry > outer > inner > body > skip ..> inner
;                     |      +-----------> inner
;                     +-> next ..> outer
; CHECK-LABEL: @loops(
; CHECK: outer:
; CHECK-NEXT: %[[OUTER:turn.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:next.*]], %after ]
; CHECK: %[[NEXT]] = add i64 %[[OUTER]], 1
; CHECK: inner:
; CHECK-NEXT: %[[INNER:turn.*]] = phi i64 [ 0, %outer ], [ %[[AGAIN:next.*]], %body ], [ %[[AGAIN]], %skip ]
; CHECK: %[[AGAIN]] = add i64 %[[INNER]], 1
; CHECK: skip:
; CHECK-NEXT: call void @sw.hook(
; CHECK-NEXT: %[[MIXED:.*]] = mul i64 %[[INNER]], 1000003
; CHECK-NEXT: %[[TURNS:.*]] = add i64 %[[MIXED]], %[[OUTER]]
; CHECK-NEXT: call void @sw.hook(ptr null, ptr null, i64 %[[TURNS]],
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
define void @loops(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [0, %entry], [%i1, %after]
  br label %inner
inner:
  %k = phi i32 [0, %outer], [%k1, %body], [%k1, %skip]
  %more = icmp slt i32 %k, %n
  br i1 %more, label %body, label %after
body:
  %k1 = add i32 %k, 1
  %odd = and i32 %k, 1
  %skips = icmp eq i32 %odd, 0
  br i1 %skips, label %inner, label %skip
skip:
  call void @llvm.nvvm.barrier0()
  br label %inner
after:
  %i1 = add i32 %i, 1
  %again = icmp slt i32 %i1, %n
  br i1 %again, label %outer, label %end
end:
; Outside of loops there is nothing to count.
; CHECK: end:
; CHECK-NEXT: call void @sw.hook(
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.barrier0()
  ret void
}
