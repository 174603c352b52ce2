; An extern variable that the file does not define is an error that names it and says what to do.
; RUN: not %softwarp-cc %s --passes=import,globals --emit=llvm -o %t 2>&1 | FileCheck %s
; CHECK: error: the device variable 'elsewhere' is declared extern and not defined in this file; one of another file needs -rdc=true
@elsewhere = external addrspace(1) global i32

define i32 @f() {
  %v = load i32, ptr addrspace(1) @elsewhere
  ret i32 %v
}
