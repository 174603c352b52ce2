; Lanes that stop the kernel (a trap, a failed assertion) are nowhere afterwards: their basic block comes first in line,
; so that a barrier behind it, and a loop that waits, have code for several lanes all the same.
;
;        entry ── odd lanes ──► one ── some ──► stops
;          │                     │
;          └─────────► both ◄────┘      waits in a loop, then at a barrier
; RUN: %softwarp-cc %s --passes=import,yields,retries,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare i32 @__sw_atomic_load_i32_device(ptr)
declare void @__sw_phase_ended() noreturn

; CHECK-LABEL: define internal void @stop.w8.full(
; CHECK: call void @__sw_phase_ended()
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: ret void
define void @stop(ptr %p, ptr %flag) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %is.odd = trunc i32 %v to i1
  br i1 %is.odd, label %one, label %both
one:
  %is.bad = icmp eq i32 %v, 7
  br i1 %is.bad, label %stops, label %fine
fine:
  store i32 0, ptr %at
  br label %both
stops:
  call void @__sw_phase_ended()
  unreachable
both:
  %seen = call i32 @__sw_atomic_load_i32_device(ptr %flag)
  %again = icmp eq i32 %seen, 0
  br i1 %again, label %both, label %after
after:
  call void @llvm.nvvm.barrier0()
  store i32 1, ptr %at
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @stop, !"kernel", i32 1}
