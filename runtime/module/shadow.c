/* The host's shadows of device variables: memory that nobody is meant to use. They start as zeros, unless their values
 * are constants that host code may read; what is not zero any more was written by host code. Only the start of a variable
 * is looked at: programs write arrays from their first element on. */
#include <string.h>

#include "module/registry_internal.h"
#include "report/refused.h"

enum { LOOKED_AT = 4096 };

static bool is_shadow(const struct swrt_variable *variable) {
    return variable->var && !(variable->var->flags & SWRT_VAR_MANAGED) && !variable->is_reference;
}

bool swrt_shadow_is_zero(const struct swrt_variable *variable) {
    size_t bytes = variable->var->size < LOOKED_AT ? variable->var->size : LOOKED_AT;
    for (size_t i = 0; i < bytes; i++)
        if (variable->host[i])
            return false;
    return true;
}

/* By host code, unless a kernel may have. */
static void note_written(const char *name) {
    if (!swrt_refused_is_noted(SWRT_REFUSED_SHADOW, name))
        swrt_refused_note(SWRT_REFUSED_SHADOW_WRITTEN, name);
}

void swrt_shadow_look(void) {
    swrt_mutex_lock(&swrt_registry_lock);
    for (struct swrt_binary *binary = swrt_binary_first(); binary; binary = binary->next)
        for (struct swrt_variable *variable = binary->variables; variable; variable = variable->next)
            if (is_shadow(variable) && variable->starts_as_zero && !swrt_shadow_is_zero(variable))
                note_written(variable->name);
    swrt_mutex_unlock(&swrt_registry_lock);
}

const char *swrt_shadow_at(const void *address) {
    const char *name = NULL;
    swrt_mutex_lock(&swrt_registry_lock);
    for (struct swrt_binary *binary = swrt_binary_first(); binary; binary = binary->next)
        for (struct swrt_variable *variable = binary->variables; variable; variable = variable->next)
            if (is_shadow(variable) && (size_t)((const char *)address - variable->host) < variable->var->size)
                name = variable->name;
    swrt_mutex_unlock(&swrt_registry_lock);
    return name;
}
