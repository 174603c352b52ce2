; A copy with a private end becomes an access to the other end before SROA takes it apart, and the pieces are marked as
; checked. A copy between two private variables needs nothing; one that has no private end stays for the instrument pass.
; RUN: %softwarp-cc %s --check --passes=promote --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define float @from(ptr %p) {
; CHECK-LABEL: @from(
; A read (0) of 16 bytes that is aligned to 16.
; CHECK: call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 0, i32 0, i32 16, i32 16, i32 0, i32 0)
; CHECK: %[[C:.*]] = call ptr @sw.checked.p0(ptr %p)
; CHECK: load float, ptr %[[C]]
; CHECK-NOT: sw.hook
; CHECK: ret
  %v = alloca { float, float, float, float }, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %v, ptr align 16 %p, i64 16, i1 false)
  %x = load float, ptr %v
  ret float %x
}

define void @to(ptr %p, float %x) {
; CHECK-LABEL: @to(
; A volatile write (1) of 8 bytes.
; CHECK: call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 1, i32 1, i32 8, i32 4, i32 0, i32 1)
  %v = alloca { float, float }, align 4
  store float %x, ptr %v
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %v, i64 8, i1 true)
  ret void
}

define void @between(ptr %p, ptr %q) {
; CHECK-LABEL: @between(
; CHECK-NEXT: call void @llvm.memcpy
; CHECK-NEXT: ret void
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  ret void
}

; What SROA would drop: a constant place outside a local array.
define i32 @outside() {
; CHECK-LABEL: @outside(
; CHECK: %a = alloca [4 x i32]
; CHECK: call void @sw.hook(ptr %at, ptr %a, i64 16, ptr @{{.*}}, i32 0, i32 6, i32 1, i32 4, i32 4, i32 0, i32 0)
; CHECK-NOT: sw.hook
; CHECK: ret
  %a = alloca [4 x i32]
  %at = getelementptr [4 x i32], ptr %a, i64 0, i64 4
  store i32 1, ptr %at, align 4
  %inside = getelementptr [4 x i32], ptr %a, i64 0, i64 3
  store i32 2, ptr %inside, align 4
  %r = load i32, ptr %inside
  ret i32 %r
}
