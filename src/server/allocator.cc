// SPDX-License-Identifier: Apache-2.0
// The options of jemalloc, which reads this variable when the process starts.
// Only the static build contains jemalloc. A background thread returns freed
// pages to the system after a second, so that after a burst of large requests
// an idle server shrinks to 10 MB, where glibc's malloc would keep hundreds.
// There are four arenas, because the default depends on the number of cores of
// the node.
extern "C" const char* malloc_conf;
const char* malloc_conf =
    "background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0,narenas:4";
