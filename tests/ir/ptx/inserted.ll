; Constraint "C", of which clang makes E: a constant array of characters is put into the text, up to its end.
; RUN: %softwarp-cc %s --passes=assembly --emit=llvm | FileCheck %s
; RUN: sed 's/^;ERROR//' %s > %t.ll
; RUN: not %softwarp-cc %t.ll --passes=assembly --emit=llvm 2>&1 | FileCheck %s --check-prefix=ERROR
target triple = "nvptx64-nvidia-cuda"

@hi = internal addrspace(4) constant [4 x i8] c".hi\00"
@names = internal addrspace(4) constant [8 x i8] c"add\00sub\00"
@nothing = internal addrspace(4) constant [1 x i8] zeroinitializer
@type = internal addrspace(4) constant [4 x i8] c".s32"
@variable = internal addrspace(4) global [4 x i8] c".hi\00"

; CHECK-LABEL: define {{.*}}i32 @high(i32 %a, i32 %b)
; CHECK: sext i32 %a to i64
; CHECK: lshr i64
define i32 @high(i32 %a, i32 %b) {
  %r = call i32 asm "mul${1}$2 $0, $3, $4;", "=r,E,E,r,r"(ptr addrspacecast (ptr addrspace(4) @hi to ptr), ptr addrspacecast (ptr addrspace(4) @type to ptr), i32 %a, i32 %b)
  ret i32 %r
}

; CHECK-LABEL: define {{.*}}i32 @second(i32 %a, i32 %b)
; CHECK: sub i32 %a, %b
define i32 @second(i32 %a, i32 %b) {
  %r = call i32 asm "$3$4.u32 $0, $1, $2;", "=r,r,r,E,E"(i32 %a, i32 %b, ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(4) @names to ptr), i64 4), ptr addrspacecast (ptr addrspace(4) @nothing to ptr))
  ret i32 %r
}

; ERROR: error: inline PTX: operand 3, of constraint "C", is no constant array of characters
;ERRORdefine i32 @changed(i32 %a, i32 %b) {
;ERROR  %r = call i32 asm "mul$3.s32 $0, $1, $2;", "=r,r,r,E"(i32 %a, i32 %b, ptr addrspacecast (ptr addrspace(4) @variable to ptr))
;ERROR  ret i32 %r
;ERROR}
