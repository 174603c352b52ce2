/* A tool in NVTX's sense: a library that NVTX_INJECTION64_PATH names. It prints the calls that it hears of, with the
 * nesting that pushes and pops make; written against NVTX's documentation of injection, with no header of ours. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

typedef void (*pointer)(void);
struct callbacks {
    size_t size;
    int (*get_table)(int module, pointer ***table, unsigned *size);
};
struct attributes {
    uint16_t version, size;
    uint32_t category;
    int32_t color_type;
    uint32_t color;
    int32_t payload_type, reserved;
    union {
        uint64_t u64;
        int64_t i64;
        double f64;
        uint32_t u32;
        int32_t i32;
        float f32;
    } payload;
    int32_t message_type;
    union {
        const char *text;
        const wchar_t *wide;
        const char *handle;
    } message;
};
enum { CORE = 1, CUDART = 4, CORE2 = 5, SYNC = 6 };

static int depth;
static uint64_t ranges;

static void say(const char *what, const char *domain, const char *text) {
    printf("%*s%s%s%s %s\n", 2 * depth, "", what, domain ? " in " : "", domain ? domain : "", text);
}

static void say_event(const char *what, const char *domain, const struct attributes *a) {
    static const char *const kinds[] = {"none", "text", "wide", "registered"};
    char text[200], payload[40] = "";
    if (a->payload_type == 1) snprintf(payload, sizeof payload, " u64 %llu", (unsigned long long)a->payload.u64);
    if (a->payload_type == 2) snprintf(payload, sizeof payload, " i64 %lld", (long long)a->payload.i64);
    if (a->payload_type == 3) snprintf(payload, sizeof payload, " f64 %g", a->payload.f64);
    if (a->payload_type == 4) snprintf(payload, sizeof payload, " u32 %u", a->payload.u32);
    if (a->payload_type == 5) snprintf(payload, sizeof payload, " i32 %d", a->payload.i32);
    if (a->payload_type == 6) snprintf(payload, sizeof payload, " f32 %g", a->payload.f32);
    snprintf(text, sizeof text, a->message_type == 2 ? "%s '%ls' v%u size %u category %u color %d %08x%s"
                                                     : "%s '%s' v%u size %u category %u color %d %08x%s",
             kinds[a->message_type], a->message_type ? a->message.text : "", a->version, a->size, a->category,
             a->color_type, a->color, payload);
    say(what, domain, text);
}

static void mark(const char *text) { say("mark", NULL, text); }
static void mark_ex(const struct attributes *a) { say_event("mark", NULL, a); }
static int push(const char *text) { say("push", NULL, text); return depth++; }
static int push_ex(const struct attributes *a) { say_event("push", NULL, a); return depth++; }
static int pop(void) { depth--; say("pop", NULL, ""); return depth; }
static uint64_t start(const char *text) { say("start", NULL, text); return ++ranges; }
static void end(uint64_t id) { printf("%*send %llu\n", 2 * depth, "", (unsigned long long)id); }
static void name_category(uint32_t id, const char *name) { printf("category %u is %s\n", id, name); }
static void name_thread(uint32_t id, const char *name) { printf("thread %u is %s\n", id, name); }

static void domain_mark(const char *d, const struct attributes *a) { say_event("mark", d, a); }
static int domain_push(const char *d, const struct attributes *a) { say_event("push", d, a); return depth++; }
static int domain_pop(const char *d) { depth--; say("pop", d, ""); return depth; }
static uint64_t domain_start(const char *d, const struct attributes *a) { say_event("start", d, a); return ++ranges; }
static void domain_end(const char *d, uint64_t id) {
    printf("%*send %llu%s%s\n", 2 * depth, "", (unsigned long long)id, d ? " in " : "", d ? d : "");
}
static void domain_category(const char *d, uint32_t id, const char *name) {
    printf("category %u is %s%s%s\n", id, name, d ? " in " : "", d ? d : "");
}
/* A handle is the text itself: constants, all of them. */
static const char *register_string(const char *d, const char *text) { say("register", d, text); return text; }
static const char *create_domain(const char *name) { printf("domain %s\n", name); return name; }
static void name_stream(void *stream, const char *name) { printf("stream is %s\n", name); }
static const char *sync_create(const char *d, const void *attributes) { say("lock", d, ""); return "lock"; }
static void sync_acquired(const char *lock) { say("acquired", NULL, lock); }

static int set(const struct callbacks *callbacks, int module, unsigned number, pointer function) {
    pointer **table = NULL;
    unsigned size = 0;
    if (!callbacks->get_table(module, &table, &size) || number >= size || !table[number] || table[0]) return 0;
    *table[number] = function;
    return 1;
}

int InitializeInjectionNvtx2(const void *(*get_export_table)(uint32_t id)) {
    const struct callbacks *c = get_export_table(1);
    if (!c || c->size < sizeof *c || get_export_table(77)) return 0;
    pointer **table;
    unsigned size;
    if (c->get_table(0, &table, &size) || c->get_table(7, &table, &size)) return 0;
    setbuf(stdout, NULL);
    printf("recorder starts\n");
#define SET(module, number, function) set(c, module, number, (pointer)function)
    return SET(CORE, 1, mark_ex) && SET(CORE, 2, mark) && SET(CORE, 5, start) && SET(CORE, 7, end) &&
           SET(CORE, 8, push_ex) && SET(CORE, 9, push) && SET(CORE, 11, pop) && SET(CORE, 12, name_category) &&
           SET(CORE, 14, name_thread) && SET(CORE2, 1, domain_mark) && SET(CORE2, 2, domain_start) &&
           SET(CORE2, 3, domain_end) && SET(CORE2, 4, domain_push) && SET(CORE2, 5, domain_pop) &&
           SET(CORE2, 8, domain_category) && SET(CORE2, 10, register_string) && SET(CORE2, 12, create_domain) &&
           SET(CUDART, 3, name_stream) && SET(SYNC, 1, sync_create) && SET(SYNC, 5, sync_acquired);
}
