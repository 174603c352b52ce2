; Kernels and variables in whose names types have numbers get the names that the host has for them: the numbers of a group
; in their order, as numbers. What the host does not register is this unit's own. Where there are several of different
; numbers for the host and the device, it is an error when the sides may differ; so are local types of one name.
; RUN: split-file %s %t
; RUN: %softwarp-cc %t/unit.ll --registered=%t/names --sides-differ --passes=none --emit=llvm | FileCheck %s
; CHECK-DAG: @_Z1vIZ4mainEUliE2_E = {{.*}}global i32 7
; CHECK: define weak_odr void @_Z1kIZ4mainEUliE8_EvPi({{.*}}comdat {
; CHECK-NEXT: store i32 1,
; CHECK: define weak_odr void @_Z1kIZ4mainEUliE9_EvPi({{.*}}comdat {
; CHECK-NEXT: store i32 2,
; CHECK: define weak_odr void @_Z1kIZ4mainEUliE10_EvPi({{.*}}comdat !sw.own_stub
; CHECK-NEXT: store i32 3,
; CHECK: define weak_odr void @_Z1kI1TIZ1fIZ4mainEUliE2_EvT_EUt0_EEvPi({{.*}}comdat {
; CHECK-NEXT: store i32 4,
; CHECK: define internal void @_Z1kIZ4mainEUlfE_EvPi(
; CHECK: define {{.*}}void @_Z1kIZ4mainE3_abEvPi(
; CHECK: define {{.*}}void @_Z9PHASE1x_0v(
; CHECK: define {{.*}}void @_Z9PHASE1x_1v(
; CHECK: define {{.*}}void @"_Z1mITnDaL3$_01EEvPi"(
; CHECK: define {{.*}}void @"_Z1mITnDaL3$_02EEvPi"(
; CHECK: define {{.*}}void @PHASE1x_0(
; CHECK: define {{.*}}void @PHASE1x_1(

; RUN: %softwarp-cc %t/unit.ll --registered=%t/fewer --passes=none --emit=llvm | FileCheck %s --check-prefix=FEWER
; FEWER: define weak_odr void @_Z1kIZ4mainEUliE8_EvPi(
; FEWER-NEXT: store i32 2,
; FEWER: define internal void @_Z1kIZ4mainEUliE9_EvPi(
; FEWER-NEXT: store i32 3,
; RUN: not %softwarp-cc %t/unit.ll --registered=%t/fewer --sides-differ --passes=none --emit=llvm 2>&1 | FileCheck %s --check-prefix=DIFFER
; DIFFER: error: 'void k<main::{lambda(int)#9}>(int*)': host code names 2 of these and device code has 3:
; DIFFER-NEXT: note: such a name, too: 'void k<main::{lambda(int)#10}>(int*)'
; DIFFER-NEXT: note: such a name, too: 'void k<main::{lambda(int)#11}>(int*)'
; RUN: not %softwarp-cc %t/unit.ll --registered=%t/others --passes=none --emit=llvm 2>&1 | FileCheck %s --check-prefix=OTHERS
; OTHERS: error: 'void k<main::{lambda(int)#9}>(int*)': host code names 2 of these and device code has 3:

; RUN: not %softwarp-cc %t/local.ll --registered=%t/named --passes=none --emit=llvm 2>&1 | FileCheck %s --check-prefix=LOCAL
; LOCAL-DAG: error: 'void k<main::S>(int*)': types without a name, and several of one name in a function, cannot be told apart
; LOCAL-DAG: error: 'void k<main::$_1>(int*)': types without a name
; LOCAL-DAG: error: 'void k<main::_ab>(int*)': types without a name

;--- names
_Z1vIZ4mainEUliE2_E
_Z1kIZ4mainEUliE9_EvPi
_Z1kIZ4mainEUliE10_EvPi
_Z1kIZ4mainEUliE8_EvPi
_Z1kIZ4mainEUliE8_EvPi
_Z1kI1TIZ1fIZ4mainEUliE2_EvT_EUt0_EEvPi
_Z1kIZ4mainE3_abEvPi
_Z9PHASE1x_0v
_Z9PHASE1x_1v
PHASE1x_0
PHASE1x_1
_Z1mITnDaL3$_01EEvPi
_Z1mITnDaL3$_02EEvPi
=_Z1kIZ4mainEUliE10_EvPi
-printf

;--- fewer
_Z1kIZ4mainEUliE8_EvPi
_Z1kIZ4mainEUliE7_EvPi

;--- others
_Z1kIZ4mainEUliE8_EvPi
_Z1kIZ4mainEUliE11_EvPi

;--- named
_Z1kIZ4mainE1SEvPi
_Z1kIZ4mainE3$_1EvPi
_Z1kIZ4mainE3_abEvPi

;--- unit.ll
target triple = "nvptx64-nvidia-cuda"
$_Z1kIZ4mainEUliE7_EvPi = comdat any
$_Z1kIZ4mainEUliE8_EvPi = comdat any
$_Z1kIZ4mainEUliE9_EvPi = comdat any
$_Z1kI1TIZ1fIZ4mainEUliE1_EvT_EUt_EEvPi = comdat any
$_Z1kIZ4mainEUlfE_EvPi = comdat any
@_Z1vIZ4mainEUliE1_E = addrspace(1) externally_initialized global i32 7

define weak_odr void @_Z1kIZ4mainEUliE7_EvPi(ptr %p) comdat {
  store i32 1, ptr %p
  ret void
}
define weak_odr void @_Z1kIZ4mainEUliE8_EvPi(ptr %p) comdat {
  store i32 2, ptr %p
  ret void
}
define weak_odr void @_Z1kIZ4mainEUliE9_EvPi(ptr %p) comdat {
  store i32 3, ptr %p
  ret void
}
define weak_odr void @_Z1kI1TIZ1fIZ4mainEUliE1_EvT_EUt_EEvPi(ptr %p) comdat {
  store i32 4, ptr %p
  ret void
}
define weak_odr void @_Z1kIZ4mainEUlfE_EvPi(ptr %p) comdat {
  ret void
}
define void @_Z1kIZ4mainE3_abEvPi(ptr %p) {
  ret void
}
define void @_Z9PHASE1x_0v() {
  ret void
}
define void @_Z9PHASE1x_1v() {
  ret void
}
define void @"_Z1mITnDaL3$_01EEvPi"(ptr %p) {
  ret void
}
define void @"_Z1mITnDaL3$_02EEvPi"(ptr %p) {
  ret void
}
define void @PHASE1x_0() {
  ret void
}
define void @PHASE1x_1() {
  ret void
}
!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @_Z1kIZ4mainEUliE7_EvPi, !"kernel", i32 1}
!1 = !{ptr @_Z1kIZ4mainEUliE8_EvPi, !"kernel", i32 1}
!2 = !{ptr @_Z1kIZ4mainEUliE9_EvPi, !"kernel", i32 1}
!3 = !{ptr @_Z1kI1TIZ1fIZ4mainEUliE1_EvT_EUt_EEvPi, !"kernel", i32 1}
!4 = !{ptr @_Z1kIZ4mainEUlfE_EvPi, !"kernel", i32 1}
!5 = !{ptr @_Z1kIZ4mainE3_abEvPi, !"kernel", i32 1}

;--- local.ll
target triple = "nvptx64-nvidia-cuda"
define void @_Z1kIZ4mainE1SEvPi(ptr %p) {
  ret void
}
define void @_Z1kIZ4mainE1S_0EvPi(ptr %p) {
  ret void
}
define void @"_Z1kIZ4mainE3$_1EvPi"(ptr %p) {
  ret void
}
define void @"_Z1kIZ4mainE4$_12EvPi"(ptr %p) {
  ret void
}
define void @_Z1kIZ4mainE3_abEvPi(ptr %p) {
  ret void
}
define void @_Z1kIZ4mainE3_ab__11_EvPi(ptr %p) {
  ret void
}
