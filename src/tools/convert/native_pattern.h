// SPDX-License-Identifier: Apache-2.0
// NativePatternOf writes a pattern of function-sequencer (sections/drop_in/sequencer/sequence_pattern.h)
// as one of the native input (sections/shared/readiness_checks/name_pattern.h), which has to match the whole
// name. Both match the same names.
//
//   net      net
//   net-.*   net-.*
//   ^net     net.*
//   net$     .*net
//   a|b      a.*|.*b       a union: function-sequencer makes ^a|b$ of it
//   ^a$|^b$  a|b
//   a\$      .*a\$.*       it ends with $, so it may stand anywhere
//
// Each part between bars, outside of groups and classes, loses its own ^ and $, and
// gets .* where it has none. What is no regular expression stays as it is, and is
// refused by the native input.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

struct NativePattern {
  std::string text;  // "" matches the empty name only
  // Whether function-sequencer takes the parts of a union apart in a way that its
  // author hardly meant.
  bool is_open_union = false;
};

NativePattern NativePatternOf(absl::string_view text);

}  // namespace loom
