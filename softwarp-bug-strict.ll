; ModuleID = 'tests/ir/strict/strict.ll'
source_filename = "tests/ir/strict/strict.ll"
target triple = "x86_64-pc-linux-gnu"

@table = internal global [64 x i32] zeroinitializer
@swrt_reach_base = external global i64
@swrt_reach_bytes = external global i64

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, i32 immarg, <8 x i1>, <8 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr nocapture, i32 immarg, <8 x i1>) #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #3

define void @scalar(ptr %block, ptr %p, ptr %q, i64 %i) {
  call void @sw.reach(ptr %p)
  %x = load i32, ptr %p, align 4
  store i32 %x, ptr %p, align 4
  call void @sw.reach(ptr %q)
  %old = atomicrmw add ptr %q, i32 1 monotonic, align 4
  %field = getelementptr i8, ptr %block, i64 16
  %shared = load ptr, ptr %field, align 8
  %own = getelementptr i32, ptr %shared, i64 %i
  store i32 1, ptr %own, align 4
  %variable = getelementptr [64 x i32], ptr @table, i64 0, i64 %i
  store i32 1, ptr %variable, align 4
  %local = alloca [8 x i32], align 4
  %element = getelementptr i32, ptr %local, i64 %i
  store i32 1, ptr %element, align 4
  ret void
}

define void @vector(ptr %block, <8 x ptr> %from, ptr %to, <8 x i1> %mask, ptr %from2) {
  %1 = load i64, ptr @swrt_reach_base, align 4, !invariant.load !0
  %2 = inttoptr i64 %1 to ptr
  %3 = insertelement <8 x ptr> poison, ptr %2, i32 0
  %4 = shufflevector <8 x ptr> %3, <8 x ptr> poison, <8 x i32> zeroinitializer
  %5 = select <8 x i1> %mask, <8 x ptr> %from, <8 x ptr> %4
  call void @sw.reach.8(<8 x ptr> %5)
  %x = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %from, i32 4, <8 x i1> %mask, <8 x float> poison)
  %6 = load i64, ptr @swrt_reach_base, align 4, !invariant.load !0
  %7 = inttoptr i64 %6 to ptr
  %8 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %mask)
  %9 = select i1 %8, ptr %to, ptr %7
  call void @sw.reach(ptr %9)
  call void @llvm.masked.store.v8f32.p0(<8 x float> %x, ptr %to, i32 4, <8 x i1> %mask)
  %local = alloca [8 x i32], align 4
  call void @sw.reach(ptr %from2)
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr %from2, i64 32, i1 false)
  ret void
}

define void @fill(ptr %block, ptr %p, i8 %x, i64 %n) {
entry:
  %0 = addrspacecast i8 %x to ptr
  call void @sw.reach(ptr %0)
  call void @sw.reach(ptr %p)
  call void @llvm.memset.p0.i64(ptr %p, i8 %x, i64 %n, i1 false)
  ret void
}

; Function Attrs: alwaysinline
define internal void @sw.reach(ptr %0) #4 {
entry:
  %1 = load i64, ptr @swrt_reach_base, align 4, !invariant.load !0
  %2 = load i64, ptr @swrt_reach_bytes, align 4, !invariant.load !0
  %3 = ptrtoint ptr %0 to i64
  %4 = sub i64 %3, %1
  %5 = icmp uge i64 %4, %2
  br i1 %5, label %far, label %done

far:                                              ; preds = %entry
  call void @swrt_reach(ptr %0)
  br label %done

done:                                             ; preds = %far, %entry
  ret void
}

declare void @swrt_reach(ptr)

; Function Attrs: alwaysinline
define internal void @sw.reach.8(<8 x ptr> %0) #4 {
entry:
  %1 = load i64, ptr @swrt_reach_base, align 4, !invariant.load !0
  %2 = load i64, ptr @swrt_reach_bytes, align 4, !invariant.load !0
  %3 = ptrtoint <8 x ptr> %0 to <8 x i64>
  %4 = insertelement <8 x i64> poison, i64 %1, i32 0
  %5 = shufflevector <8 x i64> %4, <8 x i64> poison, <8 x i32> zeroinitializer
  %6 = sub <8 x i64> %3, %5
  %7 = insertelement <8 x i64> poison, i64 %2, i32 0
  %8 = shufflevector <8 x i64> %7, <8 x i64> poison, <8 x i32> zeroinitializer
  %9 = icmp uge <8 x i64> %6, %8
  %10 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %9)
  br i1 %10, label %far, label %done

far:                                              ; preds = %entry
  call void @sw.reach.far.8(<8 x ptr> %0)
  br label %done

done:                                             ; preds = %far, %entry
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>) #5

; Function Attrs: noinline
define internal void @sw.reach.far.8(<8 x ptr> %0) #6 {
entry:
  %1 = extractelement <8 x ptr> %0, i32 0
  call void @swrt_reach(ptr %1)
  %2 = extractelement <8 x ptr> %0, i32 1
  call void @swrt_reach(ptr %2)
  %3 = extractelement <8 x ptr> %0, i32 2
  call void @swrt_reach(ptr %3)
  %4 = extractelement <8 x ptr> %0, i32 3
  call void @swrt_reach(ptr %4)
  %5 = extractelement <8 x ptr> %0, i32 4
  call void @swrt_reach(ptr %5)
  %6 = extractelement <8 x ptr> %0, i32 5
  call void @swrt_reach(ptr %6)
  %7 = extractelement <8 x ptr> %0, i32 6
  call void @swrt_reach(ptr %7)
  %8 = extractelement <8 x ptr> %0, i32 7
  call void @swrt_reach(ptr %8)
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { alwaysinline }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { noinline }

!0 = !{}
