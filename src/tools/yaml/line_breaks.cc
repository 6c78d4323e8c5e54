// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/line_breaks.h"

#include "absl/strings/str_replace.h"

namespace loom {

std::string WithBreaksOf(absl::string_view before, std::string text) {
  const size_t first = before.find('\n');
  if (first == before.npos || first == 0 || before[first - 1] != '\r') {
    return text;
  }
  return absl::StrReplaceAll(text, {{"\r\n", "\r\n"}, {"\n", "\r\n"}});
}

}  // namespace loom
