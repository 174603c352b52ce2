; In check builds compare-and-swap loops are not looked at (retries.ll): a swap that would write what it expects to find
; only reads. That gives the same old value.
; RUN: %softwarp-cc %s --check --passes=atomics --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=atomics --emit=llvm | FileCheck %s --check-prefix=PLAIN

declare i32 @__sw_atomic_cas_i32_device(ptr, i32, i32)

; PLAIN: cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic
; PLAIN-NOT: load
; CHECK: call i32 @sw.swap.i32(ptr %p, i32 %old, i32 %new)
define i32 @swap(ptr %p, i32 %old, i32 %new) {
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  ret i32 %found
}

; CHECK: define internal i32 @sw.swap.i32(ptr %[[P:.*]], i32 %[[OLD:.*]], i32 %[[NEW:.*]]) #[[INLINED:[0-9]+]]
; CHECK: %same = icmp eq i32 %[[OLD]], %[[NEW]]
; CHECK: br i1 %same, label %look, label %swap
; CHECK: look:
; CHECK: %seen = load atomic i32, ptr %[[P]] monotonic, align 4
; CHECK: ret i32 %seen
; CHECK: swap:
; CHECK: cmpxchg ptr %[[P]], i32 %[[OLD]], i32 %[[NEW]] monotonic monotonic
; CHECK: ret i32 %found
; CHECK: attributes #[[INLINED]] = { alwaysinline nounwind }
