; Where a module has operations without a mask, who yields or meets says at which of them it may come by yet: a set of sites,
; here one word of bits, behind the word that says which words there are. Sites are numbered from 1 on, functions that wait out
; of line first: poll's is 1. Who polls comes by at site 3 only, as does who is at site 2; nobody does behind site 3.
; RUN: %softwarp-cc %s --passes=import,context,nested,requests --emit=llvm | FileCheck %s

;        entry
;       /     \
;   meets    polls
;       \     /
;       behind

; CHECK: @[[THREE:sw.coming]] = internal constant [2 x i64] [i64 4294967296, i64 8]
; CHECK-NOT: internal constant [{{.*}} x i64]

declare i32 @__sw_legacy_any(i32)
declare void @sw.yield()

; CHECK-LABEL: define {{.*}}@kernel(
; CHECK: store ptr @[[THREE]], ptr
; CHECK: store i32 2, ptr
; CHECK: call i8 @sw.suspend.token()
; CHECK: store ptr null, ptr
; CHECK: store i32 3, ptr
; CHECK: call i8 @sw.suspend.token()
; CHECK-LABEL: define {{.*}}@poll(
; CHECK: store ptr @[[THREE]], ptr
; CHECK-NEXT: call i8 @sw.suspend.token()
define void @poll() noinline {
  call void @sw.yield()
  ret void
}

define void @kernel(i32 %p, i1 %polls) {
  br i1 %polls, label %poll, label %meet
meet:
  %m = call i32 @__sw_legacy_any(i32 %p)
  br label %behind
poll:
  call void @poll()
  br label %behind
behind:
  %b = call i32 @__sw_legacy_any(i32 %p)
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
