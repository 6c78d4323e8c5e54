// SPDX-License-Identifier: Apache-2.0
#include "base/glob.h"

namespace loom {

bool GlobMatches(absl::string_view pattern, absl::string_view text) {
  size_t star = pattern.find('*');
  if (star == absl::string_view::npos) return pattern == text;
  absl::string_view before = pattern.substr(0, star);
  absl::string_view after = pattern.substr(star + 1);
  if (text.substr(0, before.size()) != before) return false;
  text.remove_prefix(before.size());
  // The literal up to the next star may match at its first occurrence. Only the
  // last literal must match at the end.
  while (true) {
    star = after.find('*');
    absl::string_view literal = after.substr(0, star);
    if (star == absl::string_view::npos) {
      return text.size() >= literal.size() &&
             text.substr(text.size() - literal.size()) == literal;
    }
    size_t at = text.find(literal);
    if (at == absl::string_view::npos) return false;
    text.remove_prefix(at + literal.size());
    after.remove_prefix(star + 1);
  }
}

}  // namespace loom
