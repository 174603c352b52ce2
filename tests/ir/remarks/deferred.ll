; Atomics that the runtime gathers: said beside what is done where it does not.
; RUN: %softwarp-cc %s --cpu=x86-64-v3 --passes=import,deferral,retarget,context,lockstep --lanes=32 --remarks=/dev/stdout --emit=llvm -o %t | FileCheck %s

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @__sw_atomic_add_i32_device(ptr, i32)

; CHECK-LABEL: {"name": "together"
; CHECK: "counts": {"atomic.combined": 1, "atomic.deferred": 1},
define void @together(ptr %p, i32 %n) {
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 %n)
  ret void
}

; CHECK-LABEL: {"name": "apart"
; CHECK: "counts": {"atomic.written-out": 1, "atomic.deferred": 1},
define void @apart(ptr %p) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %square = mul i64 %n, %n
  %at = getelementptr i32, ptr %p, i64 %square
  %old = call i32 @__sw_atomic_add_i32_device(ptr %at, i32 1)
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @together, !"kernel", i32 1}
!1 = !{ptr @apart, !"kernel", i32 1}
