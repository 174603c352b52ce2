; What is said of calls: on vectors, and lane by lane, with the callee.
; RUN: %softwarp-cc %s --passes=import,retarget,context,library,lockstep --lanes=32 --remarks=/dev/stdout --emit=llvm -o %t | FileCheck %s

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @__nv_sinf(float)

; CHECK-LABEL: {"name": "_Z5callsPfPFvvE", "demangled": "calls(float*, void (*)())"
; CHECK: {"lanes": 32, "width": 32, "blocks": "full-rows"
; CHECK-NEXT: "counts": {"load.vector": 1, "store.vector": 1, "call.vector": 1, "call.lanes": 2},
; CHECK-DAG: {"kind": "call.vector", {{.*}}, "detail": "__nv_sinf"}
; CHECK-DAG: {"kind": "call.lanes", {{.*}}, "detail": "other(float)"}
; CHECK-DAG: {"kind": "call.lanes", {{.*}}, "detail": "function pointer"}
define void @_Z5callsPfPFvvE(ptr %p, ptr %f) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %at = getelementptr float, ptr %p, i64 %n
  %x = load float, ptr %at
  %y = call float @__nv_sinf(float %x)
  %z = call float @_Z5otherf(float %y)
  store float %z, ptr %at
  call void %f()
  ret void
}

define internal float @_Z5otherf(float %x) noinline {
  %y = fadd float %x, 1.0
  store volatile float %y, ptr null
  ret float %y
}

!nvvm.annotations = !{!0}
!0 = !{ptr @_Z5callsPfPFvvE, !"kernel", i32 1}
