/* User objects: what graphs own and who is told when nobody does any more. The entry points are in api/graph/user_object.c.
 *
 * References are counted at the object; a graph remembers how many of them are its own. Destructors are host functions:
 * they run without the lock, and may not call the API.
 */
#include <stdlib.h>

#include "base/assert.h"
#include "graph/graph.h"
#include "stream/engine_internal.h"

static struct CUuserObject_st *doomed;

void swrt_object_release(struct CUuserObject_st *object, unsigned count) {
    assert(count <= object->refs);
    object->refs -= count;
    if (object->refs)
        return;
    swrt_handle_remove(object);
    object->next = doomed;
    doomed = object;
}

bool swrt_objects_add(struct swrt_object_ref **refs, struct CUuserObject_st *object, unsigned count) {
    struct swrt_object_ref *ref = *refs;
    while (ref && ref->object != object)
        ref = ref->next;
    if (!ref) {
        if (!(ref = malloc(sizeof *ref)))
            return false;
        *ref = (struct swrt_object_ref){object, 0, *refs};
        *refs = ref;
    }
    ref->count += count;
    return true;
}

/* Clones and instantiated graphs hold one reference to each object. */
bool swrt_objects_copy(struct swrt_object_ref **to, const struct swrt_object_ref *from) {
    for (; from; from = from->next) {
        if (!swrt_objects_add(to, from->object, 1))
            return false;
        from->object->refs++;
    }
    return true;
}

void swrt_objects_drop(struct swrt_object_ref **refs) {
    for (struct swrt_object_ref *ref = *refs, *next; ref; ref = next) {
        next = ref->next;
        swrt_object_release(ref->object, ref->count);
        free(ref);
    }
    *refs = NULL;
}

void swrt_objects_bury(void) {
    swrt_lock();
    struct CUuserObject_st *list = doomed;
    doomed = NULL;
    swrt_unlock();
    for (struct CUuserObject_st *object = list, *next; object; object = next) {
        next = object->next;
        struct swrt_thread *self = swrt_self_noted();
        bool outer = self->callback;
        self->callback = true;
        object->destroy(object->data);
        self->callback = outer;
        free(object);
    }
}

static void *bury(void *unused) {
    (void)unused;
    swrt_objects_bury();
    return NULL;
}

void swrt_objects_bury_later(void) {
    if (doomed)
        swrt_spawn(bury, NULL);
}
