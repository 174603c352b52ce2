; On shared memory the block's threads take turns on one worker: whatever scope an atomic names, no atomic instruction
; is left of it, at any number of lanes.
; RUN: %softwarp-cc %s --lanes=8 --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --lanes=8 --cpu=x86-64-v3 --emit=asm | FileCheck %s --check-prefix=ASM
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
@counters = internal addrspace(3) global [256 x i32] undef, align 4

; CHECK-NOT: {{atomicrmw|cmpxchg}}
; CHECK: @shared.block.w8.2(
; CHECK-NOT: {{atomicrmw|cmpxchg}}
; CHECK: @shared.block.w1(
; CHECK-NOT: {{atomicrmw|cmpxchg}}
; ASM-NOT: {{[[:space:]]}}lock
; ASM: shared.block.w8.2:
; ASM-NOT: {{[[:space:]]}}lock
define void @shared(ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %b = and i32 %v, 255
  %to = getelementptr [256 x i32], ptr addrspacecast (ptr addrspace(3) @counters to ptr), i32 0, i32 %b
  %old = call i32 @__sw_atomic_add_i32_device(ptr %to, i32 1)
  store i32 %old, ptr %at
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @shared, !"kernel", i32 1}
