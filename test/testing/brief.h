// SPDX-License-Identifier: Apache-2.0
// Brief shortens the sentences of a message that many tests meet to what they mean, so
// that a table says what is wrong and where, and not in which words. The words are those
// of test/suites/golden/error/all_problems_at_once and of test/suites/lint/cases. Those that
// suggest a name are taken from base/strings.h: after a change there, LOOM_UPDATE=1 rewrites
// all that contains them, and no unit test does.
//
//   Brief("spec: unknown field \"regoin\" (did you mean \"region\"?)")
//     "spec: unknown regoin (region?)"
//   Brief("unknown flag --outptu\n  did you mean --output?")
//     "unknown flag --outptu\n  (--output?)"
//   Brief("a has no spec.regoin, but it has spec.region; did you mean that?")
//     "a has no spec.regoin, but it has spec.region (that?)"
#pragma once

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "base/strings.h"
#include "re2/re2.h"

namespace loom {

// Returns a pattern for a sentence about a NAME, which captures the name.
inline std::string CapturingName(absl::string_view sentence,
                                 absl::string_view name) {
  return absl::StrReplaceAll(RE2::QuoteMeta(std::string(sentence)),
                             {{"NAME", absl::StrCat("(", name, ")")}});
}

inline std::string Brief(absl::string_view message) {
  static const auto& patterns = *new std::vector<std::string>{
      CapturingName(DidYouMean("NAME"), R"([^"]*)"),
      CapturingName(absl::StrCat(" (", MeantHelp("NAME"), ")"), R"([^?\n]*)"),
      // The notes of render, which have just named what was probably meant.
      CapturingName(absl::StrCat("; ", MeantHelp("NAME")), "that"),
  };
  std::string brief(message);
  RE2::GlobalReplace(&brief, R"re(\bunknown field "([^"]*)")re",
                     R"(unknown \1)");
  for (const std::string& pattern : patterns) {
    RE2::GlobalReplace(&brief, pattern, R"re( (\1?))re");
  }
  RE2::GlobalReplace(&brief, CapturingName(MeantHelp("NAME"), R"([^?\n]*)"),
                     R"re((\1?))re");
  return brief;
}

}  // namespace loom
