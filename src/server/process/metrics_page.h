// SPDX-License-Identifier: Apache-2.0
// MetricsPage writes metrics in the text format of Prometheus, version 0.0.4.
//
//   MetricsPage page;
//   page.Family("loom_results_total", "counter", "Results, by severity.");
//   page.Sample("loom_results_total", "severity=\"fatal\"", 3);
//
// writes
//
//   # HELP loom_results_total Results, by severity.
//   # TYPE loom_results_total counter
//   loom_results_total{severity="fatal"} 3
//
// Nothing is escaped, so names, labels and help texts must be constants of this
// program.
#pragma once

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace loom {

class MetricsPage {
 public:
  void Family(absl::string_view name, absl::string_view type,
              absl::string_view help) {
    absl::StrAppend(&text_, "# HELP ", name, " ", help, "\n# TYPE ", name, " ",
                    type, "\n");
  }

  template <typename Number>
  void Sample(absl::string_view name, absl::string_view labels, Number value) {
    absl::StrAppend(&text_, name);
    if (!labels.empty()) absl::StrAppend(&text_, "{", labels, "}");
    if constexpr (std::is_integral_v<Number>) {
      absl::StrAppend(&text_, " ", value, "\n");
    } else {
      absl::StrAppendFormat(&text_, " %.15g\n", value);
    }
  }

  // A family with one sample that has no labels.
  template <typename Number>
  void Single(absl::string_view name, absl::string_view type,
              absl::string_view help, Number value) {
    Family(name, type, help);
    Sample(name, "", value);
  }

  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace loom
