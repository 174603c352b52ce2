; cvt saturates; NaN gives 0, or the top bit where source or result has 64 bits; narrow results keep the low bits.
; RUN: %softwarp-cc %s --passes=guard --emit=llvm | FileCheck %s

define i32 @to_int(float %x) {
; CHECK-LABEL: @to_int(
; CHECK: call i32 @llvm.fptosi.sat.i32.f32(float %x)
  %i = fptosi float %x to i32
  ret i32 %i
}

define i64 @to_ulong(double %x) {
; CHECK-LABEL: @to_ulong(
; CHECK: %[[I:.*]] = call i64 @llvm.fptoui.sat.i64.f64(double %x)
; CHECK: %[[NAN:.*]] = fcmp uno double %x, %x
; CHECK: select i1 %[[NAN]], i64 -9223372036854775808, i64 %[[I]]
  %i = fptoui double %x to i64
  ret i64 %i
}

define i8 @to_char(float %x) {
; CHECK-LABEL: @to_char(
; CHECK: %[[I:.*]] = call i32 @llvm.fptoui.sat.i32.f32(float %x)
; CHECK: trunc i32 %[[I]] to i8
  %i = fptoui float %x to i8
  ret i8 %i
}

define i32 @double_to_uint(double %x) {
; CHECK-LABEL: @double_to_uint(
; CHECK: %[[I:.*]] = call i32 @llvm.fptoui.sat.i32.f64(double %x)
; CHECK: %[[NAN:.*]] = fcmp uno double %x, %x
; CHECK: select i1 %[[NAN]], i32 -2147483648, i32 %[[I]]
  %i = fptoui double %x to i32
  ret i32 %i
}

; What clang makes of a conversion is no different.
define i64 @saturated_to_long(float %x) {
; CHECK-LABEL: @saturated_to_long(
; CHECK: %[[I:.*]] = call i64 @llvm.fptosi.sat.i64.f32(float %x)
; CHECK-NEXT: %[[NAN:.*]] = fcmp uno float %x, %x
; CHECK-NEXT: %[[R:.*]] = select i1 %[[NAN]], i64 -9223372036854775808, i64 %[[I]]
; CHECK-NEXT: ret i64 %[[R]]
  %i = call i64 @llvm.fptosi.sat.i64.f32(float %x)
  ret i64 %i
}

define i16 @saturated_to_short(float %x) {
; CHECK-LABEL: @saturated_to_short(
; CHECK: %[[I:.*]] = call i32 @llvm.fptosi.sat.i32.f32(float %x)
; CHECK-NEXT: trunc i32 %[[I]] to i16
  %i = call i16 @llvm.fptosi.sat.i16.f32(float %x)
  ret i16 %i
}

; A constant that is no number, too.
define i64 @constant() {
; CHECK-LABEL: @constant(
; CHECK: %[[I:.*]] = call i64 @llvm.fptosi.sat.i64.f32(float 0x7FF8000000000000)
; CHECK-NEXT: select i1 true, i64 -9223372036854775808, i64 %[[I]]
  %i = call i64 @llvm.fptosi.sat.i64.f32(float 0x7FF8000000000000)
  ret i64 %i
}

define <2 x i32> @vector(<2 x double> %x) {
; CHECK-LABEL: @vector(
; CHECK: %[[X:.*]] = extractelement <2 x double> %x, i32 0
; CHECK: call i32 @llvm.fptosi.sat.i32.f64(double %[[X]])
; CHECK: fcmp uno double %[[X]], %[[X]]
; CHECK: call i32 @llvm.fptosi.sat.i32.f64(double %
; CHECK-NOT: fptosi
; CHECK: ret <2 x i32>
  %i = fptosi <2 x double> %x to <2 x i32>
  ret <2 x i32> %i
}

declare i64 @llvm.fptosi.sat.i64.f32(float)
declare i16 @llvm.fptosi.sat.i16.f32(float)
