// SPDX-License-Identifier: Apache-2.0
// Brief shortens the sentences of a message that many tests meet to what they mean, so
// that a table says what is wrong and where, and not in which words. The words are those
// of test/suites/golden/error/all_problems_at_once and of test/suites/lint/cases.
//
//   Brief("spec: unknown field \"regoin\" (did you mean \"region\"?)")
//     "spec: unknown regoin (region?)"
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "re2/re2.h"

namespace loom {

inline std::string Brief(absl::string_view message) {
  std::string brief(message);
  RE2::GlobalReplace(&brief, R"re(\bunknown field "([^"]*)")re",
                     R"(unknown \1)");
  RE2::GlobalReplace(&brief, R"re(\(did you mean "([^"]*)"\?\))re",
                     R"re((\1?))re");
  return brief;
}

}  // namespace loom
