// SPDX-License-Identifier: Apache-2.0
#include "function/largest_parts.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/limits.h"
#include "base/shortened.h"
#include "data/wire/reader.h"

namespace loom {
namespace {

struct Part {
  const char* what;
  absl::string_view name;
  size_t size;
};

class Largest {
 public:
  explicit Largest(const Response& response) {
    if (response.passes_through) {
      AddEntries("resource", 2, response.desired_bytes.value_or(""));
    }
    for (const DesiredResource& resource : response.resources) {
      Add({"resource", resource.name, SizeOf(resource)});
    }
    if (response.context_bytes.has_value()) {
      AddEntries("context key", 1, *response.context_bytes);
    } else if (response.context.has_value()) {
      for (const ContextEntry& entry : *response.context) {
        Add({"context key", entry.key, SizeOf(entry)});
      }
    }
  }

  const std::vector<Part>& parts() const { return parts_; }

 private:
  // Adds the entries of the map<string, message> that is the field of that number.
  void AddEntries(const char* what, uint32_t field, absl::string_view message) {
    for (WireReader in(message); in.Next();) {
      if (!in.Is(field, WireType::kBytes)) continue;
      Part part{what, "", in.bytes().size()};
      for (WireReader entry(in.bytes()); entry.Next();) {
        if (entry.Is(1, WireType::kBytes)) part.name = entry.bytes();
      }
      Add(part);
    }
  }

  // Of parts that are equally large, those stay that came first.
  void Add(const Part& part) {
    constexpr size_t kNamed = 3;
    auto smaller = std::find_if(
        parts_.begin(), parts_.end(),
        [&part](const Part& other) { return other.size < part.size; });
    parts_.insert(smaller, part);
    if (parts_.size() > kNamed) parts_.pop_back();
  }

  std::vector<Part> parts_;
};

}  // namespace

std::string LargestParts(const Response& response) {
  const Largest largest(response);
  auto append = [](std::string* out, const Part& part) {
    absl::StrAppend(out, part.what, " \"", Shortened(part.name, limits::kName),
                    "\": ", part.size, " bytes");
  };
  return absl::StrJoin(largest.parts(), ", ", append);
}

}  // namespace loom
