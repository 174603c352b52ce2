; Shared variables of functions that are not inlined take room only in kernels that may call one of them, at the same place.
; RUN: %softwarp-cc %s --passes=import,retarget,globals --emit=llvm | FileCheck %s
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@common = internal addrspace(3) global [100 x i32] undef, align 4
@own = internal addrspace(3) global i32 undef, align 4

define internal void @user() noinline {
  store i32 1, ptr addrspacecast (ptr addrspace(3) @common to ptr), align 4
  ret void
}
define internal void @between() noinline {
  call void @user()
  ret void
}

; CHECK-LABEL: define void @apart
; CHECK: getelementptr inbounds i8, ptr %shared, i64 0
define void @apart() {
  store i32 2, ptr addrspacecast (ptr addrspace(3) @own to ptr), align 4
  ret void
}
; CHECK-LABEL: define void @caller
; CHECK: getelementptr inbounds i8, ptr %shared, i64 400
define void @caller() {
  store i32 2, ptr addrspacecast (ptr addrspace(3) @own to ptr), align 4
  call void @between()
  ret void
}
; CHECK-LABEL: define void @through_pointer
; CHECK: getelementptr inbounds i8, ptr %shared, i64 400
define void @through_pointer(ptr %f) {
  store i32 2, ptr addrspacecast (ptr addrspace(3) @own to ptr), align 4
  call void %f()
  ret void
}
; CHECK-LABEL: define void @uses_both
; CHECK: getelementptr inbounds i8, ptr %shared{{.*}}, i64 400
define void @uses_both() {
  store i32 2, ptr addrspacecast (ptr addrspace(3) @own to ptr), align 4
  store i32 3, ptr addrspacecast (ptr addrspace(3) @common to ptr), align 4
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @apart, !"kernel", i32 1}
!1 = !{ptr @caller, !"kernel", i32 1}
!2 = !{ptr @through_pointer, !"kernel", i32 1}
!3 = !{ptr @uses_both, !"kernel", i32 1}
