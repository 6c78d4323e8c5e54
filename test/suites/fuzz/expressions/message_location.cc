// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/expressions/message_location.h"

#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "data/go/text.h"
#include "data/value/utf8.h"
#include "test/suites/fuzz/targets/target.h"

namespace loom::testing {

void CheckLocation(absl::string_view message, absl::string_view expression) {
  Must(IsUtf8(message), "a message is UTF-8");
  const std::vector<absl::string_view> parts =
      absl::StrSplit(message, absl::MaxSplits(':', 2));
  size_t line = 0;
  size_t column = 0;
  Must(parts.size() == 3 && absl::SimpleAtoi(parts[0], &line) &&
           absl::SimpleAtoi(parts[1], &column),
       "a message begins with a place");
  const std::vector<absl::string_view> lines = absl::StrSplit(expression, '\n');
  Must(line >= 1 && line <= lines.size(), "the line is one of the text");
  Must(column >= 1 && column <= CountRunes(lines[line - 1]) + 1,
       "the column is one of the line");
}

}  // namespace loom::testing
