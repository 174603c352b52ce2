; PTX clamps a shift's count at the width; a CPU takes it modulo the width.
; RUN: %softwarp-cc %s --passes=guard --emit=llvm | FileCheck %s

define i32 @left(i32 %a, i32 %n) {
; CHECK-LABEL: @left(
; CHECK: %shift.inside = icmp ult i32 %n, 32
; CHECK: %[[S:.*]] = shl i32 %a, %n
; CHECK: select i1 %shift.inside, i32 %[[S]], i32 0
  %s = shl i32 %a, %n
  ret i32 %s
}

define i64 @arithmetic(i64 %a, i64 %n) {
; CHECK-LABEL: @arithmetic(
; CHECK: %shift.inside = icmp ult i64 %n, 64
; CHECK: %[[N:.*]] = select i1 %shift.inside, i64 %n, i64 63
; CHECK: ashr i64 %a, %[[N]]
  %s = ashr i64 %a, %n
  ret i64 %s
}

define i32 @constant_count(i32 %a) {
; CHECK-LABEL: @constant_count(
; CHECK-NEXT: %s = lshr i32 %a, 5
  %s = lshr i32 %a, 5
  ret i32 %s
}

; A constant count is no promise.
define i32 @constant_too_large(i32 %a) {
; CHECK-LABEL: @constant_too_large(
; CHECK: %[[S:.*]] = lshr i32 %a, 32
; CHECK: select i1 false, i32 %[[S]], i32 0
  %s = lshr i32 %a, 32
  ret i32 %s
}

define <2 x i16> @vector(<2 x i16> %a, <2 x i16> %n) {
; CHECK-LABEL: @vector(
; CHECK-COUNT-2: select i1 %shift.inside{{.*}}, i16 %{{.*}}, i16 0
; CHECK: ret <2 x i16>
  %s = shl <2 x i16> %a, %n
  ret <2 x i16> %s
}
