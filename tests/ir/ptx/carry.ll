; The carry that a statement leaves is the next one's, across functions that are inlined for that; and addresses in shared
; memory count from the block's.
; RUN: %softwarp-cc %s --passes=assembly --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}i32 @sum(i32 %a, i32 %b)
; CHECK: %[[LOW:.*]] = add i32 %a, %b
; CHECK: icmp ult i32 %[[LOW]], %a
; CHECK: zext i1
; CHECK-NOT: asm
define i32 @sum(i32 %a, i32 %b) {
  %low = call i32 @first(i32 %a, i32 %b)
  %high = call i32 @second(i32 %a, i32 %b)
  %r = xor i32 %low, %high
  ret i32 %r
}
define internal i32 @first(i32 %a, i32 %b) noinline {
  %r = call i32 asm sideeffect "add.cc.u32 $0, $1, $2;", "=r,r,r"(i32 %a, i32 %b)
  ret i32 %r
}
define internal i32 @second(i32 %a, i32 %b) noinline {
  %r = call i32 asm sideeffect "addc.u32 $0, $1, $2;", "=r,r,r"(i32 %a, i32 %b)
  ret i32 %r
}

; CHECK-LABEL: define {{.*}}i32 @shared(i32 %a)
; CHECK: %[[BLOCK:.*]] = call ptr @sw.block()
; CHECK: %[[BASE:.*]] = load ptr, ptr {{.*}}!invariant.load
; CHECK: addrspacecast
; CHECK: load i32, ptr addrspace(3)
define i32 @shared(i32 %a) {
  %r = call i32 asm sideeffect "ld.shared.u32 $0, [$1+4];", "=r,r"(i32 %a)
  ret i32 %r
}
