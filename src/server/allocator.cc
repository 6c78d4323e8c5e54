// SPDX-License-Identifier: Apache-2.0
// How jemalloc behaves, which reads this name when the process starts (part of
// the static build only). Freed pages go back to the system after a second, by
// a thread of its own: after a burst of large requests an idle server is back
// at 10 MB, where glibc's malloc would keep hundreds. Four arenas, whatever the
// number of cores of the node.
extern "C" const char* malloc_conf;
const char* malloc_conf =
    "background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0,narenas:4";
