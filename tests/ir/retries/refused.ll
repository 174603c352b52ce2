; Loops that stay as they are, each for one reason.
; RUN: %softwarp-cc %s --passes=retries --emit=llvm | FileCheck %s

declare i32 @__sw_atomic_cas_i32_device(ptr, i32, i32)
declare i64 @__sw_atomic_cas_u64_device(ptr, i64, i64)
declare i128 @__sw_atomic_cas_u128_device(ptr, i128, i128)
declare i16 @__sw_atomic_cas_u16_device(ptr, i16, i16)
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i16 @llvm.smax.i16(i16, i16)
declare void @other()

; This one is not, so that the pass has begun to change the module.
define void @taken(ptr %p) {
; CHECK-LABEL: define void @taken(
; CHECK-NEXT: entry:
; CHECK-NEXT: call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
; CHECK-NEXT: ret void
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %new = add i32 %old, 1
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; A lock expects the same value each time.
define void @lock(ptr %p, i32 %v) {
; CHECK-LABEL: define void @lock(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 0, i32 1)
  %done = icmp eq i32 %found, 0
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; Success is tested on floats: with a NaN in memory the loop never ends.
define void @compared_as_floats(ptr %p, i32 %v) {
; CHECK-LABEL: define void @compared_as_floats(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  %guess = load float, ptr %p
  br label %try
try:
  %old = phi float [ %guess, %entry ], [ %again, %try ]
  %seen = bitcast float %old to i32
  %new = fadd float %old, 1.0
  %bits = bitcast float %new to i32
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %seen, i32 %bits)
  %again = bitcast i32 %found to float
  %done = fcmp oeq float %old, %again
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; No marker has this operation: a sum that stops at a limit.
define void @arbitrary(ptr %p, i32 %v) {
; CHECK-LABEL: define void @arbitrary(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %sum = add i32 %old, %v
  %new = call i32 @llvm.umin.i32(i32 %sum, i32 100)
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; The operand is the old value too.
define void @twice_old(ptr %p, i32 %v) {
; CHECK-LABEL: define void @twice_old(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %new = add i32 %old, %old
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; v - old is no subtraction from old.
define void @reversed(ptr %p, i32 %v) {
; CHECK-LABEL: define void @reversed(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %new = sub i32 %v, %old
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; The operand changes from try to try.
define void @operand_changes(ptr %p, i32 %v) {
; CHECK-LABEL: define void @operand_changes(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %n = phi i32 [ %v, %entry ], [ %next, %try ]
  %new = add i32 %old, %n
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %next = add i32 %n, 1
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; How often it was tried is asked for.
define i32 @counts_tries(ptr %p, i32 %v) {
; CHECK-LABEL: define i32 @counts_tries(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %n = phi i32 [ 0, %entry ], [ %next, %try ]
  %new = add i32 %old, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %next = add i32 %n, 1
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret i32 %next
}

; It stores.
define void @store_inside(ptr %p, ptr %q, i32 %v) {
; CHECK-LABEL: define void @store_inside(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  store i32 %old, ptr %q
  %new = add i32 %old, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; It loads: another thread may change the operand meanwhile.
define void @load_inside(ptr %p, ptr %q) {
; CHECK-LABEL: define void @load_inside(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %w = load i32, ptr %q
  %new = add i32 %old, %w
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; It reads memory anew for every try.
define void @polls(ptr %p, i32 %v) {
; CHECK-LABEL: define void @polls(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = load volatile i32, ptr %p
  %new = add i32 %old, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; It calls something.
define void @calls(ptr %p, i32 %v) {
; CHECK-LABEL: define void @calls(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  call void @other()
  %new = add i32 %old, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; Each try is at another place.
define void @pointer_changes(ptr %p, ptr %q, i32 %v) {
; CHECK-LABEL: define void @pointer_changes(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %at = phi ptr [ %p, %entry ], [ %q, %try ]
  %new = add i32 %old, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %at, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; Two compare-and-swaps.
define void @two_swaps(ptr %p, ptr %q, i32 %v) {
; CHECK-LABEL: define void @two_swaps(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %first = call i32 @__sw_atomic_cas_i32_device(ptr %q, i32 %old, i32 %v)
  %new = add i32 %old, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; It ends when it fails.
define void @ends_by_failure(ptr %p, i32 %v) {
; CHECK-LABEL: define void @ends_by_failure(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %new = add i32 %old, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %try, label %exit
exit:
  ret void
}

; It ends when the value it found is even, whoever wrote that.
define void @other_test(ptr %p, i32 %v) {
; CHECK-LABEL: define void @other_test(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %new = add i32 %old, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %bit = and i32 %found, 1
  %done = icmp eq i32 %bit, 0
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; What it expects is not what it found.
define void @expects_other(ptr %p, i32 %v) {
; CHECK-LABEL: define void @expects_other(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %more, %try ]
  %new = add i32 %old, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %more = add i32 %found, 1
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; It gives up after ten tries.
define void @gives_up(ptr %p, i32 %v) {
; CHECK-LABEL: define void @gives_up(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %head
head:
  %old = phi i32 [ 0, %entry ], [ %found, %swap ]
  %n = phi i32 [ 0, %entry ], [ %next, %swap ]
  %next = add i32 %n, 1
  %enough = icmp eq i32 %n, 10
  br i1 %enough, label %exit, label %swap
swap:
  %new = add i32 %old, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %head
exit:
  ret void
}

; While the value is too small it waits: the test does not lead out.
define void @waits(ptr %p, i32 %v) {
; CHECK-LABEL: define void @waits(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %head
head:
  %old = phi i32 [ 0, %entry ], [ %old, %head ], [ %found, %swap ]
  %small = icmp slt i32 %old, %v
  br i1 %small, label %head, label %swap
swap:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %v)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %head
exit:
  ret void
}

; Counts up to a limit and stays there, which no marker does.
define void @bounded_count(ptr %p, i32 %v) {
; CHECK-LABEL: define void @bounded_count(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %head
head:
  %old = phi i32 [ 0, %entry ], [ %found, %swap ]
  %room = icmp slt i32 %old, %v
  br i1 %room, label %swap, label %exit
swap:
  %new = add i32 %old, 1
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %head
exit:
  ret void
}

; A half of the word: the other half must stay in the same operation.
define void @one_half(ptr %p, i32 %v) {
; CHECK-LABEL: define void @one_half(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %high = and i32 %old, -65536
  %sum = add i32 %old, %v
  %low = and i32 %sum, 65535
  %new = or disjoint i32 %high, %low
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; An order of halves is none of the whole.
define void @vector_order(ptr %p, <2 x i16> %v) {
; CHECK-LABEL: define void @vector_order(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %seen = phi i32 [ 0, %entry ], [ %found, %try ]
  %old = bitcast i32 %seen to <2 x i16>
  %less = icmp slt <2 x i16> %old, %v
  %choice = select <2 x i1> %less, <2 x i16> %v, <2 x i16> %old
  %new = bitcast <2 x i16> %choice to i32
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %seen, i32 %new)
  %done = icmp eq i32 %found, %seen
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; There is no marker for an order of signed 16-bit numbers.
define void @signed_short(ptr %p, i16 %v) {
; CHECK-LABEL: define void @signed_short(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i16 [ 0, %entry ], [ %found, %try ]
  %new = call i16 @llvm.smax.i16(i16 %old, i16 %v)
  %found = call i16 @__sw_atomic_cas_u16_device(ptr %p, i16 %old, i16 %new)
  %done = icmp eq i16 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; Nor for 16 bytes.
define void @sixteen_bytes(ptr %p, i128 %v) {
; CHECK-LABEL: define void @sixteen_bytes(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i128 [ 0, %entry ], [ %found, %try ]
  %new = add i128 %old, %v
  %found = call i128 @__sw_atomic_cas_u128_device(ptr %p, i128 %old, i128 %new)
  %done = icmp eq i128 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; Where old is too small, something else than what it was compared with is stored.
define void @other_choice(ptr %p, i32 %v, i32 %w) {
; CHECK-LABEL: define void @other_choice(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %less = icmp slt i32 %old, %v
  %new = select i1 %less, i32 %w, i32 %old
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; Each try reads other memory, for nothing that matters here.
define void @reads_other(ptr %p, ptr %q, i32 %v) {
; CHECK-LABEL: define void @reads_other(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %w = load volatile i32, ptr %q
  %new = add i32 %old, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; It ends when the value it found is v, which is not what it expected.
define void @tested_with_other(ptr %p, i32 %v) {
; CHECK-LABEL: define void @tested_with_other(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %new = add i32 %old, %v
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %v
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; One more than counting round would: 0 comes after v + 1.
define void @counts_one_too_far(ptr %p, i32 %v) {
; CHECK-LABEL: define void @counts_one_too_far(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %below = icmp ule i32 %old, %v
  %next = add i32 %old, 1
  %new = select i1 %below, i32 %next, i32 0
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; Counting round takes its numbers as unsigned.
define void @counts_signed(ptr %p, i32 %v) {
; CHECK-LABEL: define void @counts_signed(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %try
try:
  %old = phi i32 [ 0, %entry ], [ %found, %try ]
  %below = icmp slt i32 %old, %v
  %next = add i32 %old, 1
  %new = select i1 %below, i32 %next, i32 0
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}

; Between test and swap there is more.
define void @third_bb(ptr %p, ptr %q, i32 %v) {
; CHECK-LABEL: define void @third_bb(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  br label %head
head:
  %old = phi i32 [ 0, %entry ], [ %found, %swap ]
  %less = icmp slt i32 %old, %v
  br i1 %less, label %between, label %exit
between:
  store i32 %old, ptr %q
  br label %swap
swap:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %v)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %head
exit:
  ret void
}

; A counter that does not begin again at 0.
define void @counts_from_seven(ptr %p, i32 %limit) {
; CHECK-LABEL: define void @counts_from_seven(
; CHECK: call {{.*}} @__sw_atomic_cas_
; CHECK: br i1
; CHECK-NOT: @__sw_atomic_
; CHECK: ret {{void|i32}}
entry:
  %guess = load i32, ptr %p
  br label %try
try:
  %old = phi i32 [ %guess, %entry ], [ %found, %try ]
  %below = icmp ult i32 %old, %limit
  %next = add i32 %old, 1
  %new = select i1 %below, i32 %next, i32 7
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %try
exit:
  ret void
}
