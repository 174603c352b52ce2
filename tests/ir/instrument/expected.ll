; A read whose value a compare-and-swap at the same address expects has a flag (4), through casts and phis; one whose
; value goes elsewhere, or to the swap of another address, or is what it writes, has none.
; RUN: %softwarp-cc %s --check --passes=import,instrument --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"
declare i32 @__sw_atomic_cas_u32_device(ptr, i32, i32)

define void @begins(ptr %p, float %v) {
; CHECK-LABEL: @begins(
; CHECK: call void @sw.hook(ptr %p, {{.*}}, i32 0, i32 4)
; CHECK-NEXT: load float, ptr %p
entry:
  %first = load float, ptr %p, align 4
  br label %loop
loop:
  %old = phi float [ %first, %entry ], [ %next, %loop ]
  %sum = fadd float %old, %v
  %expected = bitcast float %old to i32
  %wanted = bitcast float %sum to i32
  %found = call i32 @__sw_atomic_cas_u32_device(ptr %p, i32 %expected, i32 %wanted)
  %next = bitcast i32 %found to float
  %done = icmp eq i32 %found, %expected
  br i1 %done, label %end, label %loop
end:
  ret void
}

define void @computed(ptr %p, i64 %i) {
; CHECK-LABEL: @computed(
; CHECK: call void @sw.hook(ptr %a, {{.*}}, i32 0, i32 4)
; CHECK-NEXT: load i32, ptr %a
  %a = getelementptr i32, ptr %p, i64 %i
  %old = load i32, ptr %a, align 4
  %b = getelementptr i32, ptr %p, i64 %i
  %found = call i32 @__sw_atomic_cas_u32_device(ptr %b, i32 %old, i32 1)
  ret void
}

define void @others(ptr %p, ptr %q) {
; CHECK-LABEL: @others(
; CHECK: call void @sw.hook(ptr %p, {{.*}}, i32 0, i32 0)
; CHECK-NEXT: load i32, ptr %p
; CHECK: call void @sw.hook(ptr %q, {{.*}}, i32 0, i32 0)
; CHECK-NEXT: load i32, ptr %q
  %old = load i32, ptr %p, align 4
  %found = call i32 @__sw_atomic_cas_u32_device(ptr %q, i32 %old, i32 1)
  %wanted = load i32, ptr %q, align 4
  %again = call i32 @__sw_atomic_cas_u32_device(ptr %q, i32 0, i32 %wanted)
  ret void
}
