// SPDX-License-Identifier: Apache-2.0
#include "transform/regexp.h"

#include <algorithm>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// Finds what Go and RE2 write differently, outside \Q…\E and classes.
absl::StatusOr<std::string> InSyntaxOfRe2(absl::string_view pattern) {
  std::string rewritten;
  bool in_class = false;
  size_t size;
  for (; !pattern.empty(); pattern.remove_prefix(size)) {
    size = 1;
    if (absl::StartsWith(pattern, "\\Q") && !in_class) {
      size = std::min(pattern.find("\\E"), pattern.size());
    } else if (pattern[0] == '\\') {
      size = std::min<size_t>(2, pattern.size());
      if (absl::StartsWith(pattern, "\\C")) {
        return absl::InvalidArgumentError("invalid escape sequence: \\C");
      }
    } else if (pattern[0] == '[') {
      // A bracket that comes first in a class stands for itself.
      if (!in_class) {
        if (absl::StartsWith(pattern, "[]")) size = 2;
        if (absl::StartsWith(pattern, "[^]")) size = 3;
      } else if (absl::StartsWith(pattern, "[:")) {
        size_t end = pattern.find(":]");
        if (end != absl::string_view::npos) size = end + 2;
      }
      in_class = true;
    } else if (pattern[0] == ']') {
      in_class = false;
    } else if (!in_class && absl::StartsWith(pattern, "(?<") &&
               pattern.size() > 3 && pattern[3] != '=' && pattern[3] != '!') {
      size = 3;
      absl::StrAppend(&rewritten, "(?P<");
      continue;
    }
    absl::StrAppend(&rewritten, pattern.substr(0, size));
  }
  return rewritten;
}

}  // namespace

absl::StatusOr<std::unique_ptr<const RE2>> CompileRegexp(
    absl::string_view pattern) {
  absl::StatusOr<std::string> rewritten = InSyntaxOfRe2(pattern);
  if (!rewritten.ok()) return rewritten.status();
  RE2::Options options;
  options.set_log_errors(false);
  auto regexp = std::make_unique<const RE2>(Piece(*rewritten), options);
  if (!regexp->ok()) return absl::InvalidArgumentError(regexp->error());
  return regexp;
}

}  // namespace loom
