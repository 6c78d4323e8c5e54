// SPDX-License-Identifier: Apache-2.0
// What transforms written as JSON make of a value written as JSON, for tests.
//
//   Transformed(R"({"type": "math", …})", "2") == "6"
//   Transformed(R"({"type": "math", …})", "null") == "error: transforms[0] …"
//   Transformed(R"({"type": "Math"})", "2") == "problem: transforms[0].type: …"
#pragma once

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "language/transforms/transform.h"
#include "test/testing/json.h"

namespace loom {

// `transforms` are the elements of the list, with commas between them.
inline std::string Transformed(absl::string_view transforms,
                               absl::string_view value,
                               Dialect dialect = Dialect::kPatchAndTransform) {
  AuthorInput input(absl::StrCat("{\"transforms\": [", transforms, "]}"),
                    dialect);
  Transforms chain = Transforms::Parse(input.List("transforms"));
  if (!input.problems().empty()) {
    return absl::StrCat("problem: ", input.problems());
  }
  absl::StatusOr<Value> result = chain.Apply(Json(value), nullptr, TestPool());
  if (!result.ok()) return absl::StrCat("error: ", result.status().message());
  return ToJson(*result);
}

}  // namespace loom
