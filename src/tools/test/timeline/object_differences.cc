// SPDX-License-Identifier: Apache-2.0
#include "tools/test/timeline/object_differences.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "tools/provenance/sources.h"

namespace loom {
namespace {

constexpr size_t kMostDifferences = 5;

std::string ShownOrSecret(const ExplainedSecrets& secrets, const Value& value) {
  const ShownValue shown = secrets.Shown(value);
  return shown.secret ? "(secret)" : shown.json.value_or("");
}

// The paths at which two objects differ, apart from what each write changes.
void AddDifferences(const Value& before, const Value& after,
                    const ExplainedSecrets& secrets, const std::string& path,
                    std::vector<std::string>* found) {
  if (path == "metadata.managedFields" || path == "metadata.resourceVersion" ||
      found->size() >= kMostDifferences || Equal(before, after)) {
    return;
  }
  if (before.IsObject() && after.IsObject()) {
    static const Value kNothing;
    std::set<std::string> names;
    for (const Value* each : {&before, &after}) {
      for (const Member& member : Members(*each)) {
        names.emplace(View(member.name));
      }
    }
    for (const std::string& name : names) {
      const Value* was = Find(before, name);
      const Value* is = Find(after, name);
      AddDifferences(
          was == nullptr ? kNothing : *was, is == nullptr ? kNothing : *is,
          secrets, path.empty() ? name : absl::StrCat(path, ".", name), found);
    }
    return;
  }
  if (before.IsArray() && after.IsArray() && before.Size() == after.Size()) {
    for (rapidjson::SizeType i = 0; i < before.Size(); ++i) {
      AddDifferences(ItemAt(before, i), ItemAt(after, i), secrets,
                     absl::StrCat(path, "[", i, "]"), found);
    }
    return;
  }
  found->push_back(absl::StrCat(path, ": ", ShownOrSecret(secrets, before),
                                ", then ", ShownOrSecret(secrets, after)));
}

}  // namespace

std::vector<std::string> DifferencesOf(const Value& before, const Value& after,
                                       const SecretTexts& secrets) {
  std::vector<std::string> found;
  AddDifferences(before, after, ExplainedSecrets(secrets), "", &found);
  return found;
}

}  // namespace loom
