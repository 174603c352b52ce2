/* Families of grids (family.h): requests of device code are kept in their order, and become ops when the grid's blocks are
 * done.
 *
 *      grid ──► children, in order within each stream ──► mark ──► tail, one by one ──► end: the grid's op is complete
 */
#include "execute/dynamic/family.h"

#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "check/check.h"
#include "device/device.h"
#include "module/registry.h"
#include "report/error.h"

static _Atomic unsigned pending[SWRT_MAX_DEVICES]; /* launches that have not begun */

static struct swrt_grid *grid_of(const struct swrt_block *block) {
    struct swrt_slot *slot = block->runtime;
    return slot->grid;
}

struct swrt_family *swrt_family_of(struct swrt_block *block) {
    struct swrt_grid *grid = grid_of(block);
    struct swrt_family *family = atomic_load_explicit(&grid->family, memory_order_acquire), *made;
    if (family || !(made = calloc(1, sizeof *made)))
        return family;
    made->lock = (struct swrt_mutex)SWRT_MUTEX_FREE;
    made->device = grid->device;
    if (atomic_compare_exchange_strong(&grid->family, &family, made))
        return made;
    free(made);
    return family;
}

struct swrt_child *swrt_child_create(enum swrt_child_kind kind, size_t bytes) {
    struct swrt_child *child = calloc(1, sizeof *child + bytes);
    if (child)
        *child = (struct swrt_child){.kind = kind, .bytes = bytes};
    return child;
}

cudaError_t swrt_family_add(struct swrt_family *family, struct swrt_child *child) {
    if (child->kind == SWRT_CHILD_GRID &&
        atomic_fetch_add(&pending[family->device], 1) >=
            swrt_device_limit(family->device, cudaLimitDevRuntimePendingLaunchCount)) {
        atomic_fetch_sub(&pending[family->device], 1);
        free(child);
        return cudaErrorLaunchOutOfResources;
    }
    swrt_mutex_lock(&family->lock);
    family->pending += child->kind == SWRT_CHILD_GRID;
    *(family->last ? &family->last->next : &family->first) = child;
    family->last = child;
    family->count++;
    swrt_mutex_unlock(&family->lock);
    return cudaSuccess;
}

/* ---- Names ------------------------------------------------------------------------------------------------------- */

uint64_t swrt_block_index(const struct swrt_block *block) {
    return block->ctaid_x + (uint64_t)block->nctaid_x * (block->ctaid_y + (uint64_t)block->nctaid_y * block->ctaid_z);
}

static uintptr_t thread_number(const struct swrt_block *block) {
    return (uintptr_t)(swrt_block_index(block) * SWRT_MAX_THREADS + block->tid);
}

struct swrt_device_handle *swrt_family_handle(struct swrt_family *family, const void *handle, unsigned tag) {
    struct swrt_device_handle *found = NULL;
    swrt_mutex_lock(&family->lock);
    for (struct swrt_device_handle *h = family->handles; h && !found; h = h->next)
        if (h == handle && h->tag == tag && !h->destroyed)
            found = h;
    swrt_mutex_unlock(&family->lock);
    return found;
}

bool swrt_family_stream(struct swrt_block *block, cudaStream_t handle, uintptr_t *stream) {
    struct swrt_family *family = swrt_family_of(block);
    bool is_known = family != NULL;
    if (!handle || handle == cudaStreamLegacy)
        *stream = (uintptr_t)swrt_block_index(block) << 2 | 1;
    else if (handle == cudaStreamPerThread)
        *stream = thread_number(block) << 2 | 2;
    else if (handle == cudaStreamFireAndForget)
        *stream = SWRT_AT_ONCE;
    else if (handle == cudaStreamTailLaunch)
        *stream = SWRT_IN_TAIL;
    else {
        *stream = (uintptr_t)handle; /* a multiple of 4 */
        is_known = is_known && swrt_family_handle(family, handle, SWRT_TAG_DEVICE_STREAM);
    }
    return is_known;
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

void swrt_family_note_error(struct swrt_block *block, cudaError_t error) {
    struct swrt_family *family = swrt_family_of(block);
    if (!family)
        return;
    swrt_mutex_lock(&family->lock);
    swrt_map_put(&family->errors, (void *)(thread_number(block) + 1), (void *)(uintptr_t)error);
    family->num_errors = 1;
    swrt_mutex_unlock(&family->lock);
}

cudaError_t swrt_family_last_error(struct swrt_block *block, bool forget) {
    struct swrt_family *family = grid_of(block)->family;
    if (!family || !family->num_errors)
        return cudaSuccess;
    const void *thread = (void *)(thread_number(block) + 1);
    swrt_mutex_lock(&family->lock);
    void *error = swrt_map_get(&family->errors, thread);
    if (error && forget)
        swrt_map_remove(&family->errors, thread, error);
    swrt_mutex_unlock(&family->lock);
    return (cudaError_t)(uintptr_t)error;
}

/* ---- The end of a family ----------------------------------------------------------------------------------------- */

static void free_all(struct swrt_family *family) {
    for (struct swrt_child *child = family->first, *next; child; child = next) {
        next = child->next;
        free(child);
    }
    for (struct swrt_device_handle *h = family->handles, *next; h; h = next) {
        next = h->next;
        free(h);
    }
    atomic_fetch_sub(&pending[family->device], family->pending);
    free(family->errors.entries);
    free(family);
}

/* Errors that no thread has read: the program is told when it ends. */
static void tell_unread(const struct swrt_grid *grid, const struct swrt_family *family) {
    for (size_t i = 0; i < family->errors.capacity; i++) {
        cudaError_t error = (cudaError_t)(uintptr_t)family->errors.entries[i].value;
        if (error) {
            swrt_unread_note("a call in device code", grid->kernel->name, error, NULL);
            return;
        }
    }
}

void swrt_family_forget(struct swrt_grid *grid) {
    struct swrt_family *family = atomic_exchange(&grid->family, NULL);
    if (family)
        free_all(family);
}

static void end_turn(struct swrt_op *op, struct swrt_op_list *finished) {
    swrt_op_list_add(finished, op);
}

static void end_complete(struct swrt_op *op, struct swrt_op_list *finished) {
    struct swrt_op *parent = op->call.data;
    swrt_check_op_follows(parent, op);
    swrt_op_list_add(finished, parent);
}

static const struct swrt_op_kind kind_end = {.turn = end_turn, .complete = end_complete};

/* ---- Children become ops ----------------------------------------------------------------------------------------- */

struct order {
    struct swrt_op *parent;
    struct swrt_map streams; /* the last op of each */
    struct swrt_op **ops;
    size_t count;
};

static struct swrt_op *create(struct order *order, const struct swrt_op_kind *kind) {
    struct swrt_op *op = swrt_op_create(kind, order->parent->stream);
    if (!op)
        swrt_fatal("out of memory for what kernels launch");
    op->outside = true;
    op->seq = order->parent->seq;
    swrt_check_op_follows(op, order->parent);
    order->ops[order->count++] = op;
    return op;
}

static struct swrt_op *create_grid(struct order *order, const struct swrt_child *child) {
    struct swrt_op *op = create(order, &swrt_kind_grid);
    struct swrt_grid *parent = &order->parent->grid;
    struct swrt_function function = {.kernel = child->kernel, .module = (struct swrt_module *)parent->module};
    swrt_launch_fill(&op->grid, &child->launch, &function, order->parent->stream, parent->caller);
    op->grid.is_passed_over = !swrt_check_launch(child->kernel);
    op->grid.variant = child->variant;
    op->grid.image = parent->image;
    op->grid.depth = parent->depth + (child->stream != SWRT_IN_TAIL);
    return op;
}

static struct swrt_op *create_op(struct order *order, const struct swrt_child *child) {
    struct swrt_op *op;
    if (child->kind == SWRT_CHILD_GRID)
        op = create_grid(order, child);
    else
        op = create(order, child->kind == SWRT_CHILD_CALL ? &swrt_kind_call : &swrt_kind_mark);
    if (!swrt_op_payload(op, child->bytes))
        swrt_fatal("out of memory for what kernels launch");
    memcpy(op->payload, child->data, child->bytes);
    if (child->kind == SWRT_CHILD_GRID)
        op->grid.args = op->payload;
    else if (child->kind == SWRT_CHILD_CALL)
        op->call = (struct swrt_call){.run = child->run, .data = op->payload};
    return op;
}

/* Behind what its stream has, and what it waits for. */
static void put_in_order(struct order *order, const struct swrt_child *child, struct swrt_op *tail) {
    struct swrt_op *op = create_op(order, child), *last = tail;
    const void *stream = (void *)child->stream;
    if (child->stream && (last = swrt_map_get(&order->streams, stream)) == NULL)
        last = tail;
    swrt_op_after(op, last);
    if (child->kind == SWRT_CHILD_WAIT)
        swrt_op_after(op, child->event->op);
    if (child->kind == SWRT_CHILD_RECORD)
        child->event->op = op;
    if (child->stream && !swrt_map_put(&order->streams, stream, op))
        swrt_fatal("out of memory for what kernels launch");
}

/* A mark behind all ops so far. */
static struct swrt_op *behind_all(struct order *order, const struct swrt_op_kind *kind) {
    size_t count = order->count;
    struct swrt_op *mark = create(order, kind);
    for (size_t i = 0; i < count; i++)
        swrt_op_after(mark, order->ops[i]);
    return mark;
}

static void put_all(struct order *order, const struct swrt_family *family) {
    bool has_tail = false;
    for (const struct swrt_child *child = family->first; child; child = child->next) {
        has_tail |= child->stream == SWRT_IN_TAIL;
        if (child->stream != SWRT_IN_TAIL)
            put_in_order(order, child, NULL);
    }
    struct swrt_op *mark = has_tail ? behind_all(order, &swrt_kind_mark) : NULL;
    for (const struct swrt_child *child = has_tail ? family->first : NULL; child; child = child->next)
        if (child->stream == SWRT_IN_TAIL)
            put_in_order(order, child, mark);
}

bool swrt_family_begins(struct swrt_op *parent) {
    struct swrt_family *family = parent->grid.family;
    if (!family)
        return false;
    tell_unread(&parent->grid, family);
    if (!family->first || swrt_sticky(parent->grid.device)) {
        swrt_family_forget(&parent->grid);
        return false;
    }
    struct order order = {.parent = parent, .ops = malloc((family->count + 2) * sizeof *order.ops)};
    if (!order.ops)
        swrt_fatal("out of memory for what kernels launch");
    swrt_check_op_ran(parent);
    put_all(&order, family);
    behind_all(&order, &kind_end)->call.data = parent;
    swrt_family_forget(&parent->grid);
    for (size_t i = 0; i < order.count; i++)
        swrt_op_submit_outside(order.ops[i]);
    free(order.ops);
    free(order.streams.entries);
    return true;
}
