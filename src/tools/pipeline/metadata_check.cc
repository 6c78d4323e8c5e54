// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/metadata_check.h"

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

using Path = std::vector<std::string>;

struct MetadataMistake {
  Path path;
  std::string message;
  std::string help;  // may be empty
};

void CheckText(const Value& value, Path path,
               std::vector<MetadataMistake>* found) {
  if (value.IsString() || value.IsNull()) return;
  found->push_back(
      {std::move(path),
       absl::StrCat("Invalid value: want a string, got ", KindName(value)),
       "write it in quotes"});
}

std::vector<MetadataMistake> FindMetadataMistakes(const Value& object) {
  std::vector<MetadataMistake> found;
  const Value* metadata = Dig(object, {"metadata"});
  if (metadata == nullptr || !metadata->IsObject()) return found;
  for (const char* name : {"name", "generateName", "namespace"}) {
    const Value* value = Find(*metadata, name);
    if (value != nullptr) CheckText(*value, {"metadata", name}, &found);
  }
  for (const char* name : {"labels", "annotations"}) {
    const Value* map = Find(*metadata, name);
    if (map == nullptr || map->IsNull()) continue;
    if (!map->IsObject()) {
      found.push_back(
          {{"metadata", name},
           absl::StrCat("Invalid value: want an object, got ", KindName(*map)),
           ""});
      continue;
    }
    for (const Member& member : Members(*map)) {
      CheckText(member.value,
                {"metadata", name, std::string(View(member.name))}, &found);
    }
  }
  return found;
}

}  // namespace

absl::Status CheckMetadata(const YamlDocument& document) {
  std::vector<std::string> lines;
  for (const MetadataMistake& each : FindMetadataMistakes(document.root)) {
    const std::vector<absl::string_view> path(each.path.begin(),
                                              each.path.end());
    lines.push_back(absl::StrCat(
        document.Place(path), ": ", absl::StrJoin(each.path, "."), ": ",
        each.message, each.help.empty() ? "" : "\n  ", each.help));
  }
  if (lines.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrJoin(lines, "\n"));
}

}  // namespace loom
