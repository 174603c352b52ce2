; What is known of the bits of indices: multiples, upper bounds, and the lines that follow. A row of any length leaves
; blockDim.x open, but the launch has seen that blockIdx.x * blockDim.x + threadIdx.x stays below 2^31; a full one makes
; it a multiple of 32, and then that wraps in no warp, nor does an induction variable that steps by the grid, nor four
; times that.
; RUN: %softwarp-cc %s --print=shapes | FileCheck %s --match-full-lines
; RUN: %softwarp-cc %s --print=shapes-full | FileCheck %s --match-full-lines --check-prefix=FULL
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK-LABEL: shapes of 'index'
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %size uniform, below 2048
; CHECK-NEXT: %block uniform, below 2147483648
; CHECK-NEXT: %start uniform
; CHECK-NEXT: %i affine 1, below 2147483648
; CHECK-NEXT: %wide affine 1, below 2147483648
; CHECK-NEXT: %long affine 1, below 2147483648
; CHECK-NEXT: %at affine 4
; CHECK-NEXT: %quad affine 4, wraps, of 4
; CHECK-NEXT: %quad.wide affine 4, under a test, tested, of 4, below 4294967296
; CHECK-NEXT: %second affine 4, wraps
; CHECK-NEXT: %second.wide affine 4, under a test, tested, below 4294967296
; CHECK-NEXT: %triple affine 3, wraps
; CHECK-NEXT: %triple.wide affine 3, under a test, tested, below 4294967296
; CHECK-NEXT: %shifted affine 1, wraps
; CHECK-NEXT: %shifted.wide affine 1, under a test, tested, below 4294967296
; CHECK-NEXT: %beside affine 1, below 1024
; CHECK-NEXT: %beside.wide affine 1, below 1024
; CHECK-NEXT: %unknown affine 1, wraps
; CHECK-NEXT: %unknown.wide affine 1, under a test, tested, below 4294967296
; CHECK-NEXT: %back affine -1, unsigned
; CHECK-NEXT: %back.wide affine -1, below 4294967296
; CHECK-NEXT: %short affine 1, wraps
; CHECK-NEXT: %short.wide affine 1, under a test, tested, below 65536
; CHECK-NEXT: %byte affine 4, wraps, of 4
; CHECK-NEXT: %byte.wide affine 4, under a test, tested, of 4, below 256
; CHECK-NEXT: %bit varying
; FULL-LABEL: shapes of 'index'
; FULL: %size uniform, of 32, below 2048
; FULL: %start uniform, of 32
; FULL: %i affine 1, of 32
; FULL: %wide affine 1, of 32, below 4294967296
; FULL: %long affine 1, of 32
; FULL: %at affine 4
; FULL: %quad affine 4, of 128
; FULL: %quad.wide affine 4, of 128, below 4294967296
; FULL: %second affine 4
; FULL: %second.wide affine 4, below 4294967296
; FULL: %triple affine 3, wraps, of 32
; FULL: %triple.wide affine 3, under a test, tested, of 32, below 4294967296
; FULL: %back affine -1
; FULL: %back.wide affine -1, below 4294967296
; FULL: %short affine 1, of 32
; FULL: %short.wide affine 1, of 32, below 65536
; FULL: %byte affine 4, of 128
; FULL: %byte.wide affine 4, of 128, below 256
define void @index(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %start = mul i32 %block, %size
  %i = add i32 %start, %tid
  %wide = zext i32 %i to i64
  %long = sext i32 %i to i64
  %at = getelementptr float, ptr %p, i64 %wide
  %quad = shl i32 %i, 2
  %quad.wide = zext i32 %quad to i64
  %second = or disjoint i32 %quad, 1
  %second.wide = zext i32 %second to i64
  %triple = mul i32 %i, 3
  %triple.wide = zext i32 %triple to i64
  %shifted = add i32 %i, 1
  %shifted.wide = zext i32 %shifted to i64
  %beside = add i32 %tid, 1
  %beside.wide = zext i32 %beside to i64
  %unknown = add i32 %tid, %n
  %unknown.wide = zext i32 %unknown to i64
  %back = xor i32 %i, -1
  %back.wide = zext i32 %back to i64
  %short = trunc i32 %i to i16
  %short.wide = zext i16 %short to i32
  %byte = trunc i32 %quad to i8
  %byte.wide = zext i8 %byte to i32
  %bit = trunc i32 %i to i1
  ret void
}

; CHECK-LABEL: shapes of 'grid_stride'
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %size uniform, below 2048
; CHECK-NEXT: %block uniform, below 2147483648
; CHECK-NEXT: %blocks uniform, below 2147483648
; CHECK-NEXT: %start uniform
; CHECK-NEXT: %first affine 1, below 2147483648
; CHECK-NEXT: %step uniform
; CHECK-NEXT: loop: divergent-branch divergent-loop
; CHECK-NEXT: %i affine 1, wraps
; CHECK-NEXT: %wide affine 1, under a test, tested, below 4294967296
; CHECK-NEXT: %at affine 4, tested
; CHECK-NEXT: %next affine 1, wraps
; CHECK-NEXT: %more varying
; CHECK-NEXT: done: join
; FULL-LABEL: shapes of 'grid_stride'
; FULL: %size uniform, of 32, below 2048
; FULL: %start uniform, of 32
; FULL: %first affine 1, of 32
; FULL: %step uniform, of 32
; FULL: %i affine 1, of 32
; FULL: %wide affine 1, of 32, below 4294967296
; FULL: %at affine 4
; FULL: %next affine 1, of 32
define void @grid_stride(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %start = mul i32 %block, %size
  %first = add i32 %start, %tid
  %step = mul i32 %blocks, %size
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr float, ptr %p, i64 %wide
  %next = add i32 %i, %step
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Halving the block, as tree reductions do: the bound keeps, so threadIdx.x plus it does not wrap.
; CHECK-LABEL: shapes of 'halving'
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %size uniform, below 2048
; CHECK-NEXT: %half uniform, below 1024
; CHECK-NEXT: loop:
; CHECK-NEXT: %s uniform, below 1024
; CHECK-NEXT: %count uniform, of 32
; CHECK-NEXT: %other affine 1, below 2048
; CHECK-NEXT: %wide affine 1, below 2048
; CHECK-NEXT: %next uniform, below 512
; CHECK-NEXT: %count.next uniform, of 32
; CHECK-NEXT: %counted affine 1, of 32
; CHECK-NEXT: %counted.wide affine 1, of 32, below 4294967296
; CHECK-NEXT: %more uniform
; CHECK-NEXT: done:
; FULL-LABEL: shapes of 'halving'
; FULL: %size uniform, of 32, below 2048
; FULL: %half uniform, of 16, below 1024
define void @halving(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %half = lshr i32 %size, 1
  br label %loop
loop:
  %s = phi i32 [ %half, %entry ], [ %next, %loop ]
  %count = phi i32 [ 0, %entry ], [ %count.next, %loop ]
  %other = add i32 %tid, %s
  %wide = zext i32 %other to i64
  %next = lshr i32 %s, 1
  %count.next = add i32 %count, 32
  %counted = add i32 %count, %tid
  %counted.wide = zext i32 %counted to i64
  %more = icmp ugt i32 %s, 1
  br i1 %more, label %loop, label %done
done:
  ret void
}

; What is known of uniform numbers.
; CHECK-LABEL: shapes of 'numbers'
; CHECK-NEXT: entry:
; CHECK-NEXT: %even uniform, of 2
; CHECK-NEXT: %both uniform, of 8
; CHECK-NEXT: %low uniform, below 256
; CHECK-NEXT: %high uniform, of 64
; CHECK-NEXT: %sum uniform, below 512
; CHECK-NEXT: %rest uniform, below 16
; CHECK-NEXT: %part uniform, below 16
; CHECK-NEXT: %shifted uniform, below 16777216
; CHECK-NEXT: %signed uniform
; CHECK-NEXT: %sign uniform, below 16
; CHECK-NEXT: %wide uniform, below 256
; CHECK-NEXT: %open uniform, of 64
; CHECK-NEXT: %less uniform
; CHECK-NEXT: %either uniform, below 256
; CHECK-NEXT: %frozen uniform
; CHECK-NEXT: %eight uniform, of 64
; CHECK-NEXT: %half uniform
; CHECK-NEXT: %beyond uniform
define void @numbers(i32 %n, i32 %m, i64 %w, i128 %huge) {
entry:
  %even = shl i32 %n, 1
  %both = mul i32 %even, 12
  %low = and i32 %n, 255
  %high = and i32 %n, -64
  %sum = add i32 %low, %low
  %rest = urem i32 %n, 10
  %part = udiv i32 %low, 16
  %shifted = lshr i32 %n, 8
  %signed = ashr i32 %n, 8
  %sign = ashr i32 %low, 4
  %wide = sext i32 %low to i64
  %open = sext i32 %high to i64
  %less = sub i32 %high, 1
  %either = select i1 true, i32 %low, i32 15
  %frozen = freeze i32 %low
  %eight = trunc i32 %high to i8
  %half = trunc i128 %huge to i64
  %beyond = lshr i128 %huge, 32
  ret void
}
