// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/metadata_check.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "language/input/input.h"

namespace loom {
namespace {

class MetadataCheck {
 public:
  explicit MetadataCheck(const YamlDocument& document) : document_(document) {}

  Diagnostics Run() {
    const Value* metadata = Dig(document_.root, {"metadata"});
    if (metadata == nullptr || !metadata->IsObject()) return {};
    for (const char* name : {"name", "generateName", "namespace"}) {
      const Value* value = Find(*metadata, name);
      if (value != nullptr) CheckText(*value, {"metadata", name});
    }
    for (const char* name : {"labels", "annotations"}) {
      const Value* map = Find(*metadata, name);
      if (map == nullptr || map->IsNull()) continue;
      if (!map->IsObject()) {
        Add({"metadata", name}, "an object", *map, "");
        continue;
      }
      for (const Member& member : Members(*map)) {
        CheckText(member.value, {"metadata", name, View(member.name)});
      }
    }
    return std::move(found_);
  }

 private:
  using Keys = std::vector<absl::string_view>;

  void CheckText(const Value& value, const Keys& path) {
    if (value.IsString() || value.IsNull()) return;
    Add(path, "a string", value, "write it in quotes");
  }

  void Add(const Keys& path, absl::string_view wanted, const Value& value,
           const char* help) {
    found_.push_back(
        {.position = document_.At(path),
         .path = absl::StrJoin(path, "."),
         .message = absl::StrCat("Invalid value: expected ", wanted, ", got ",
                                 KindName(value)),
         .help = help});
  }

  const YamlDocument& document_;
  Diagnostics found_;
};

}  // namespace

Diagnostics FindMetadataMistakes(const YamlDocument& document) {
  return MetadataCheck(document).Run();
}

}  // namespace loom
