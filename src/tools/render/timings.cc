// SPDX-License-Identifier: Apache-2.0
#include "tools/render/timings.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"

namespace loom {
namespace {

double Milliseconds(absl::Duration time) {
  return absl::ToDoubleMilliseconds(time);
}

std::string Where(const Route& route) {
  switch (route.kind) {
    case Route::Kind::kInProcess:
      return "in process";
    case Route::Kind::kRemote:
      return route.target;
    case Route::Kind::kSkipped:
      break;
  }
  return "left out";
}

}  // namespace

std::string TimingsText(const PipelineInputs& inputs,
                        const std::vector<StepRun>& steps,
                        const Timings& timings) {
  size_t name_width = 4, where_width = 5;
  for (const PipelineStep& step : inputs.composition.steps) {
    name_width = std::max(name_width, step.name.size());
    where_width =
        std::max(where_width, Where(inputs.routes[step.index]).size());
  }
  auto row = [&](absl::string_view name, absl::string_view where) {
    return absl::StrFormat("%-*s  %-*s", name_width, name, where_width, where);
  };
  std::string text = row("step", "where") + "  calls  resources       ms\n";
  for (const PipelineStep& step : inputs.composition.steps) {
    text += row(step.name, Where(inputs.routes[step.index]));
    // A step that was left out, or comes behind one that failed, has no time.
    auto timing = std::find_if(
        steps.begin(), steps.end(),
        [&](const StepRun& each) { return each.step == step.index; });
    if (timing != steps.end()) {
      text += absl::StrFormat("  %5d  %9d  %7.2f", timing->calls,
                              timing->resources, Milliseconds(timing->time));
    }
    absl::StripTrailingAsciiWhitespace(&text);
    text += "\n";
  }
  return text + absl::StrFormat("read %.2f  write %.2f  total %.2f\n",
                                Milliseconds(timings.read),
                                Milliseconds(timings.write),
                                Milliseconds(timings.total));
}

}  // namespace loom
