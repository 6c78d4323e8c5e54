// SPDX-License-Identifier: Apache-2.0
// Explanations for tests: that of ../../examples/command-line, and small ones
// written as JSON whose other members do not matter.
//
//   Explanation shop = Sample();
//   Explanation two = ExplanationOf(R"("fields": […], "steps": […])");
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "test/testing/paths.h"
#include "tools/explain/views.h"

namespace loom {

inline Explanation ReadSample(absl::string_view json) {
  absl::StatusOr<Explanation> read = ReadJsonView(json);
  if (read.ok()) return *std::move(read);
  ADD_FAILURE() << read.status() << " in " << json;
  return {};
}

inline std::string SampleJson() {
  std::ifstream file(InRepository("test/unit/tools/explain/command_line.json"));
  return {std::istreambuf_iterator<char>(file), {}};
}

inline Explanation Sample() { return ReadSample(SampleJson()); }

// Members behind `format` and `xr`; XApp shop is not ready.
inline Explanation ExplanationOf(absl::string_view members) {
  return ReadSample(absl::StrCat(
      R"({"format":"loom.explain/v1","xr":{"apiVersion":"demo.example.org/v1",)"
      R"("kind":"XApp","name":"shop"},)",
      members, "}"));
}

inline ExplainedField FieldOf(std::string owner, std::string path,
                              std::string json, size_t by) {
  ExplainedField field;
  field.owner = std::move(owner);
  field.path = std::move(path);
  field.value.json = std::move(json);
  field.by = by;
  return field;
}

}  // namespace loom
