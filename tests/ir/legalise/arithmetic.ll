; nvvm's arithmetic becomes calls of the device library; families with a rounding mode by rule.
; RUN: %softwarp-cc %s --passes=legalise --emit=llvm | FileCheck %s

declare float @llvm.nvvm.add.rm.f(float, float)
declare double @llvm.nvvm.fma.rz.d(double, double, double)
declare i32 @llvm.nvvm.d2i.rp(double)
declare i64 @llvm.nvvm.mulhi.ull(i64, i64)
declare float @llvm.nvvm.ldg.global.f.f32.p1(ptr addrspace(1), i32)

define void @f(float %a, double %d, i64 %i, ptr addrspace(1) %p) {
; CHECK: call float @__nv_fadd_rd(float %a, float %a)
; CHECK: call double @__nv_fma_rz(double %d, double %d, double %d)
; CHECK: call i32 @__nv_double2int_ru(double %d)
; CHECK: call i64 @__nv_umul64hi(i64 %i, i64 %i)
; CHECK: load float, ptr addrspace(1) %p, align 4
; CHECK-NOT: call {{.*}}llvm.nvvm
; CHECK: ret void
  %1 = call float @llvm.nvvm.add.rm.f(float %a, float %a)
  %2 = call double @llvm.nvvm.fma.rz.d(double %d, double %d, double %d)
  %3 = call i32 @llvm.nvvm.d2i.rp(double %d)
  %4 = call i64 @llvm.nvvm.mulhi.ull(i64 %i, i64 %i)
  %5 = call float @llvm.nvvm.ldg.global.f.f32.p1(ptr addrspace(1) %p, i32 4)
  ret void
}
