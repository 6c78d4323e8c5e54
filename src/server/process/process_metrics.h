// SPDX-License-Identifier: Apache-2.0
// WriteProcess adds what the operating system knows about this process to a
// metrics page: CPU time, memory, file descriptors and start time. The names
// are those that all client libraries of Prometheus use, such as
// process_cpu_seconds_total.
//
//   MetricsPage page;
//   WriteProcess(page);
#pragma once

#include "server/process/metrics_page.h"

namespace loom {

// Metrics that come from /proc are left out if it is not mounted.
void WriteProcess(MetricsPage& page);

}  // namespace loom
