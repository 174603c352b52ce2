; A program's own function with a name as the device library has them is another function from here on: of the library's
; functions more is known than of others.
; RUN: %softwarp-cc %s --passes=import --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

@seen = addrspace(1) externally_initialized global i32 0

declare float @__nv_sinf(float)

; CHECK: define internal void @own.__nv_look(
define void @__nv_look() noinline {
  store i32 1, ptr addrspace(1) @seen
  ret void
}

; CHECK: define void @__nv_kernel(
; CHECK: call void @own.__nv_look()
; CHECK: call float @__nv_sinf(
define void @__nv_kernel(ptr %p) {
  call void @__nv_look()
  %y = call float @__nv_sinf(float 1.0)
  store float %y, ptr %p
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @__nv_kernel, !"kernel", i32 1}
