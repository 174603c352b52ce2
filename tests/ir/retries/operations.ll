; A compare-and-swap loop whose new value is one operation on the old one becomes a call of that operation's marker,
; whatever the types through which old and new pass.
;
;      entry --> try --> exit        =>        entry (one call)
;                ^ |
;                +-+
; RUN: %softwarp-cc %s --passes=retries --emit=llvm | FileCheck %s

declare i16 @__sw_atomic_cas_u16_device(ptr, i16, i16)
declare i32 @__sw_atomic_cas_i32_device(ptr, i32, i32)
declare i32 @__sw_atomic_cas_u32_block(ptr, i32, i32)
declare i64 @__sw_atomic_cas_u64_system(ptr, i64, i64)
declare float @__nv_fmaxf(float, float)
declare double @__nv_fmin(double, double)
declare float @__nv_fmul_rn(float, float)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i64 @llvm.smax.i64(i64, i64)
declare void @sw.yield()

; The new value is computed again from the old one, for what comes behind the loop.
define float @float_max(ptr %p, float %v) {
; CHECK-LABEL: define float @float_max(
; CHECK-NEXT: entry:
; CHECK-NEXT: %[[OLD:.*]] = call float @__sw_atomic_max_f32_device(ptr %p, float %v)
; CHECK-NEXT: %[[NEW:.*]] = call float @__nv_fmaxf(float %v, float %[[OLD]])
; CHECK-NEXT: ret float %[[NEW]]
entry:
  %guess = load i32, ptr %p
  br label %try
try:
  %seen = phi i32 [ %guess, %entry ], [ %found, %try ]
  %old = bitcast i32 %seen to float
  %new = call float @__nv_fmaxf(float %v, float %old)
  %bits = bitcast float %new to i32
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %seen, i32 %bits)
  %done = icmp eq i32 %seen, %found
  br i1 %done, label %exit, label %try
exit:
  ret float %new
}

define double @double_add(ptr %p, double %v) {
; CHECK-LABEL: define double @double_add(
; CHECK-NEXT: entry:
; CHECK-NEXT: %[[OLD:.*]] = call double @__sw_atomic_add_f64_system(ptr %p, double %v)
; CHECK-NEXT: %[[BITS:.*]] = bitcast double %[[OLD]] to i64
; CHECK-NEXT: %result = bitcast i64 %[[BITS]] to double
; CHECK-NEXT: ret double %result
entry:
  %guess = load i64, ptr %p
  br label %try
try:
  %seen = phi i64 [ %guess, %entry ], [ %found, %try ]
  %old = bitcast i64 %seen to double
  %new = fadd contract double %v, %old
  %bits = bitcast double %new to i64
  %found = call i64 @__sw_atomic_cas_u64_system(ptr %p, i64 %seen, i64 %bits)
  %again = icmp ne i64 %found, %seen
  br i1 %again, label %try, label %exit
exit:
  %result = bitcast i64 %found to double
  ret double %result
}

; The first try expects a constant; the loop was taken for a waiting one, and yields on its back edge.
define i32 @add_with_guess(ptr %p) {
; CHECK-LABEL: define i32 @add_with_guess(
; CHECK-NEXT: entry:
; CHECK-NEXT: %[[OLD:.*]] = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 3)
; CHECK-NEXT: ret i32 %[[OLD]]
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %yield ]
  %new = add nsw i32 %old, 3
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %yield
yield:
  call void @sw.yield()
  br label %try
exit:
  ret i32 %old
}

; The guess from a volatile load, which stays; the state of the loop is a float.
define void @half_sub(ptr %p, half %v) {
; CHECK-LABEL: define void @half_sub(
; CHECK-NEXT: entry:
; CHECK-NEXT: load volatile half, ptr %p
; CHECK-NEXT: %[[V:.*]] = bitcast half %v to i16
; CHECK-NEXT: call i16 @__sw_atomic_sub_f16_device(ptr %p, i16 %[[V]])
; CHECK-NEXT: ret void
entry:
  %guess = load volatile half, ptr %p
  br label %try
try:
  %old = phi half [ %guess, %entry ], [ %again, %try ]
  %seen = bitcast half %old to i16
  %new = fsub half %old, %v
  %bits = bitcast half %new to i16
  %found = call i16 @__sw_atomic_cas_u16_device(ptr %p, i16 %seen, i16 %bits)
  %done = icmp eq i16 %seen, %found
  %again = bitcast i16 %found to half
  br i1 %done, label %exit, label %try
exit:
  ret void
}

define void @pair_add(ptr %p, <2 x half> %v) {
; CHECK-LABEL: define void @pair_add(
; CHECK: %[[V:.*]] = bitcast <2 x half> %v to i32
; CHECK-NEXT: call i32 @__sw_atomic_add_v2f16_block(ptr %p, i32 %[[V]])
; CHECK-NEXT: ret void
entry:
  %guess = load i32, ptr %p
  br label %try
try:
  %seen = phi i32 [ %guess, %entry ], [ %found, %try ]
  %old = bitcast i32 %seen to <2 x half>
  %new = fadd <2 x half> %old, %v
  %bits = bitcast <2 x half> %new to i32
  %found = call i32 @__sw_atomic_cas_u32_block(ptr %p, i32 %seen, i32 %bits)
  %done = icmp eq i32 %seen, %found
  br i1 %done, label %exit, label %try
exit:
  ret void
}

define void @multiply(ptr %p, float %v) {
; CHECK-LABEL: define void @multiply(
; CHECK: call float @__sw_atomic_mul_f32_device(ptr %p, float %v)
; CHECK-NEXT: ret void
entry:
  %guess = load i32, ptr %p
  br label %try
try:
  %seen = phi i32 [ %guess, %entry ], [ %found, %try ]
  %old = bitcast i32 %seen to float
  %new = call float @__nv_fmul_rn(float %old, float %v)
  %bits = bitcast float %new to i32
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %seen, i32 %bits)
  %done = icmp eq i32 %seen, %found
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; Integers: the order's sign is the operation's, not the compare-and-swap's. One loop after the other.
define void @integers(ptr %p, i32 %v, i64 %w, i16 %u) {
; CHECK-LABEL: define void @integers(
; CHECK-NEXT: entry:
; CHECK-NEXT: call i32 @__sw_atomic_min_i32_block(ptr %p, i32 %v)
; CHECK-NEXT: call i64 @__sw_atomic_max_i64_system(ptr %p, i64 %w)
; CHECK-NEXT: call i16 @__sw_atomic_max_u16_device(ptr %p, i16 %u)
; CHECK-NEXT: call i32 @__sw_atomic_or_u32_block(ptr %p, i32 %v)
; CHECK-NEXT: call i32 @__sw_atomic_inc_u32_block(ptr %p, i32 %v)
; CHECK-NEXT: call i32 @__sw_atomic_dec_u32_block(ptr %p, i32 %v)
; CHECK-NEXT: call i32 @__sw_atomic_exch_u32_block(ptr %p, i32 %v)
; CHECK-NEXT: ret void
entry:
  br label %min
min:
  %0 = phi i32 [ 0, %entry ], [ %2, %min ]
  %1 = call i32 @llvm.smin.i32(i32 %0, i32 %v)
  %2 = call i32 @__sw_atomic_cas_u32_block(ptr %p, i32 %0, i32 %1)
  %3 = icmp eq i32 %2, %0
  br i1 %3, label %max, label %min
max:
  %4 = phi i64 [ 0, %min ], [ %6, %max ]
  %5 = call i64 @llvm.smax.i64(i64 %w, i64 %4)
  %6 = call i64 @__sw_atomic_cas_u64_system(ptr %p, i64 %4, i64 %5)
  %7 = icmp eq i64 %6, %4
  br i1 %7, label %choice, label %max
choice:
  %8 = phi i16 [ 0, %max ], [ %11, %choice ]
  %9 = icmp ult i16 %8, %u
  %10 = select i1 %9, i16 %u, i16 %8
  %11 = call i16 @__sw_atomic_cas_u16_device(ptr %p, i16 %8, i16 %10)
  %12 = icmp eq i16 %11, %8
  br i1 %12, label %or, label %choice
or:
  %13 = phi i32 [ 0, %choice ], [ %15, %or ]
  %14 = or i32 %v, %13
  %15 = call i32 @__sw_atomic_cas_u32_block(ptr %p, i32 %13, i32 %14)
  %16 = icmp eq i32 %15, %13
  br i1 %16, label %inc, label %or
inc:
  %17 = phi i32 [ 0, %or ], [ %21, %inc ]
  %18 = icmp ult i32 %17, %v
  %19 = add i32 %17, 1
  %20 = select i1 %18, i32 %19, i32 0
  %21 = call i32 @__sw_atomic_cas_u32_block(ptr %p, i32 %17, i32 %20)
  %22 = icmp eq i32 %21, %17
  br i1 %22, label %dec, label %inc
dec:
  %23 = phi i32 [ 0, %inc ], [ %26, %dec ]
  %24 = add i32 %23, -1
  %25 = call i32 @llvm.umin.i32(i32 %24, i32 %v)
  %26 = call i32 @__sw_atomic_cas_u32_block(ptr %p, i32 %23, i32 %25)
  %27 = icmp eq i32 %26, %23
  br i1 %27, label %exch, label %dec
exch:
  %28 = phi i32 [ 0, %dec ], [ %29, %exch ]
  %29 = call i32 @__sw_atomic_cas_u32_block(ptr %p, i32 %28, i32 %v)
  %30 = icmp eq i32 %29, %28
  br i1 %30, label %exit, label %exch
exit:
  ret void
}

; Choices between old and operand keep exactly what they do with NaNs and with zeros of either sign.
define void @choices(ptr %p, float %v, double %w) {
; CHECK-LABEL: define void @choices(
; CHECK-NEXT: entry:
; CHECK-NEXT: call float @__sw_atomic_keepogt_f32_device(ptr %p, float %v)
; CHECK-NEXT: call float @__sw_atomic_keepuge_f32_device(ptr %p, float %v)
; CHECK-NEXT: call double @__sw_atomic_keepole_f64_system(ptr %p, double %w)
; CHECK-NEXT: call double @__sw_atomic_min_f64_system(ptr %p, double %w)
; CHECK-NEXT: ret void
entry:
  br label %a
a: ; old > v ? old : v
  %0 = phi i32 [ 0, %entry ], [ %5, %a ]
  %1 = bitcast i32 %0 to float
  %2 = fcmp ogt float %1, %v
  %3 = select i1 %2, float %1, float %v
  %4 = bitcast float %3 to i32
  %5 = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %0, i32 %4)
  %6 = icmp eq i32 %5, %0
  br i1 %6, label %b, label %a
b: ; v > old ? v : old, chosen as integers
  %7 = phi i32 [ 0, %a ], [ %12, %b ]
  %8 = bitcast i32 %7 to float
  %9 = fcmp ogt float %v, %8
  %10 = bitcast float %v to i32
  %11 = select i1 %9, i32 %10, i32 %7
  %12 = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %7, i32 %11)
  %13 = icmp eq i32 %12, %7
  br i1 %13, label %c, label %b
c: ; old > w or unordered ? w : old
  %14 = phi i64 [ 0, %b ], [ %19, %c ]
  %15 = bitcast i64 %14 to double
  %16 = fcmp ugt double %15, %w
  %17 = select i1 %16, double %w, double %15
  %18 = bitcast double %17 to i64
  %19 = call i64 @__sw_atomic_cas_u64_system(ptr %p, i64 %14, i64 %18)
  %20 = icmp eq i64 %19, %14
  br i1 %20, label %d, label %c
d:
  %21 = phi i64 [ 0, %c ], [ %25, %d ]
  %22 = bitcast i64 %21 to double
  %23 = call double @__nv_fmin(double %22, double %w)
  %24 = bitcast double %23 to i64
  %25 = call i64 @__sw_atomic_cas_u64_system(ptr %p, i64 %21, i64 %24)
  %26 = icmp eq i64 %25, %21
  br i1 %26, label %exit, label %d
exit:
  ret void
}

; for (;;) { n = cur + v; found = cas(p, cur, n); if (found == cur) return n; cur = found; }
define float @returns_new(ptr %p, float %v) {
; CHECK-LABEL: define float @returns_new(
; CHECK-NEXT: entry:
; CHECK-NEXT: %[[OLD:.*]] = call float @__sw_atomic_add_f32_device(ptr %p, float %v)
; CHECK-NEXT: %[[NEW:.*]] = fadd float %[[OLD]], %v
; CHECK-NEXT: ret float %[[NEW]]
entry:
  br label %try
try:
  %seen = phi i32 [ 7, %entry ], [ %found, %try ]
  %result = phi float [ undef, %entry ], [ %chosen, %try ]
  %old = bitcast i32 %seen to float
  %new = fadd float %old, %v
  %bits = bitcast float %new to i32
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %seen, i32 %bits)
  %done = icmp eq i32 %found, %seen
  %chosen = select i1 %done, float %new, float %result
  br i1 %done, label %exit, label %try
exit:
  ret float %chosen
}

; An operand that is computed in the loop, of what does not change there.
define void @operand_inside(ptr %p, i32 %v) {
; CHECK-LABEL: define void @operand_inside(
; CHECK: %square = mul i32 %v, %v
; CHECK-NEXT: call i32 @__sw_atomic_xor_i32_device(ptr %p, i32 %square)
; CHECK-NEXT: ret void
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %square = mul i32 %v, %v
  %new = xor i32 %old, %square
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}
