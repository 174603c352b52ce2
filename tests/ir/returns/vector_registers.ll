; Three floats and more come back in vector registers, from calls by pointers too: the x87 unit would quiet NaNs. Two stay
; as C has them, and so do functions that are not ours.
; RUN: %softwarp-cc %s --passes=returns --emit=llvm | FileCheck %s

%four = type { float, float, float, float }
%mixed = type { i32, [3 x double] }
declare %four @not_ours(ptr)

; CHECK: define x86_regcallcc %four @four(
define %four @four(ptr %p) {
  %v = load %four, ptr %p
  ret %four %v
}

; CHECK: define x86_regcallcc %mixed @mixed(
define %mixed @mixed(ptr %p) {
  %v = load %mixed, ptr %p
  ret %mixed %v
}

; CHECK: define { float, float } @two(
define { float, float } @two(ptr %p) {
  %v = load { float, float }, ptr %p
  ret { float, float } %v
}

; CHECK-LABEL: define void @calls(
; CHECK: call x86_regcallcc %four @four(
; CHECK: call x86_regcallcc %four %by(
; CHECK: call { float, float } @two(
; CHECK: call %four @not_ours(
define void @calls(ptr %p, ptr %by) {
  %a = call %four @four(ptr %p)
  store %four %a, ptr %p
  %b = call %four %by(ptr %p)
  store %four %b, ptr %p
  %c = call { float, float } @two(ptr %p)
  %e = call %four @not_ours(ptr %p)
  store { float, float } %c, ptr %p
  ret void
}
