// SPDX-License-Identifier: Apache-2.0
// TimingsText is the table of `render --timings`: where each step ran, how often its
// function was called, how many resources were desired after it, and how long all of
// its calls took.
//
//   step         where       calls  resources      ms
//   environment  in process      2          0    0.09
//   patch        in process      1          1    0.11
//   read 2.40  write 0.20  total 2.90
//
// The times are those of this machine, so the table goes to standard error.
#pragma once

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

struct Timings {
  absl::Duration read;   // the files
  absl::Duration write;  // the text
  absl::Duration total;
};

std::string TimingsText(const PipelineInputs& inputs,
                        const std::vector<StepRun>& steps,
                        const Timings& timings);

}  // namespace loom
