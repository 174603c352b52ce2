; One statement becomes plain IR: registers are values, guarded arithmetic a select, what is long a function of the library.
; RUN: %softwarp-cc %s --passes=assembly --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}i32 @guarded(i32 %a, i32 %b)
; CHECK: %[[P:.*]] = icmp slt i32 %a, %b
; CHECK: %[[S:.*]] = add i32 %a, %b
; CHECK: %[[R:.*]] = select i1 %[[P]], i32 %[[S]], i32 7
; CHECK: ret i32 %[[R]]
define i32 @guarded(i32 %a, i32 %b) {
  %r = call i32 asm "{ .reg .pred p; setp.lt.s32 p, $1, $2; mov.u32 $0, 7; @p add.u32 $0, $1, $2; }", "=r,r,r"(i32 %a, i32 %b)
  ret i32 %r
}

; CHECK-LABEL: define {{.*}}i32 @field(i32 %a)
; CHECK: call i32 @__nv_ptx_bfe_u32(i32 %a, i32 3, i32 5)
define i32 @field(i32 %a) {
  %r = call i32 asm "bfe.u32 $0, $1, $2, 5;", "=r,r,n"(i32 %a, i32 3)
  ret i32 %r
}

; CHECK-LABEL: define {{.*}}float @fused(float %a)
; CHECK: call float @llvm.fma.f32(float %a, float 1.500000e+00, float 2.000000e+00)
define float @fused(float %a) {
  %r = call float asm "fma.rn.f32 $0, $1, 0f3FC00000, 2.0;", "=f,f"(float %a)
  ret float %r
}

; CHECK-LABEL: define {{.*}}@two(i64 %a)
; CHECK-DAG: trunc i64 %a to i32
; CHECK-DAG: lshr i64 %a, 32
define { i32, i32 } @two(i64 %a) {
  %r = call { i32, i32 } asm "mov.b64 {$0, $1}, $2;", "=r,=r,l"(i64 %a)
  ret { i32, i32 } %r
}

; CHECK-LABEL: define {{.*}}i32 @lane()
; CHECK: call {{.*}}i32 @llvm.nvvm.read.ptx.sreg.laneid()
define i32 @lane() {
  %r = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  ret i32 %r
}

; The optimiser keeps memory on either side of a statement that says it changes it.
; CHECK-LABEL: define {{.*}}i32 @held(i32 %a)
; CHECK: call void asm sideeffect "", "~{memory}"()
define i32 @held(i32 %a) {
  %r = call i32 asm sideeffect "not.b32 $0, $1;", "=r,r,~{memory}"(i32 %a)
  ret i32 %r
}
