// SPDX-License-Identifier: Apache-2.0
#include "function/largest_parts.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/limits.h"
#include "base/shortened.h"
#include "wire/reader.h"

namespace loom {
namespace {

struct Part {
  const char* what;
  absl::string_view name;
  size_t size;
};

// Adds an entry of a map<string, message>.
void AddEntry(const char* what, absl::string_view entry,
              std::vector<Part>* parts) {
  Part part{what, "", entry.size()};
  for (WireReader in(entry); in.Next();) {
    if (in.Is(1, WireType::kBytes)) part.name = in.bytes();
  }
  parts->push_back(part);
}

void AddState(absl::string_view state, std::vector<Part>* parts) {
  for (WireReader in(state); in.Next();) {
    if (in.Is(2, WireType::kBytes)) AddEntry("resource", in.bytes(), parts);
  }
}

void AddContext(absl::string_view context, std::vector<Part>* parts) {
  for (WireReader in(context); in.Next();) {
    if (in.Is(1, WireType::kBytes)) AddEntry("context key", in.bytes(), parts);
  }
}

}  // namespace

std::string LargestParts(absl::string_view response) {
  constexpr size_t kNamed = 3;
  std::vector<Part> parts;
  for (WireReader in(response); in.Next();) {
    if (in.Is(2, WireType::kBytes)) AddState(in.bytes(), &parts);
    if (in.Is(4, WireType::kBytes)) AddContext(in.bytes(), &parts);
  }
  std::stable_sort(
      parts.begin(), parts.end(),
      [](const Part& a, const Part& b) { return a.size > b.size; });
  parts.resize(std::min(kNamed, parts.size()));
  return absl::StrJoin(parts, ", ", [](std::string* out, const Part& part) {
    absl::StrAppend(out, part.what, " \"", Shortened(part.name, limits::kName),
                    "\": ", part.size, " bytes");
  });
}

}  // namespace loom
