// SPDX-License-Identifier: Apache-2.0
#include "language/cel/functions/text_search.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace loom {

size_t FindText(absl::string_view text, absl::string_view part, size_t from) {
  if (part.empty()) return from;
  absl::string_view rest = text.substr(from);
  // That of glibc takes linear time.
  const void* found =
      memmem(rest.data(), rest.size(), part.data(), part.size());
  return found == nullptr
             ? absl::string_view::npos
             : size_t(static_cast<const char*>(found) - text.data());
}

size_t FindLastText(absl::string_view text, absl::string_view part,
                    size_t from) {
  if (part.size() > text.size()) return absl::string_view::npos;
  // The last place is the first one of the reversed texts.
  const size_t end = std::min(from, text.size() - part.size()) + part.size();
  std::string reversed(text.rend() - std::ptrdiff_t(end), text.rend());
  size_t found = FindText(reversed, std::string(part.rbegin(), part.rend()), 0);
  return found == absl::string_view::npos ? found : end - found - part.size();
}

}  // namespace loom
