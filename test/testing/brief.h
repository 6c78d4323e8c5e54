// SPDX-License-Identifier: Apache-2.0
// Brief shortens the sentences of a message that many tests meet to what they mean, so
// that a table says what is wrong and where, and not in which words. The words are those
// of test/suites/golden/error/all_problems_at_once and of test/suites/lint/cases. After a
// change of how a message suggests a name, change it here, and run with LOOM_UPDATE=1: no
// unit test contains those words.
//
//   Brief("spec: unknown field \"regoin\" (did you mean \"region\"?)")
//     "spec: unknown regoin (region?)"
//   Brief("unknown flag --outptu\n  did you mean --output?")
//     "unknown flag --outptu\n  (--output?)"
//   Brief("a has no spec.regoin, but it has spec.region; did you mean that?")
//     "a has no spec.regoin, but it has spec.region (that?)"
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "re2/re2.h"

namespace loom {

inline std::string Brief(absl::string_view message) {
  std::string brief(message);
  RE2::GlobalReplace(&brief, R"re(\bunknown field "([^"]*)")re",
                     R"(unknown \1)");
  // The notes of render, which have just named what was probably meant.
  RE2::GlobalReplace(&brief, R"re(; did you mean that\?)re", " (that?)");
  // DidYouMean, then MeantHelp (base/strings.h), which may also be in parentheses.
  RE2::GlobalReplace(&brief, R"re(\(did you mean "([^"]*)"\?\))re",
                     R"re((\1?))re");
  RE2::GlobalReplace(&brief, R"re(\(did you mean ([^?\n]*)\?\))re",
                     R"re((\1?))re");
  RE2::GlobalReplace(&brief, R"re(did you mean ([^?\n]*)\?)re", R"re((\1?))re");
  return brief;
}

}  // namespace loom
