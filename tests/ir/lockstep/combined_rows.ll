; What all threads of a block do to one place is combined over its rows first, lanes once for all: so such kernels have code for
; whole blocks, though nothing in them waits or goes round. Not where each thread's result is needed.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --emit=llvm -o %t.ll
; RUN: FileCheck %s < %t.ll
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @__sw_atomic_max_i32_device(ptr, i32)

; CHECK-LABEL: define internal void @greatest.w128.line(
; CHECK-COUNT-3: icmp sgt <32 x i32>
; CHECK-COUNT-1: icmp sgt <16 x i32>
; CHECK-NOT: icmp sgt <16 x i32>
; CHECK-LABEL: define internal void @greatest.w32.full(
define void @greatest(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %t
  %v = load i32, ptr %at
  %unused = call i32 @__sw_atomic_max_i32_device(ptr %p, i32 %v)
  ret void
}

; CHECK-NOT: @found.w128.line(
; CHECK: define internal void @found.w32.full(
define void @found(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %t
  %v = load i32, ptr %at
  %old = call i32 @__sw_atomic_max_i32_device(ptr %p, i32 %v)
  store i32 %old, ptr %at
  ret void
}

; CHECK-NOT: @own_place.w128.line(
; CHECK: define internal void @own_place.w32.full(
define void @own_place(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %t
  %unused = call i32 @__sw_atomic_max_i32_device(ptr %at, i32 7)
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @greatest, !"kernel", i32 1}
!1 = !{ptr @found, !"kernel", i32 1}
!2 = !{ptr @own_place, !"kernel", i32 1}
