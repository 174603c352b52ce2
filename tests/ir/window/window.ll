; An unsigned 32-bit index that may be below zero is taken as a signed one in shared memory, where addresses have 32 bits.
; RUN: %softwarp-cc %s --passes=import,window --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

@tile = internal addrspace(3) global [64 x i32] undef

; CHECK-LABEL: define {{.*}}@shared(
; CHECK: sext i32 %not to i64
; CHECK: sext i32 %less to i64
; CHECK: sext i32 %sub to i64
define void @shared(i32 %x, i32 %y) {
  %p = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 32
  %not = xor i32 %x, -1
  %a = zext i32 %not to i64
  %q = getelementptr inbounds nuw i32, ptr %p, i64 %a
  store i32 1, ptr %q
  %less = add i32 %x, -1
  %b = zext i32 %less to i64
  %r = getelementptr inbounds [64 x i32], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 0, i64 %b
  store i32 1, ptr %r
  %sub = sub i32 %x, %y
  %c = zext i32 %sub to i64
  %s = getelementptr i32, ptr %p, i64 %c
  store i32 1, ptr %s
  ret void
}

; Other indices, and indices of other memory, stay.
; CHECK-LABEL: define {{.*}}@others(
; CHECK-NOT: sext
; CHECK: ret void
define void @others(ptr %p, i32 %x) {
  %not = xor i32 %x, -1
  %a = zext i32 %not to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %a
  store i32 1, ptr %q
  %b = zext i32 %x to i64
  %r = getelementptr inbounds [64 x i32], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 0, i64 %b
  store i32 1, ptr %r
  %less = add nuw i32 %x, -1
  %c = zext i32 %less to i64
  %s = getelementptr inbounds [64 x i32], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 0, i64 %c
  store i32 1, ptr %s
  %known = sub i32 63, %x
  %d = zext nneg i32 %known to i64
  %t = getelementptr inbounds [64 x i32], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 0, i64 %d
  store i32 1, ptr %t
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @shared, !"kernel", i32 1}
!1 = !{ptr @others, !"kernel", i32 1}
