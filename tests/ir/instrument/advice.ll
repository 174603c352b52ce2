; Flags for advice: a read and a write of one place are an update (8, and 1 << 12: an addition). An index of another type, or
; one that another comparison has chosen, leads to another place of the same array (16).
; RUN: %softwarp-cc %s --check --passes=import,promote,instrument --emit=llvm | FileCheck %s

define void @update(ptr %p, i32 %i) {
; CHECK-LABEL: @update(
; CHECK: call void @sw.hook(ptr %at, {{.*}}, i32 0, i32 4104)
; CHECK: call void @sw.hook(ptr %again, {{.*}}, i32 0, i32 4104)
  %at = getelementptr i32, ptr %p, i32 %i
  %old = load i32, ptr %at
  %new = add i32 %old, 1
  %again = getelementptr i32, ptr %p, i32 %i
  store i32 %new, ptr %again
  ret void
}

define void @of_another_type(ptr %p, i32 %i) {
; CHECK-LABEL: @of_another_type(
; CHECK: call void @sw.hook(ptr %at, {{.*}}, i32 0, i32 16)
; CHECK: call void @sw.hook(ptr %again, {{.*}}, i32 0, i32 16)
  %at = getelementptr i16, ptr %p, i32 %i
  %old = load i32, ptr %at
  %new = add i32 %old, 1
  %again = getelementptr i32, ptr %p, i32 %i
  store i32 %new, ptr %again
  ret void
}

define void @of_another_choice(ptr %p, i32 %i, i32 %j) {
; CHECK-LABEL: @of_another_choice(
; CHECK: call void @sw.hook(ptr %at, {{.*}}, i32 0, i32 16)
; CHECK: call void @sw.hook(ptr %again, {{.*}}, i32 0, i32 16)
  %less = icmp slt i32 %i, %j
  %one = select i1 %less, i32 %i, i32 %j
  %at = getelementptr i32, ptr %p, i32 %one
  %old = load i32, ptr %at
  %new = add i32 %old, 1
  %more = icmp sgt i32 %i, %j
  %other = select i1 %more, i32 %i, i32 %j
  %again = getelementptr i32, ptr %p, i32 %other
  store i32 %new, ptr %again
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @update, !"kernel", i32 1}
!1 = !{ptr @of_another_type, !"kernel", i32 1}
!2 = !{ptr @of_another_choice, !"kernel", i32 1}
