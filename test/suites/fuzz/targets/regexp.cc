// SPDX-License-Identifier: Apache-2.0
// Any pattern compiles or is refused, and what it finds lies in the text. The
// bytes are a pattern, a line feed and a text.
#include "data/go/regexp.h"

#include <algorithm>

#include "test/suites/fuzz/targets/target.h"

namespace loom::testing {

void RunTarget(absl::string_view bytes) {
  const size_t end = std::min(bytes.find('\n'), bytes.size());
  absl::StatusOr<Regexp> regexp = Regexp::Compile(bytes.substr(0, end));
  if (!regexp.ok()) return;
  absl::string_view text = bytes.substr(std::min(end + 1, bytes.size()));
  Pool pool;
  absl::StatusOr<bool> matches = regexp->Matches(text, &pool);
  if (!matches.ok()) return;
  for (int group = 0; group <= std::min(regexp->groups(), 10); ++group) {
    auto found = regexp->Find(text, group, &pool);
    if (!found.ok()) return;
    Must(found->has_value() == *matches, "what matches is found");
    if (!found->has_value() || (*found)->empty()) continue;
    Must((*found)->data() >= text.data() &&
             (*found)->data() + (*found)->size() <= text.data() + text.size(),
         "what is found lies in the text");
  }
}

}  // namespace loom::testing
