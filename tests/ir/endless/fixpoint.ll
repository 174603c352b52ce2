; What is left of a recursion that has become a loop is not simplified at once, and need not be: how often LLVM looks at it
; again is no assertion. (A generated program, made small: the order in which its instructions are visited matters.)
; RUN: %softwarp-cc %s --passes=endless --emit=llvm | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define double @again(double %x) #0 {
; CHECK-LABEL: define {{.*}} @again(
; CHECK-NOT: call {{.*}}@again
; CHECK: ret double
  %first = call i32 @llvm.fptosi.sat.i32.f64(double %x)
  %zeros = call i32 @llvm.cttz.i32(i32 %first, i1 false)
  %2 = call i32 @llvm.fptosi.sat.i32.f64(double %x)
  %is_zero = icmp eq i32 %2, 0
  br i1 %is_zero, label %odd, label %end

odd:
  %zero = bitcast float 0.0 to i32
  %low = and i32 %zeros, 1
  %is_even = icmp eq i32 %low, 0
  br i1 %is_even, label %call, label %end

call:
  %3 = call double @again(double 0.0)
  br label %end

end:
  ret double 0.0
}

declare i32 @llvm.cttz.i32(i32, i1 immarg)
declare i32 @llvm.fptosi.sat.i32.f64(double)

attributes #0 = { "disable-tail-calls"="true" }
