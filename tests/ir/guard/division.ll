; A GPU does not trap: x / 0 and x % 0 are all ones (of 64 bits the low 32 when x fits in them), the lowest value / -1 wraps.
; RUN: %softwarp-cc %s --passes=guard --emit=llvm | FileCheck %s

define i32 @signed(i32 %a, i32 %b) {
; CHECK-LABEL: @signed(
; CHECK: %div.zero = icmp eq i32 %b, 0
; CHECK: %[[LOW:.*]] = icmp eq i32 %a, -2147483648
; CHECK: %[[MINUS:.*]] = icmp eq i32 %b, -1
; CHECK: %div.wraps = and i1 %[[LOW]], %[[MINUS]]
; CHECK: %[[TRAP:.*]] = or i1 %div.zero, %div.wraps
; CHECK: %div.safe = select i1 %[[TRAP]], i32 1, i32 %b
; CHECK: %[[Q:.*]] = sdiv i32 %a, %div.safe
; CHECK: select i1 %div.zero, i32 -1, i32 %[[Q]]
  %q = sdiv i32 %a, %b
  ret i32 %q
}

define i64 @unsigned_remainder(i64 %a, i64 %b) {
; CHECK-LABEL: @unsigned_remainder(
; CHECK: %div.safe = select i1 %div.zero, i64 1, i64 %b
; CHECK: %[[R:.*]] = urem i64 %a, %div.safe
; CHECK: %[[FITS:.*]] = icmp ule i64 %a, 4294967295
; CHECK: %[[ONES:.*]] = select i1 %[[FITS]], i64 4294967295, i64 -1
; CHECK: select i1 %div.zero, i64 %[[ONES]], i64 %[[R]]
  %r = urem i64 %a, %b
  ret i64 %r
}

; Constants that trap.
define i32 @minus_one(i32 %a) {
; CHECK-LABEL: @minus_one(
; CHECK: %div.safe = select i1 %{{.*}}, i32 1, i32 -1
; CHECK: sdiv i32 %a, %div.safe
  %q = sdiv i32 %a, -1
  ret i32 %q
}

define i32 @zero(i32 %a) {
; CHECK-LABEL: @zero(
; CHECK: select i1 true, i32 -1, i32 %
  %q = udiv i32 %a, 0
  ret i32 %q
}

; Vectors are clang's extension: each element as if it were alone.
define <2 x i32> @vector(<2 x i32> %a, <2 x i32> %b) {
; CHECK-LABEL: @vector(
; CHECK: %[[A:.*]] = extractelement <2 x i32> %a, i32 0
; CHECK: %[[B:.*]] = extractelement <2 x i32> %b, i32 0
; CHECK: icmp eq i32 %[[B]], 0
; CHECK: %[[Q:.*]] = udiv i32 %[[A]], %div.safe
; CHECK: %[[R:.*]] = select i1 %div.zero, i32 -1, i32 %[[Q]]
; CHECK: insertelement <2 x i32> poison, i32 %[[R]], i32 0
; CHECK: %[[Q:.*]] = udiv i32 %{{.*}}, %div.safe
; CHECK: select i1 %div.zero{{.*}}, i32 -1, i32 %[[Q]]
; CHECK-NOT: udiv
; CHECK: ret <2 x i32>
  %q = udiv <2 x i32> %a, %b
  ret <2 x i32> %q
}

define i32 @constant_divisor(i32 %a) {
; CHECK-LABEL: @constant_divisor(
; CHECK-NEXT: %q = sdiv i32 %a, 7
; CHECK-NEXT: ret i32 %q
  %q = sdiv i32 %a, 7
  ret i32 %q
}
