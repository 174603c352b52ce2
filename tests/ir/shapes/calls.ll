; The answer of a call is uniform where its operands are only if the callee computes it from them alone: it touches no
; memory, asks for no thread's number, and looks at no other thread; what is not known does all of that. Names say nothing.
; RUN: %softwarp-cc %s --print=shapes | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare float @llvm.sqrt.f32(float)
declare i64 @llvm.readcyclecounter()
declare float @__nv_unknown(float)
declare float @__nv_stated(float) #0
declare float @__nv_own(float)
@state = internal addrspace(1) global float 0.0

define float @computes(float %x) #0 {
  %y = fmul float %x, %x
  ret float %y
}

define float @__nv_reads(float %x) #1 {
  %y = load float, ptr addrspace(1) @state
  ret float %y
}

define float @asks(float %x) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = uitofp i32 %tid to float
  ret float %y
}

define float @asks_inside(float %x) #0 {
  %y = call float @asks(float %x)
  ret float %y
}

; CHECK-LABEL: shapes of 'calls'
; CHECK: %root uniform
; CHECK: %cycles varying
; CHECK: %unknown varying
; CHECK: %stated uniform
; CHECK: %computed uniform
; CHECK: %read varying
; CHECK: %asked varying
; CHECK: %asked.inside varying
; CHECK: %pointed varying
; CHECK: %assembled varying
define void @calls(ptr %p, float %x, ptr %f) {
  %root = call float @llvm.sqrt.f32(float %x)
  %cycles = call i64 @llvm.readcyclecounter()
  %unknown = call float @__nv_unknown(float %x)
  %stated = call float @__nv_stated(float %x)
  %computed = call float @computes(float %x)
  %read = call float @__nv_reads(float %x)
  %asked = call float @asks(float %x)
  %asked.inside = call float @asks_inside(float %x)
  %pointed = call float %f(float %x)
  %assembled = call float asm "", "=r,0"(float %x)
  ret void
}

attributes #0 = { memory(none) }
attributes #1 = { memory(read) }

!nvvm.annotations = !{!0}
!0 = !{ptr @calls, !"kernel", i32 1}
