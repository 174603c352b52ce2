; An address in shared memory that is made of a pointer there is that pointer again, whatever its bits; what is computed counts
; from the block's shared memory, and so does a pointer of which nobody knows where it leads.
; RUN: %softwarp-cc %s --passes=import,assembly --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 4
declare i64 @__sw_shared_offset(ptr) memory(none)

; CHECK-LABEL: define {{.*}}void @short(i64 %i)
; CHECK: %[[at:.*]] = getelementptr {{.*}}@s
; CHECK: addrspacecast ptr %[[at]] to ptr addrspace(3)
; CHECK-NOT: getelementptr
; CHECK: store i32 7, ptr addrspace(3)
define internal void @short(i64 %i) {
  %at = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 0, i64 %i
  %a = call i64 @__sw_shared_offset(ptr %at)
  %b = trunc i64 %a to i32
  call void asm sideeffect "st.shared.u32 [$0], 7;", "r,~{memory}"(i32 %b)
  ret void
}

; CHECK-LABEL: define {{.*}}void @computed(i32 %b)
; CHECK: %[[base:.*]] = load ptr
; CHECK: getelementptr inbounds i8, ptr %[[base]]
define internal void @computed(i32 %b) {
  call void asm sideeffect "st.shared.u32 [$0], 7;", "r,~{memory}"(i32 %b)
  ret void
}

; CHECK-LABEL: define {{.*}}void @unknown(ptr %p)
; CHECK: %[[offset:.*]] = and i64
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 %[[offset]]
define internal void @unknown(ptr %p) {
  %a = call i64 @__sw_shared_offset(ptr %p)
  %b = trunc i64 %a to i32
  call void asm sideeffect "st.shared.u32 [$0], 7;", "r,~{memory}"(i32 %b)
  ret void
}
