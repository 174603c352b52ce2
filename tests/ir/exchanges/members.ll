; Members of an array's structures: lanes at different elements have no place in common where they access different
; members. The members of one structure may be all of an array.
; RUN: %softwarp-cc %s --passes=import,yields,exchanges --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

%bucket = type { i32, i32, [6 x i32] }

define void @different(ptr %buckets, i64 %t, i64 %n) {
; CHECK-LABEL: @different(
; CHECK-NOT: sw.in.step
; CHECK: ret void
  %one = getelementptr %bucket, ptr %buckets, i64 %t
  %two = getelementptr %bucket, ptr %buckets, i64 %n
  %count = getelementptr i8, ptr %one, i64 4
  %values = getelementptr i8, ptr %two, i64 8
  %value = getelementptr [6 x i32], ptr %values, i64 0, i64 %n
  %a = load volatile i32, ptr %count
  store volatile i32 %a, ptr %value
  ret void
}

define void @different_by_type(ptr %buckets, i64 %t, i64 %n) {
; CHECK-LABEL: @different_by_type(
; CHECK-NOT: sw.in.step
; CHECK: ret void
  %count = getelementptr %bucket, ptr %buckets, i64 %t, i32 1
  %value = getelementptr %bucket, ptr %buckets, i64 %n, i32 2, i64 %t
  %a = load volatile i32, ptr %value
  store volatile i32 %a, ptr %count
  ret void
}

define void @the_same(ptr %buckets, i64 %t, i64 %n) {
; CHECK-LABEL: @the_same(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: ret void
  %one = getelementptr %bucket, ptr %buckets, i64 %t, i32 2, i64 1
  %two = getelementptr %bucket, ptr %buckets, i64 %n, i32 2, i64 %t
  %a = load volatile i32, ptr %one
  store volatile i32 %a, ptr %two
  ret void
}

; 8 bytes from the second member on, or an element further.
define void @two_at_once(ptr %buckets, i64 %t, i64 %n) {
; CHECK-LABEL: @two_at_once(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: ret void
  %one = getelementptr %bucket, ptr %buckets, i64 %t, i32 1
  %two = getelementptr %bucket, ptr %buckets, i64 %n, i32 2, i64 %t
  %a = load volatile i64, ptr %one
  store volatile i64 %a, ptr %two
  ret void
}

define void @other_strides(ptr %buckets, i64 %t, i64 %n) {
; CHECK-LABEL: @other_strides(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: ret void
  %one = getelementptr %bucket, ptr %buckets, i64 %t, i32 1
  %two = getelementptr i32, ptr %buckets, i64 %n
  %a = load volatile i32, ptr %one
  store volatile i32 %a, ptr %two
  ret void
}

define void @round_the_end(ptr %buckets, i64 %t, i64 %n) {
; CHECK-LABEL: @round_the_end(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: ret void
  %one = getelementptr %bucket, ptr %buckets, i64 %t, i32 0
  %base = getelementptr %bucket, ptr %buckets, i64 %n
  %two = getelementptr i8, ptr %base, i64 28
  %a = load volatile i32, ptr %one
  store volatile i64 0, ptr %two
  ret void
}
