// SPDX-License-Identifier: Apache-2.0
// What the system knows of this process, under the names that every client
// library of Prometheus uses: CPU, memory, descriptors, start.
#pragma once

#include "process/metrics_page.h"

namespace loom {

// Without /proc, what stands there is left out.
void WriteProcess(MetricsPage& page);

}  // namespace loom
