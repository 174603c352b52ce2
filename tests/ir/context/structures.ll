; A structure passed by value is copied, but where it is only read by an index, or through its address: then it is read
; where the launch has put it.
; RUN: %softwarp-cc %s --passes=import,context --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

%struct.table = type { [16 x float], i32 }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @seen(ptr)

; CHECK-LABEL: define {{.*}}@indexed(
; CHECK-NOT: alloca
; CHECK: %[[AT:.*]] = getelementptr float, ptr %{{.*}}, i64 %i
; CHECK: load float, ptr %[[AT]]{{.*}}!invariant.load
define void @indexed(ptr readonly byval(%struct.table) align 4 %t, ptr %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %tid to i64
  %at = getelementptr float, ptr %t, i64 %i
  %v = load float, ptr %at
  store float %v, ptr %out
  ret void
}

; CHECK-LABEL: define {{.*}}@address(
; CHECK-NOT: alloca
; CHECK: store ptr %{{.*}}, ptr %out
define void @address(ptr readonly byval(%struct.table) align 4 %t, ptr %out) {
  store ptr %t, ptr %out
  ret void
}

; Members at fixed places: the copy dissolves, and what is read need not be read again.
; CHECK-LABEL: define {{.*}}@members(
; CHECK: alloca %struct.table
define void @members(ptr readonly byval(%struct.table) align 4 %t, ptr %out) {
  %at = getelementptr i8, ptr %t, i64 64
  %v = load i32, ptr %at
  store i32 %v, ptr %out
  ret void
}

; What is written is a thread's own.
; CHECK-LABEL: define {{.*}}@written(
; CHECK: alloca %struct.table
define void @written(ptr byval(%struct.table) align 4 %t, i64 %i) {
  %at = getelementptr float, ptr %t, i64 %i
  store float 1.0, ptr %at
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @indexed, !"kernel", i32 1}
!1 = !{ptr @address, !"kernel", i32 1}
!2 = !{ptr @members, !"kernel", i32 1}
!3 = !{ptr @written, !"kernel", i32 1}
