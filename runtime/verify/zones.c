/* Zones: pages that can only be read until somebody writes to them.
 *
 *      protected ──first write──► copied, and open ──the launch has been compared──► open ──next launch──► protected
 *
 * A zone is all of a large allocation, or a slab of small ones. Where only kernels and the runtime write (memory of
 * cudaMalloc), what nobody has written to stays protected from one launch to the next, so a launch costs what it writes
 * to and not what there is. What a launch wrote to stays open, and is copied before the next ones, until to copy it in
 * vain has cost about as much as the fault that this saves; and where what was written to of late shows that this does
 * not pay, not at all. A kernel that is launched over and over takes no faults. What host code may use is protected during
 * launches only, since the host hands it to the system, too, which reports an error where it may not write.
 *
 * A fault costs as much as copying some tens of kilobytes. So a write next to what is open opens twice as much as that.
 */
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/memory/pages.h"
#include "verify/verify_internal.h"

enum {
    PAGE = 4096,
    MOST_UNITS = 1 << 18,
    FIRST_BYTES = 4 << 10,    /* to open at a fault, */
    MOST_BYTES = 2 << 20,     /* and where writes go on */
    MOST_EXPECTED = 16 << 10, /* before one */
    FAULT_BYTES = 64 << 10,   /* to copy so much in vain costs as much as a fault and two changes of protection */
    WORTH_LED = 56,           /* eighths: so many launches in vain cost as much as two changes of protection alone */
    MOST_IDLE = 32,           /* launches that a unit is copied for though they do not write to it */
    BY_HOST = UINT8_MAX,      /* no launch has written to a unit since it was opened, */
    HOST_IDLE = 16,           /* and for so many it is copied, a little less each */
    GOING = UINT8_MAX / 2,    /* about to be protected */
    WORTH_SCANNED = 16, /* eighths: so many launches in vain cost as much as a first write to a page of a mirror's */
    MANY_FAULTS = 256,  /* to judge by */
    JOINED_BYTES = 1 << 20, /* between two runs that are protected by one call */
    MOST_SINGLE = 64 << 10, /* of what is set apart */
    MOST_APART = 8192,      /* the system allows some 65,000 mappings */
};

/* A signal handler may have found a table just before it was replaced: it is freed when the next one is. */
struct table {
    size_t count, units;
    struct swrt_zone *zones[]; /* by address */
};
static struct table *_Atomic table;
static struct table *last_table;
static struct swrt_zone **gone; /* of last_table, and no others' */
static size_t num_gone;
static struct swrt_zone *_Atomic active; /* those of which not all is clean, in any order; handlers add to them */

/* ---- The list -------------------------------------------------------------------------------------------------- */

static size_t index_in(const struct table *t, uintptr_t address) {
    size_t low = 0, high = t ? t->count : 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)t->zones[middle]->base > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

struct swrt_zone *swrt_zone_at(uintptr_t address) {
    const struct table *t = atomic_load(&table);
    size_t behind = index_in(t, address);
    struct swrt_zone *zone = behind ? t->zones[behind - 1] : NULL;
    return zone && !zone->is_gone && address - (uintptr_t)zone->base < zone->bytes ? zone : NULL;
}

void swrt_verify_forget(const char *base) {
    struct swrt_zone *zone = swrt_zone_at((uintptr_t)base);
    if (!zone || !zone->identity)
        return;
    swrt_mirror_unregister(zone);
    atomic_store(&zone->is_gone, true);
}

static void free_zone(struct swrt_zone *zone) {
    swrt_mirror_free(zone);
    free((void *)zone->units);
    free((void *)zone->idle);
    free(zone->written_in);
    free(zone->apart);
    free(zone);
}

static struct swrt_zone *create(const struct swrt_piece *piece) {
    struct swrt_zone *zone = calloc(1, sizeof *zone);
    if (!zone)
        return NULL;
    zone->base = piece->pages;
    zone->bytes = piece->page_bytes;
    zone->serial = piece->serial;
    zone->identity = piece->identity;
    zone->is_host = piece->is_host;
    zone->is_plain = !zone->identity;
    for (zone->unit = PAGE; zone->bytes / zone->unit > MOST_UNITS;)
        zone->unit *= 2;
    zone->num_units = (zone->bytes + zone->unit - 1) / zone->unit;
    zone->units = malloc(zone->num_units);
    zone->idle = malloc(zone->num_units);
    zone->written_in = calloc(zone->num_units, sizeof *zone->written_in);
    zone->apart = calloc(1, zone->num_units);
    if (!zone->units || !zone->idle || !zone->written_in || !zone->apart) {
        free_zone(zone);
        return NULL;
    }
    memset((void *)zone->units, SWRT_UNIT_OPEN, zone->num_units);
    memset((void *)zone->idle, BY_HOST, zone->num_units);
    zone->high = zone->num_units;
    return zone;
}

/* The one that there was, if it is still the same memory. */
static struct swrt_zone *same_as_before(const struct swrt_piece *piece) {
    struct swrt_zone *zone = swrt_zone_at((uintptr_t)piece->pages);
    bool is_same = zone && zone->base == piece->pages && zone->bytes == piece->page_bytes &&
                   zone->serial == piece->serial && zone->identity == piece->identity &&
                   zone->is_host == piece->is_host;
    return is_same ? zone : NULL;
}

static bool add_piece(struct table *t, size_t number) {
    struct swrt_piece *piece = &swrt_pieces.at[number];
    struct swrt_zone *last = t->count ? t->zones[t->count - 1] : NULL;
    if (!piece->page_bytes)
        return true;
    if (last && last->base == piece->pages) {
        last->num_pieces = number + 1 - last->first_piece;
        return true;
    }
    struct swrt_zone *zone = same_as_before(piece);
    zone = zone ? zone : create(piece);
    if (!zone)
        return false;
    zone->first_piece = number;
    zone->num_pieces = 1;
    t->zones[t->count++] = zone;
    return true;
}

/* ---- Those that are active ------------------------------------------------------------------------------------- */

static bool is_clean(const struct swrt_zone *zone) {
    return zone->serial && zone->low >= zone->high;
}

static void activate(struct swrt_zone *zone) {
    if (atomic_exchange(&zone->is_active, true))
        return;
    zone->next_active = atomic_load(&active);
    while (!atomic_compare_exchange_weak(&active, &zone->next_active, zone))
        ;
}

/* Whoever opens a part meanwhile either adds the zone, or is seen by is_clean. */
static void each_active(void (*visit)(struct swrt_zone *zone)) {
    struct swrt_zone *zone = atomic_exchange(&active, NULL), *next;
    for (; zone; zone = next) {
        next = zone->next_active;
        atomic_store(&zone->is_active, false);
        if (zone->is_gone)
            continue;
        visit(zone);
        if (!is_clean(zone))
            activate(zone);
    }
}

/* Of a new list: what was retired before may be freed. */
static void find_active(struct table *t) {
    atomic_store(&active, NULL);
    t->units = 0;
    for (size_t i = 0; i < t->count; i++) {
        atomic_store(&t->zones[i]->is_active, false);
        if (!is_clean(t->zones[i]))
            activate(t->zones[i]);
        t->units += t->zones[i]->num_units;
    }
}

/* ---- The list, again ------------------------------------------------------------------------------------------- */

/* Memory that stays protected though no allocation lies there now: the next one will. */
static void keep_empty(struct table *t, const struct table *old) {
    for (size_t i = 0; old && i < old->count; i++) {
        struct swrt_zone *zone = old->zones[i];
        size_t behind = index_in(t, (uintptr_t)zone->base);
        bool is_listed = behind && t->zones[behind - 1] == zone;
        bool is_replaced = behind && t->zones[behind - 1]->base == zone->base;
        if (!zone->serial || zone->is_gone || is_listed || is_replaced)
            continue;
        memmove(&t->zones[behind + 1], &t->zones[behind], (t->count - behind) * sizeof t->zones[0]);
        t->zones[behind] = zone;
        t->count++;
        zone->first_piece = zone->num_pieces = 0;
    }
}

static void free_last(void) {
    for (size_t i = 0; i < num_gone; i++)
        free_zone(gone[i]);
    free(gone);
    free(last_table);
    gone = NULL;
    last_table = NULL;
    num_gone = 0;
}

/* Those of a table that the new one does not have are freed next time. */
static void retire(struct table *old, const struct table *t) {
    gone = old ? malloc((old->count + 1) * sizeof *gone) : NULL;
    last_table = old;
    for (size_t i = 0; gone && i < old->count; i++) {
        size_t behind = index_in(t, (uintptr_t)old->zones[i]->base);
        if (behind && t->zones[behind - 1] == old->zones[i])
            continue;
        atomic_store(&old->zones[i]->is_gone, true);
        gone[num_gone++] = old->zones[i];
    }
}

bool swrt_zones_list(void) {
    struct table *old = atomic_load(&table);
    size_t most = swrt_pieces.count + (old ? old->count : 0);
    struct table *t = malloc(sizeof *t + most * sizeof t->zones[0]);
    if (!t)
        return false;
    t->count = 0;
    for (size_t i = 0; i < swrt_pieces.count; i++)
        if (!add_piece(t, i))
            swrt_pieces.at[i].page_bytes = 0; /* then it is copied as a whole */
    swrt_pieces_find_edged(&swrt_pieces);
    keep_empty(t, old);
    find_active(t);
    free_last();
    atomic_store(&table, t);
    retire(old, t);
    return true;
}

size_t swrt_zones_count(void) {
    return atomic_load(&table)->count;
}

size_t swrt_zones_units(void) {
    return atomic_load(&table)->units;
}

/* ---- Units ----------------------------------------------------------------------------------------------------- */

static char *address_of(const struct swrt_zone *zone, size_t unit) {
    return zone->base + unit * zone->unit;
}

static size_t bytes_of(const struct swrt_zone *zone, size_t first, size_t count) {
    size_t start = first * zone->unit, end = start + count * zone->unit;
    return (end < zone->bytes ? end : zone->bytes) - start;
}

/* What was done to the pages before is seen by who reads it. */
static void set(struct swrt_zone *zone, size_t first, size_t count, enum swrt_unit state) {
    atomic_thread_fence(memory_order_release);
    memset((void *)&zone->units[first], state, count);
}

static void set_idle(struct swrt_zone *zone, size_t first, size_t count, uint8_t idle) {
    memset((void *)&zone->idle[first], idle, count);
}

/* Not clean any more. */
static void widen(struct swrt_zone *zone, size_t first, size_t count) {
    size_t low = atomic_load(&zone->low), high = atomic_load(&zone->high);
    while (first < low && !atomic_compare_exchange_weak(&zone->low, &low, first))
        ;
    while (first + count > high && !atomic_compare_exchange_weak(&zone->high, &high, first + count))
        ;
    activate(zone);
}

static bool claim(struct swrt_zone *zone, size_t unit) {
    uint8_t clean = SWRT_UNIT_CLEAN;
    return atomic_compare_exchange_strong(&zone->units[unit], &clean, SWRT_UNIT_BUSY);
}

static bool is_open(const struct swrt_zone *zone, size_t unit) {
    return unit < zone->num_units && atomic_load(&zone->units[unit]) >= SWRT_UNIT_OPEN;
}

static void set_opened(struct swrt_zone *zone, size_t first, size_t count, bool copies) {
    set_idle(zone, first, count, copies ? 1 : BY_HOST);
    set(zone, first, count, copies ? SWRT_UNIT_COPIED : SWRT_UNIT_OPEN);
}

/* The system does not allow so many mappings; of all of the zone it is one again. */
static void open_all(struct swrt_zone *zone, bool copies) {
    for (size_t i = 0; i < zone->num_units; i++) {
        if (!claim(zone, i))
            continue;
        if (copies)
            swrt_copies_add_pages(zone, address_of(zone, i), bytes_of(zone, i, 1));
        set_opened(zone, i, 1, copies);
    }
    widen(zone, 0, zone->num_units);
    if (!swrt_pages_allow(zone->base, zone->bytes, SWRT_READ_WRITE))
        abort(); /* nothing can be written to any more */
}

/* Makes claimed units writable. */
static void open_claimed(struct swrt_zone *zone, size_t first, size_t count, bool copies) {
    if (copies)
        swrt_copies_add_pages(zone, address_of(zone, first), bytes_of(zone, first, count));
    if (!swrt_pages_allow(address_of(zone, first), bytes_of(zone, first, count), SWRT_READ_WRITE))
        open_all(zone, copies);
    else
        widen(zone, first, count);
    set_opened(zone, first, count, copies);
}

static void count_fault(struct swrt_zone *zone, size_t units) {
    atomic_fetch_add_explicit(&zone->faults, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&zone->faulted, units, memory_order_relaxed);
}

bool swrt_zone_open(struct swrt_zone *zone, uintptr_t address, bool copies) {
    size_t unit = (address - (uintptr_t)zone->base) / zone->unit, most = MOST_BYTES / zone->unit, before = 0,
           behind = 0;
    if (!claim(zone, unit)) {
        bool was_busy = atomic_load(&zone->units[unit]) == SWRT_UNIT_BUSY;
        while (atomic_load(&zone->units[unit]) == SWRT_UNIT_BUSY)
            swrt_yield();
        return was_busy;
    }
    while (2 * before < most && before < unit && is_open(zone, unit - before - 1))
        before++;
    while (2 * behind < most && is_open(zone, unit + behind + 1))
        behind++;
    size_t wanted = 2 * (before > behind ? before : behind), first = unit, count = 1;
    wanted = wanted * zone->unit > FIRST_BYTES ? wanted : FIRST_BYTES / zone->unit;
    if (before >= behind)
        while (count < wanted && first + count < zone->num_units && claim(zone, first + count))
            count++;
    else
        for (; count < wanted && first && claim(zone, first - 1); count++)
            first--;
    if (copies) {
        atomic_store_explicit(&zone->was_written, true, memory_order_relaxed);
        count_fault(zone, count);
        atomic_fetch_add_explicit(&zone->touched, count, memory_order_relaxed);
        atomic_fetch_add_explicit(&zone->late, 1, memory_order_relaxed);
    }
    open_claimed(zone, first, count, copies);
    if (copies) /* whether the value is another one or not */
        atomic_store_explicit(&zone->idle[unit], 0, memory_order_relaxed);
    return true;
}

void swrt_zone_expect(struct swrt_zone *zone, uintptr_t address) {
    size_t unit = (address - (uintptr_t)zone->base) / zone->unit;
    if (zone->unit > MOST_EXPECTED || !claim(zone, unit))
        return;
    open_claimed(zone, unit, 1, true);
}

bool swrt_zone_was_written(const struct swrt_zone *zone, uintptr_t address) {
    size_t unit = (address - (uintptr_t)zone->base) / zone->unit;
    return zone->was_written && atomic_load(&zone->units[unit]) == SWRT_UNIT_COPIED && !zone->idle[unit];
}

void swrt_zone_note_led(struct swrt_zone *zone, uintptr_t address) {
    zone->led = (address - (uintptr_t)zone->base) / zone->unit;
    zone->led_in = swrt_copies_times();
}

void swrt_zone_note_written(struct swrt_zone *zone, const char *at, size_t bytes) {
    size_t first = (size_t)(at - zone->base) / zone->unit, last = (size_t)(at - zone->base + bytes - 1) / zone->unit;
    for (size_t i = first; i <= last; i++)
        atomic_store_explicit(&zone->idle[i], 0, memory_order_relaxed);
    atomic_store_explicit(&zone->was_written, true, memory_order_relaxed);
}

/* ---- Launches -------------------------------------------------------------------------------------------------- */

/* Of eight units: SWRT_UNIT_OPEN or SWRT_UNIT_COPIED each. */
static const uint64_t ALL_OPEN = 0x0202020202020202u;
_Static_assert(SWRT_UNIT_OPEN == 2 && SWRT_UNIT_COPIED == 3, "one bit tells that a unit is open");

/* How many units from `first` on are open, or copied. */
static size_t open_run(const struct swrt_zone *zone, size_t first, size_t end) {
    size_t count = 0;
    uint64_t several;
    for (; first + count + sizeof several <= end; count += sizeof several) {
        memcpy(&several, (const void *)&zone->units[first + count], sizeof several);
        if ((several & ALL_OPEN) != ALL_OPEN)
            break;
    }
    while (first + count < end && is_open(zone, first + count))
        count++;
    return count;
}

/* The first from i on that is not clean, or `end`: what is open may be far apart. */
static size_t skip_clean(const struct swrt_zone *zone, size_t i, size_t end) {
    uint64_t several;
    for (; i + sizeof several <= end; i += sizeof several) {
        memcpy(&several, (const void *)&zone->units[i], sizeof several);
        if (several)
            break;
    }
    while (i < end && atomic_load(&zone->units[i]) == SWRT_UNIT_CLEAN)
        i++;
    return i;
}

/* Calls visit for each run of units that are open. */
static void each_run(struct swrt_zone *zone, void (*visit)(struct swrt_zone *zone, size_t first, size_t count)) {
    size_t end = zone->high;
    for (size_t i = skip_clean(zone, zone->low, end), count; i < end;
         i = skip_clean(zone, i + (count ? count : 1), end))
        if ((count = open_run(zone, i, end)))
            visit(zone, i, count);
}

static uint8_t idle_of(const struct swrt_zone *zone, size_t unit) {
    return atomic_load_explicit(&zone->idle[unit], memory_order_relaxed);
}

/* They are written to, or may be. */
static void list(struct swrt_zone *zone, size_t first, size_t count) {
    swrt_copies_add_pages(zone, address_of(zone, first), bytes_of(zone, first, count));
    atomic_fetch_add_explicit(&zone->touched, count, memory_order_relaxed);
}

static void copy_now(struct swrt_zone *zone, size_t first, size_t count) {
    list(zone, first, count);
    for (size_t i = first; i < first + count; i++) {
        uint8_t idle = idle_of(zone, i);
        atomic_store_explicit(&zone->idle[i], idle > BY_HOST - HOST_IDLE ? idle - 1 : idle + 1, memory_order_relaxed);
    }
    set(zone, first, count, SWRT_UNIT_COPIED);
}

/* What is opened again and again stays a mapping of its own: dividing mappings, and joining them again, costs the system
 * more than all else that it does. What differs in a flag is not joined. */
static void set_apart(struct swrt_zone *zone, size_t first, size_t count) {
    static unsigned number;
    if (count * zone->unit > MOST_SINGLE || number >= MOST_APART || !memchr(&zone->apart[first], 0, count))
        return;
    if (!swrt_pages_prefer_small(address_of(zone, first), bytes_of(zone, first, count)))
        return;
    memset(&zone->apart[first], 1, count);
    number++;
}

/* Runs that are protected by one call, and what is clean between them. */
static struct segment {
    size_t first, end, runs;
} segment;

/* A handler has opened what was clean. */
static void leave_alone(struct swrt_zone *zone, size_t unit) {
    if (!swrt_pages_allow(address_of(zone, unit), bytes_of(zone, unit, 1), SWRT_READ_WRITE))
        open_all(zone, true);
}

static void protect_segment(struct swrt_zone *zone) {
    size_t first = segment.first, count = segment.end - first;
    if (segment.runs == 1)
        set_apart(zone, first, count);
    bool is_protected = count &&
                        swrt_pages_allow(address_of(zone, first), bytes_of(zone, first, count), SWRT_READ_ONLY);
    if (count && !is_protected)
        open_all(zone, true);
    if (segment.runs == 1 && is_protected) {
        set(zone, first, count, SWRT_UNIT_CLEAN);
        segment.end = first;
    }
    for (size_t i = skip_clean(zone, first, segment.end); i < segment.end; i = skip_clean(zone, i + 1, segment.end)) {
        bool is_ours = idle_of(zone, i) == GOING;
        if (is_ours && is_protected)
            set(zone, i, 1, SWRT_UNIT_CLEAN);
        else if (is_ours)
            copy_now(zone, i, 1);
        else if (is_open(zone, i))
            leave_alone(zone, i);
    }
    segment = (struct segment){0};
}

static void protect(struct swrt_zone *zone, size_t first, size_t count) {
    bool is_near = segment.runs && (first - segment.end) * zone->unit <= JOINED_BYTES &&
                   skip_clean(zone, segment.end, first) == first;
    if (!is_near)
        protect_segment(zone);
    segment.first = is_near ? segment.first : first;
    segment.end = first + count;
    segment.runs++;
    set_idle(zone, first, count, GOING);
}

/* How many launches a unit may be copied for in vain, to save a fault, in eighths: the more a fault opens, the fewer. */
static int worth(const struct swrt_zone *zone) {
    if (zone->is_scanned)
        return WORTH_SCANNED;
    size_t faults = zone->faults + 1, bytes = (zone->faulted + 1) * zone->unit;
    size_t eighths = 8 * FAULT_BYTES * faults / bytes;
    return eighths < 8 * MOST_IDLE ? (int)eighths : 8 * MOST_IDLE;
}

/* For how many launches in vain units are copied: as it would have been best of late. */
static unsigned patience(const struct swrt_zone *zone) {
    if (zone->gains[1] > 0 && zone->gains[1] > zone->gains[0])
        return (unsigned)worth(zone) / 8;
    return zone->gains[0] >= 0;
}

static bool stays_open(const struct swrt_zone *zone, size_t unit, size_t run, unsigned most) {
    unsigned idle = idle_of(zone, unit);
    if (idle > MOST_IDLE)
        return idle > BY_HOST - HOST_IDLE && run * zone->unit <= MOST_SINGLE;
    return idle < most;
}

static void copy_or_protect(struct swrt_zone *zone, size_t first, size_t count) {
    unsigned most = patience(zone);
    for (size_t i = first, end = first + count, next; i < end; i = next) {
        bool stays = stays_open(zone, i, count, most);
        for (next = i + 1; next < end && stays_open(zone, next, count, most) == stays;)
            next++;
        (stays ? copy_now : protect)(zone, i, next - i);
    }
}

/* What it has saved, or would have, that a unit was copied for `most` launches in vain, and the launch before this one to
 * write to it was `gap` ago; 0: there was none. To what an argument leads no fault would have happened anyway. */
static int gain(int worth, unsigned gap, unsigned most) {
    if (gap && gap <= most)
        return worth - 8 * (int)(gap - 1);
    return -8 * (int)(gap && gap - 1 < most ? gap - 1 : most);
}

static void learn(struct swrt_zone *zone, size_t first, size_t count) {
    unsigned now = swrt_copies_times();
    int each = worth(zone);
    for (size_t i = first; i < first + count; i++) {
        if (idle_of(zone, i))
            continue;
        unsigned gap = zone->written_in[i] ? now - zone->written_in[i] : 0;
        int saved = i == zone->led && now == zone->led_in && each > WORTH_LED ? WORTH_LED : each;
        zone->gains[0] += gain(saved, gap, 1);
        zone->gains[1] += gain(saved, gap, (unsigned)each / 8);
        zone->written_in[i] = now;
    }
}

static void leave_open(struct swrt_zone *zone, size_t first, size_t count) {
    learn(zone, first, count);
    set(zone, first, count, SWRT_UNIT_OPEN);
}

unsigned swrt_zone_patience(const struct swrt_zone *zone) {
    return patience(zone);
}

void swrt_zone_learn(struct swrt_zone *zone, size_t first, size_t count) {
    learn(zone, first, count);
}

void swrt_zone_copy(struct swrt_zone *zone, size_t first, size_t count) {
    copy_now(zone, first, count);
}

void swrt_zone_leave(struct swrt_zone *zone, size_t first, size_t count) {
    set_idle(zone, first, count, BY_HOST);
}

void swrt_zone_found(struct swrt_zone *zone, size_t first, size_t count) {
    list(zone, first, count);
    atomic_store_explicit(&zone->was_written, true, memory_order_relaxed);
    set_idle(zone, first, count, 0);
    set(zone, first, count, SWRT_UNIT_COPIED);
}

/* All of it can be written to. */
static void open_for_scans(struct swrt_zone *zone) {
    if (!swrt_pages_allow(zone->base, zone->bytes, SWRT_READ_WRITE))
        abort(); /* nothing can be written to any more */
    if (memchr(zone->apart, 1, zone->num_units) && swrt_pages_prefer_small(zone->base, zone->bytes))
        memset(zone->apart, 1, zone->num_units);
    set_idle(zone, 0, zone->num_units, BY_HOST);
    zone->low = 0;
    zone->high = zone->num_units;
}

/* Whether the zone is scanned in the launch that begins. */
static bool begin_scanned(struct swrt_zone *zone) {
    bool was_scanned = zone->is_scanned;
    zone->is_scanned = swrt_mirror_wanted(zone);
    if (zone->is_scanned && !was_scanned)
        open_for_scans(zone);
    else if (!zone->is_scanned && was_scanned)
        set_idle(zone, 0, zone->num_units, MOST_IDLE); /* it is protected at once */
    if (zone->is_scanned)
        swrt_mirror_begin(zone);
    return zone->is_scanned;
}

static void begin(struct swrt_zone *zone) {
    if (begin_scanned(zone) || zone->low >= zone->high)
        return;
    each_run(zone, zone->serial ? copy_or_protect : protect);
    protect_segment(zone);
    size_t low = skip_clean(zone, zone->low, zone->high), high = zone->high;
    while (low < high && !is_open(zone, high - 1))
        high--;
    zone->low = low < high ? low : zone->num_units;
    zone->high = low < high ? high : 0;
}

/* No more than a launch has copied is open, or all of it, where the host may write now. */
static void end(struct swrt_zone *zone) {
    if (zone->faults > MANY_FAULTS) {
        zone->faults /= 2;
        zone->faulted /= 2;
    }
    for (int i = 0; zone->was_written && i < 2; i++)
        zone->gains[i] -= zone->gains[i] / 4;
    zone->was_written = false;
    if (zone->is_scanned)
        return;
    if (zone->serial) {
        each_run(zone, leave_open);
        return;
    }
    if (!zone->is_gone)
        swrt_pages_allow(zone->base, zone->bytes, SWRT_READ_WRITE);
    set(zone, 0, zone->num_units, SWRT_UNIT_OPEN);
    zone->low = 0;
    zone->high = zone->num_units;
}

/* How long that takes, for memory that is protected for a launch only. */
static void timed(struct swrt_zone *zone, void (*visit)(struct swrt_zone *zone)) {
    bool is_timed = !zone->serial && !zone->is_plain && !zone->is_scanned;
    uint64_t start = is_timed ? swrt_own_time() : 0;
    visit(zone);
    if (is_timed && !zone->is_scanned)
        zone->spent += swrt_own_time() - start;
}

static void timed_begin(struct swrt_zone *zone) {
    timed(zone, begin);
}

static void timed_end(struct swrt_zone *zone) {
    timed(zone, end);
}

void swrt_zones_begin(void) {
    each_active(timed_begin);
}

void swrt_zones_end(void) {
    each_active(timed_end);
}
