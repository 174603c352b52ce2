; An address that may have been led 16 GB away by a step of 64 bits is led back by an unsigned one: the sum of both has 32 bits.
; RUN: %softwarp-cc %s --passes=import,window --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

@tile = internal addrspace(3) global [64 x i32] undef

; CHECK-LABEL: define {{.*}}@far(
; CHECK: [[AT:%[0-9a-z]+]] = getelementptr i32, ptr %v, i64 %index
; CHECK: [[END:%[0-9]+]] = ptrtoint ptr [[AT]] to i64
; CHECK: [[FAR:%[0-9]+]] = sub i64 [[END]], ptrtoint
; CHECK: [[NARROW:%[0-9]+]] = trunc i64 [[FAR]] to i32
; CHECK: [[NEAR:%[0-9]+]] = sext i32 [[NARROW]] to i64
; CHECK: [[PLACE:%[0-9]+]] = getelementptr i8, ptr {{.*}}@tile{{.*}}, i64 [[NEAR]]
; CHECK: store i32 1, ptr [[PLACE]]
define void @far(i32 %x, i64 %back) {
  %v = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 %back
  %less = add i32 %x, -1
  %index = zext i32 %less to i64
  %at = getelementptr i32, ptr %v, i64 %index
  store i32 1, ptr %at
  ret void
}

; The first step is a constant; both are of one address.
; CHECK-LABEL: define {{.*}}@constant(
; CHECK: trunc i64 {{.*}} to i32
; CHECK: trunc i64 {{.*}} to i32
; CHECK: ret void
define void @constant(i32 %x, i64 %back) {
  %less = add i32 %x, -1
  %index = zext i32 %less to i64
  %at = getelementptr i32, ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 -8589934592), i64 %index
  store i32 1, ptr %at
  %one = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 %back, i64 %index
  store i32 1, ptr %one
  ret void
}

; Steps of 32 bits are near.
; CHECK-LABEL: define {{.*}}@near(
; CHECK-NOT: trunc
; CHECK: sext i32 %less to i64
; CHECK-NOT: trunc
; CHECK: ret void
define void @near(i32 %x, i32 %row) {
  %step = sext i32 %row to i64
  %v = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 %step
  %less = add i32 %x, -1
  %index = zext i32 %less to i64
  %at = getelementptr i32, ptr %v, i64 %index
  store i32 1, ptr %at
  ret void
}
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @far, !"kernel", i32 1}
!1 = !{ptr @constant, !"kernel", i32 1}
!2 = !{ptr @near, !"kernel", i32 1}
