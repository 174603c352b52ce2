; With --strict each access asks whether a GPU reaches its address, unless it starts from what is known: the block, local
; and device variables. Of a masked access lanes that are off count as inside; of elements side by side the first of a lane
; that is on is asked for.
; RUN: %softwarp-cc %s --strict --passes=strict --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=strict --emit=llvm | FileCheck %s --check-prefix=NONE
; NONE-NOT: sw.reach
target triple = "x86_64-pc-linux-gnu"

@table = internal global [64 x i32] zeroinitializer

declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, i32, <8 x i1>)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: define {{.*}}@scalar(
; CHECK: call void @sw.reach(ptr %p)
; CHECK-NEXT: %x = load
; CHECK-NEXT: store i32 %x, ptr %p
; CHECK: call void @sw.reach(ptr %q)
; CHECK-NEXT: atomicrmw
; CHECK-NOT: sw.reach
; CHECK: ret void
define void @scalar(ptr %block, ptr %p, ptr %q, i64 %i) {
  %x = load i32, ptr %p
  store i32 %x, ptr %p
  %old = atomicrmw add ptr %q, i32 1 monotonic
  %field = getelementptr i8, ptr %block, i64 16
  %shared = load ptr, ptr %field
  %own = getelementptr i32, ptr %shared, i64 %i
  store i32 1, ptr %own
  %variable = getelementptr [64 x i32], ptr @table, i64 0, i64 %i
  store i32 1, ptr %variable
  %local = alloca [8 x i32]
  %element = getelementptr i32, ptr %local, i64 %i
  store i32 1, ptr %element
  ret void
}

; CHECK-LABEL: define {{.*}}@vector(
; CHECK: [[P:%.*]] = select <8 x i1> %mask, <8 x ptr> %from,
; CHECK-NEXT: call void @sw.reach.8(<8 x ptr> [[P]])
; CHECK: call {{.*}} @llvm.masked.gather
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> %mask to i8
; CHECK-NEXT: [[ANY:%.*]] = icmp ne i8 [[BITS]], 0
; CHECK-NEXT: [[LANE:%.*]] = call i8 @llvm.cttz.i8(i8 [[BITS]], i1 false)
; CHECK-NEXT: [[LANE64:%.*]] = zext i8 [[LANE]] to i64
; CHECK-NEXT: [[FIRST:%.*]] = getelementptr float, ptr %to, i64 [[LANE64]]
; CHECK-NEXT: [[Q:%.*]] = select i1 [[ANY]], ptr [[FIRST]],
; CHECK-NEXT: call void @sw.reach(ptr [[Q]])
; CHECK: call void @llvm.masked.store
; CHECK: call void @sw.reach(ptr %from2)
; CHECK-NEXT: call void @llvm.memcpy
define void @vector(ptr %block, <8 x ptr> %from, ptr %to, <8 x i1> %mask, ptr %from2) {
  %x = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %from, i32 4, <8 x i1> %mask, <8 x float> poison)
  call void @llvm.masked.store.v8f32.p0(<8 x float> %x, ptr %to, i32 4, <8 x i1> %mask)
  %local = alloca [8 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr %from2, i64 32, i1 false)
  ret void
}

; What a fill writes is no address.
; CHECK-LABEL: define {{.*}}@fill(
; CHECK: entry:
; CHECK-NEXT: call void @sw.reach(ptr %p)
; CHECK-NEXT: call void @llvm.memset
define void @fill(ptr %block, ptr %p, i8 %x, i64 %n) {
entry:
  call void @llvm.memset.p0.i64(ptr %p, i8 %x, i64 %n, i1 false)
  ret void
}

; CHECK-LABEL: define internal void @sw.reach(ptr %0)
; CHECK: icmp uge i64
; CHECK: call void @swrt_reach(ptr %0)
; CHECK-LABEL: define internal void @sw.reach.8(<8 x ptr> %0)
; CHECK: call void @sw.reach.far.8(<8 x ptr> %0)
