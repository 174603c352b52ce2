/* Device variables by the address of their host shadow, by name, and by their own address; managed variables.
 *
 * A managed variable is one object: the host's shadow. Its initial value, which only the device object knows, is copied
 * there when the host registers it, and the shadow's address is put in the cell through which device code reaches it.
 * One that host code does not name (static, inline, or a template's) has no shadow: it stays in the device object.
 */
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "module/registry_internal.h"
#include "os/loader.h"
#include "os/memory/probe.h"
#include "report/refused.h"

#define LONGEST_NAME 4096
#define PAGE ((uintptr_t)4096)

static struct swrt_map variables; /* host shadow -> struct swrt_variable */

/* An internal variable is its own unit's; others may have one of that name. */
static bool is_visible(const struct swrt_module *module, const struct swrt_var *var, const uint64_t id[2]) {
    uint32_t owner = var->flags >> SWRT_VAR_OWNER;
    assert(owner <= module->num_ids);
    const uint64_t *ids = module->ids;
    return !owner || (ids[2 * owner - 2] == id[0] && ids[2 * owner - 1] == id[1]);
}

static const struct swrt_var *find_var(const struct swrt_module *module, const char *name, const uint64_t id[2]) {
    const struct swrt_var *vars = module->vars;
    for (uint32_t i = 0; i < module->num_vars; i++)
        if (!strcmp(vars[i].name, name) && is_visible(module, &vars[i], id))
            return &vars[i];
    return NULL;
}

static bool is_managed(const struct swrt_var *var) {
    return var && (var->flags & SWRT_VAR_MANAGED) != 0;
}

/* Only what comes from the file needs copying: the shadow starts as zero. */
static void join_managed(struct swrt_variable *variable) {
    const struct swrt_var *var = variable->var;
    char *shadow = (char *)variable->host;
    swrt_image_use_huge_pages(shadow, var->size);
    if (var->address)
        memcpy(shadow, var->address, swrt_loaded_bytes(var->address, var->size));
    if (var->cell)
        *(void **)var->cell = shadow;
}

static void resolve(struct swrt_variable *variable) {
    struct swrt_loaded *loaded = swrt_binary_resolve(variable->binary);
    if (!loaded || variable->var)
        return;
    variable->var = find_var(loaded->module, variable->name, variable->binary->id);
    if (is_managed(variable->var))
        join_managed(variable);
    variable->starts_as_zero = variable->var && !is_managed(variable->var) && swrt_shadow_is_zero(variable);
}

void swrt_variable_add(struct swrt_binary *binary, const char *host, const char *name) {
    struct swrt_variable *variable = calloc(1, sizeof *variable);
    if (!variable)
        return;
    variable->host = host;
    variable->name = name;
    variable->binary = binary;
    variable->next = binary->variables;
    binary->variables = variable;
    swrt_map_put(&variables, host, variable);
    resolve(variable);
}

/* Two libraries may have a managed variable of one name each, which the dynamic linker makes one object: the newest has
 * it, and when that leaves, one of the others. */
static void put_again(const char *host) {
    for (struct swrt_binary *binary = swrt_binary_first(); binary; binary = binary->next)
        for (struct swrt_variable *variable = binary->variables; variable; variable = variable->next)
            if (variable->host == host && !swrt_map_get(&variables, host))
                swrt_map_put(&variables, host, variable);
}

void swrt_variable_drop_all(struct swrt_binary *binary) {
    while (binary->variables) {
        struct swrt_variable *variable = binary->variables;
        binary->variables = variable->next;
        if (swrt_map_remove(&variables, variable->host, variable))
            put_again(variable->host);
        free(variable);
    }
}

void swrt_variable_resolve_all(struct swrt_binary *binary) {
    for (struct swrt_variable *variable = binary->variables; variable; variable = variable->next)
        resolve(variable);
}

static void adopt(struct swrt_binary *binary, const struct swrt_var *var) {
    struct swrt_variable *variable = calloc(1, sizeof *variable);
    if (!variable)
        return;
    *variable = (struct swrt_variable){
        .host = var->address, .name = var->name, .binary = binary, .var = var, .next = binary->variables};
    binary->variables = variable;
    swrt_map_put(&variables, variable->host, variable);
}

void swrt_variable_adopt_all(struct swrt_binary *binary) {
    struct swrt_loaded *loaded = binary->loaded;
    const struct swrt_var *vars = loaded->module->vars;
    if (loaded->has_adopted)
        return;
    loaded->has_adopted = true;
    for (uint32_t i = 0; i < loaded->module->num_vars; i++)
        if (is_managed(&vars[i]) && vars[i].cell && *(void **)vars[i].cell == vars[i].address)
            adopt(binary, &vars[i]);
}

/* Length of a text that may not be one: never reads past a page that was not asked for. -1: unreadable or too long. */
static long text_length(const char *text) {
    for (long length = 0; length < LONGEST_NAME; length++) {
        bool new_page = length == 0 || ((uintptr_t)(text + length) & (PAGE - 1)) == 0;
        if (new_page && !swrt_memory_readable(text + length, 1))
            return -1;
        if (!text[length])
            return length;
    }
    return -1;
}

static struct swrt_variable *find_by_name(const char *name) {
    if (text_length(name) <= 0)
        return NULL;
    for (struct swrt_binary *binary = swrt_binary_first(); binary; binary = binary->next)
        for (struct swrt_variable *variable = binary->variables; variable; variable = variable->next)
            if (!strcmp(variable->name, name))
                return variable;
    return NULL;
}

/* By its name, as in CUDA before 5.0: GPUs refuse that now. */
static struct swrt_variable *by_name(const char *name) {
    struct swrt_variable *variable = find_by_name(name);
    if (!variable)
        return NULL;
    if (swrt_is_strict())
        return NULL;
    swrt_refused_note(SWRT_REFUSED_NAME, variable->name);
    return variable;
}

static char *place_on(struct swrt_variable *variable, int device) {
    struct swrt_loaded *loaded = variable->binary->loaded;
    if (is_managed(variable->var))
        return (char *)variable->host;
    char *image = swrt_image_on(loaded, device);
    return image ? image + ((char *)variable->var->address - loaded->images[0]) : NULL;
}

cudaError_t swrt_symbol_find(const void *symbol, int device, char **address, size_t *bytes) {
    cudaError_t error = cudaErrorInvalidSymbol;
    if (!symbol)
        return error;
    swrt_mutex_lock(&swrt_registry_lock);
    struct swrt_variable *variable = swrt_map_get(&variables, symbol);
    if (!variable)
        variable = by_name(symbol);
    if (variable)
        resolve(variable);
    if (variable && variable->var) {
        *address = place_on(variable, device);
        *bytes = variable->var->size;
        error = *address ? cudaSuccess : cudaErrorMemoryAllocation;
    }
    swrt_mutex_unlock(&swrt_registry_lock);
    return error;
}

/* The variable of a module's image that an offset lies in. */
static const struct swrt_var *var_at(const struct swrt_module *module, size_t offset) {
    const struct swrt_var *vars = module->vars;
    for (uint32_t i = 0; i < module->num_vars; i++) {
        size_t start = (size_t)((char *)vars[i].address - (char *)module->image);
        if (!is_managed(&vars[i]) && offset - start < vars[i].size)
            return &vars[i];
    }
    return NULL;
}

static bool find_in_images(const char *address, struct swrt_allocation *found) {
    for (struct swrt_loaded *loaded = swrt_loaded_first(); loaded; loaded = loaded->next)
        for (int device = 0; device < swrt_device_count(); device++) {
            const char *image = loaded->images[device];
            size_t offset = (size_t)(address - image);
            if (!image || offset >= loaded->module->image_bytes)
                continue;
            const struct swrt_var *var = var_at(loaded->module, offset);
            if (!var)
                return false;
            size_t start = (size_t)((char *)var->address - loaded->images[0]);
            *found = (struct swrt_allocation){(char *)image + start, var->size, SWRT_MEMORY_DEVICE, device, 0};
            return true;
        }
    return false;
}

static bool find_managed(const char *address, struct swrt_allocation *found) {
    for (struct swrt_binary *binary = swrt_binary_first(); binary; binary = binary->next)
        for (struct swrt_variable *variable = binary->variables; variable; variable = variable->next) {
            if (!is_managed(variable->var) || (size_t)(address - variable->host) >= variable->var->size)
                continue;
            *found = (struct swrt_allocation){(char *)variable->host, variable->var->size, SWRT_MEMORY_MANAGED, 0,
                                              cudaMemAttachGlobal};
            return true;
        }
    return false;
}

bool swrt_symbol_find_address(const void *address, struct swrt_allocation *found) {
    swrt_mutex_lock(&swrt_registry_lock);
    bool inside = find_in_images(address, found) || find_managed(address, found);
    swrt_mutex_unlock(&swrt_registry_lock);
    return inside;
}

bool swrt_symbol_is_constant(const void *address) {
    bool is_constant = false;
    swrt_mutex_lock(&swrt_registry_lock);
    for (struct swrt_loaded *loaded = swrt_loaded_first(); loaded; loaded = loaded->next)
        for (int device = 0; device < swrt_device_count(); device++) {
            size_t offset = (size_t)((const char *)address - (const char *)loaded->images[device]);
            if (!loaded->images[device] || offset >= loaded->module->image_bytes)
                continue;
            const struct swrt_var *var = var_at(loaded->module, offset);
            is_constant |= var && var->flags & SWRT_VAR_CONSTANT;
        }
    swrt_mutex_unlock(&swrt_registry_lock);
    return is_constant;
}

/* How far the place is from the variable that starts at `start`. */
static size_t distance(const char *address, const char *start, size_t bytes) {
    return address < start ? (size_t)(start - address) : (size_t)(address - start) - bytes + 1;
}

static void look_near(const struct swrt_loaded *loaded, const char *image, const char *address, size_t *best,
                      struct swrt_symbol_near *near) {
    const struct swrt_var *vars = loaded->module->vars;
    for (uint32_t i = 0; image && i < loaded->module->num_vars; i++) {
        const char *start = image + ((char *)vars[i].address - loaded->images[0]);
        size_t own = distance(address, start, vars[i].size);
        if (is_managed(&vars[i]) || own >= *best)
            continue;
        *best = own;
        *near = (struct swrt_symbol_near){vars[i].name, start, vars[i].size};
    }
}

bool swrt_symbol_near(const void *address, size_t most, struct swrt_symbol_near *near) {
    size_t best = most + 1;
    swrt_mutex_lock(&swrt_registry_lock);
    for (struct swrt_loaded *loaded = swrt_loaded_first(); loaded; loaded = loaded->next)
        for (int device = 0; device < swrt_device_count(); device++)
            look_near(loaded, loaded->images[device], address, &best, near);
    swrt_mutex_unlock(&swrt_registry_lock);
    return best <= most;
}

static void visit_image(const struct swrt_loaded *loaded, const char *image,
                        void (*visit)(const struct swrt_symbol_place *place, void *data), void *data) {
    const struct swrt_var *vars = loaded->module->vars;
    for (uint32_t i = 0; image && i < loaded->module->num_vars; i++) {
        if (is_managed(&vars[i]) || vars[i].flags & SWRT_VAR_CONSTANT || !vars[i].address)
            continue;
        char *base = (char *)image + ((char *)vars[i].address - loaded->images[0]);
        visit(&(struct swrt_symbol_place){vars[i].name, base, vars[i].size, false}, data);
    }
}

void swrt_symbol_each(void (*visit)(const struct swrt_symbol_place *place, void *data), void *data) {
    swrt_mutex_lock(&swrt_registry_lock);
    for (struct swrt_loaded *loaded = swrt_loaded_first(); loaded; loaded = loaded->next)
        for (int device = 0; device < swrt_device_count(); device++)
            visit_image(loaded, loaded->images[device], visit, data);
    for (struct swrt_binary *binary = swrt_binary_first(); binary; binary = binary->next)
        for (struct swrt_variable *variable = binary->variables; variable; variable = variable->next)
            if (is_managed(variable->var))
                visit(&(struct swrt_symbol_place){variable->name, (char *)variable->host, variable->var->size, true},
                      data);
    swrt_mutex_unlock(&swrt_registry_lock);
}
