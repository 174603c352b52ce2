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

; Made of a difference in few steps.
; CHECK-LABEL: define {{.*}}@made(
; CHECK: sext i32 %or to i64
; CHECK: sext i32 %twice to i64
; CHECK: sext i32 %one to i64
; CHECK: sext i32 %j to i64
define void @made(i32 %x, i32 %y, i1 %c) {
entry:
  %p = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 32
  %or = or disjoint i32 %x, -16
  %a = zext i32 %or to i64
  %q = getelementptr i32, ptr %p, i64 %a
  store i32 1, ptr %q
  %sub = sub i32 %x, %y
  %twice = shl i32 %sub, 1
  %b = zext i32 %twice to i64
  %r = getelementptr i32, ptr %p, i64 %b
  store i32 1, ptr %r
  %one = select i1 %c, i32 %x, i32 %sub
  %d = zext i32 %one to i64
  %s = getelementptr i32, ptr %p, i64 %d
  store i32 1, ptr %s
  br label %loop
loop:
  %j = phi i32 [ %x, %entry ], [ %next, %loop ]
  %e = zext i32 %j to i64
  %t = getelementptr i32, ptr %p, i64 %e
  store i32 1, ptr %t
  %next = sub i32 %j, %y
  %again = icmp sgt i32 %next, -64
  br i1 %again, label %loop, label %done
done:
  ret void
}

; The address is led back, or nobody knows what becomes of it.
; CHECK-LABEL: define {{.*}}@led_back(
; CHECK-NOT: sext
; CHECK: ret void
declare void @somebody(ptr)
define void @led_back(i32 %x, i64 %far) {
  %p = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 32
  %not = xor i32 %x, -1
  %a = zext i32 %not to i64
  %q = getelementptr i32, ptr %p, i64 %a
  %back = getelementptr i8, ptr %q, i64 -17179868160
  store i32 1, ptr %back
  %r = getelementptr i32, ptr %p, i64 %a
  %dynamic = getelementptr i8, ptr %r, i64 %far
  store i32 1, ptr %dynamic
  %s = getelementptr i32, ptr %p, i64 %a
  call void @somebody(ptr %s)
  ret void
}
; A small step.
; CHECK-LABEL: define {{.*}}@next_to_it(
; CHECK: sext i32 %not to i64
define void @next_to_it(i32 %x) {
  %p = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 32
  %not = xor i32 %x, -1
  %a = zext i32 %not to i64
  %q = getelementptr i32, ptr %p, i64 %a
  %back = getelementptr i8, ptr %q, i64 -16
  %v = load i32, ptr %back
  store i32 %v, ptr %q
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
!nvvm.annotations = !{!0, !1, !2, !3, !4}
!2 = !{ptr @made, !"kernel", i32 1}
!3 = !{ptr @led_back, !"kernel", i32 1}
!4 = !{ptr @next_to_it, !"kernel", i32 1}
!0 = !{ptr @shared, !"kernel", i32 1}
!1 = !{ptr @others, !"kernel", i32 1}
