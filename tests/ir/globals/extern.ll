; An extern variable that no unit defines is an error that names it and says what to do.
; RUN: not %softwarp-cc %s --passes=import,globals --emit=llvm -o %t 2>&1 | FileCheck %s
; CHECK: error: the device variable 'elsewhere' is declared extern and defined in no unit of this device link (whole-program mode sees one file; use -rdc=true)
@elsewhere = external addrspace(1) global i32

define i32 @f() {
  %v = load i32, ptr addrspace(1) @elsewhere
  ret i32 %v
}
