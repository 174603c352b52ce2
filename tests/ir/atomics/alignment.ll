; Atomic operations want addresses that are multiples of their size. Tested is the pointer from which whole elements are
; counted; variables need no test.
; RUN: %softwarp-cc %s --passes=atomics --emit=llvm | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@cells = internal global [8 x i32] zeroinitializer, align 16
@bytes = internal global [8 x i8] zeroinitializer, align 1
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare i64 @__sw_atomic_add_u64_device(ptr, i64)
declare i16 @__sw_atomic_cas_u16_device(ptr, i16, i16)
declare i8 @__sw_atomic_load_u8_device(ptr)

define void @array(ptr %p, i64 %i) {
; CHECK-LABEL: define void @array(
; CHECK: call void @sw.aligned.4(ptr %p)
; CHECK: call void @sw.aligned.8(ptr %q)
; CHECK: call void @sw.aligned.2(ptr %r)
; CHECK-NOT: @sw.aligned
; CHECK: ret void
  %q = getelementptr i32, ptr %p, i64 %i
  %a = call i32 @__sw_atomic_add_i32_device(ptr %q, i32 1)
  %b = call i64 @__sw_atomic_add_u64_device(ptr %q, i64 1)
  %r = getelementptr i8, ptr %p, i64 3
  %c = call i16 @__sw_atomic_cas_u16_device(ptr %r, i16 1, i16 2)
  %d = call i8 @__sw_atomic_load_u8_device(ptr %r)
  ret void
}

define void @variables(i64 %i) {
; CHECK-LABEL: define void @variables(
; CHECK-NOT: @sw.aligned
; CHECK: atomicrmw
; CHECK-NOT: @sw.aligned
; CHECK: atomicrmw
; CHECK: call void @sw.aligned.4(ptr @bytes)
  %own = alloca i32, align 4
  %q = getelementptr i32, ptr @cells, i64 %i
  %a = call i32 @__sw_atomic_add_i32_device(ptr %q, i32 1)
  %b = call i32 @__sw_atomic_add_i32_device(ptr %own, i32 1)
  %c = call i32 @__sw_atomic_add_i32_device(ptr @bytes, i32 1)
  ret void
}

%pair = type { i32, i64, [4 x i16] }
define void @members(ptr %p, i64 %i) {
; CHECK-LABEL: define void @members(
; CHECK: call void @sw.aligned.8(ptr %p)
; CHECK: call void @sw.aligned.2(ptr %p)
; CHECK: call void @sw.aligned.4(ptr %r)
  %q = getelementptr %pair, ptr %p, i64 %i, i32 1
  %a = call i64 @__sw_atomic_add_u64_device(ptr %q, i64 1)
  %h = getelementptr %pair, ptr %p, i64 0, i32 2, i64 %i
  %b = call i16 @__sw_atomic_cas_u16_device(ptr %h, i16 1, i16 2)
  %r = getelementptr %pair, ptr %p, i64 0, i32 2, i64 1
  %c = call i32 @__sw_atomic_add_i32_device(ptr %r, i32 1)
  ret void
}

; CHECK-LABEL: define internal void @sw.aligned.4(ptr
; CHECK: and i64 %{{.*}}, 3
; CHECK: call void @swrt_misaligned(ptr %{{.*}}, i32 4)
; CHECK-NEXT: unreachable
