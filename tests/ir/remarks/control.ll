; What is said of branches and loops.
;
;    kept: entry --n==0--> then --> exit      divergent: the same by tid; loop: entry --> body (tid times) --> exit
;                `-------------------^
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=32 --remarks=/dev/stdout --emit=llvm -o %t | FileCheck %s

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: {"name": "kept"
; CHECK: {"lanes": 32, "width": 32, "blocks": "full-rows"
; CHECK-NEXT: "counts": {"store.uniform": 2, "branch.kept": 1},
define void @kept(ptr %p, i32 %n) {
entry:
  %none = icmp eq i32 %n, 0
  br i1 %none, label %then, label %exit
then:
  store volatile i32 1, ptr %p
  br label %exit
exit:
  store volatile i32 2, ptr %p
  ret void
}

; CHECK-LABEL: {"name": "divergent"
; CHECK: {"lanes": 32, "width": 32, "blocks": "full-rows"
; CHECK-NEXT: "counts": {"store.uniform": 2, "branch.linearised": 1},
define void @divergent(ptr %p, i32 %n) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = icmp slt i32 %i, %n
  br i1 %mine, label %then, label %exit
then:
  store volatile i32 1, ptr %p
  br label %exit
exit:
  store volatile i32 2, ptr %p
  ret void
}

; CHECK-LABEL: {"name": "loop"
; CHECK: {"lanes": 32, "width": 32, "blocks": "full-rows"
; Its version without masks has a store and two branches, and behind it lanes part.
; CHECK-NEXT: "counts": {"store.uniform": 2, "branch.kept": 2, "branch.linearised": 2, "loop.masked": 1},
define void @loop(ptr %p) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %body
body:
  %k = phi i32 [ 0, %entry ], [ %next, %body ]
  store volatile i32 %k, ptr %p
  %next = add nuw i32 %k, 1
  %more = icmp ult i32 %k, %i
  br i1 %more, label %body, label %exit
exit:
  ret void
}

; All lanes go round as often: nothing to say of the loop.
; CHECK-LABEL: {"name": "together"
; CHECK: {"lanes": 32, "width": 32, "blocks": "full-rows"
; CHECK-NEXT: "counts": {"store.uniform": 1, "branch.kept": 1},
define void @together(ptr %p, i32 %n) {
entry:
  br label %body
body:
  %k = phi i32 [ 0, %entry ], [ %next, %body ]
  store volatile i32 %k, ptr %p
  %next = add nuw i32 %k, 1
  %more = icmp ult i32 %k, %n
  br i1 %more, label %body, label %exit
exit:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @kept, !"kernel", i32 1}
!1 = !{ptr @divergent, !"kernel", i32 1}
!2 = !{ptr @loop, !"kernel", i32 1}
!3 = !{ptr @together, !"kernel", i32 1}
