// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/gate.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/strings.h"

namespace loom {
namespace {

std::string Waiting(absl::string_view what, size_t ready, size_t all) {
  return absl::StrCat("waiting for ", what, " (", ready, " of ", all,
                      " ready)");
}

}  // namespace

ResourceGate::ResourceGate(const Prerequisite& prerequisite,
                           const FoundResources& found, bool ignores_missing,
                           std::string suggestion)
    : prerequisite_(prerequisite),
      found_(found),
      ignores_missing_(ignores_missing),
      suggestion_(std::move(suggestion)) {
  for (const FoundResource& resource : found.list) {
    observed_ += resource.observed;
    holding_ += resource.holds;
  }
}

std::optional<Wait> ResourceGate::Judge(absl::string_view dependent,
                                        Wants wants) const {
  const std::string& what = prerequisite_.resource->text();
  if (found_.list.empty()) {
    if (ignores_missing_) return std::nullopt;
    return Wait{reasons::kMissing,
                absl::StrCat("dependency ", what, " is missing",
                             DidYouMean(suggestion_))};
  }
  if (found_.Except(dependent)) return std::nullopt;
  size_t all = found_.list.size();
  size_t ready = wants == Wants::kObserved ? observed_ : holding_;
  if (const FoundResource* own = found_.Find(dependent); own != nullptr) {
    --all;
    ready -= wants == Wants::kObserved ? own->observed : own->holds;
  }
  if (ready == all) return std::nullopt;
  return Wait{reasons::kWaiting, Waiting(what, ready, all)};
}

std::optional<Wait> JudgeObject(const Prerequisite& prerequisite,
                                absl::string_view kind,
                                const FoundObject& found,
                                bool ignores_missing) {
  const std::string& name = prerequisite.object.name;
  if (!found.refusal.empty()) {
    return Wait{
        reasons::kInvalidDependency,
        absl::StrCat("dependency ", kind, " ", name, ": ", found.refusal)};
  }
  if (found.missing) {
    if (ignores_missing) return std::nullopt;
    return Wait{reasons::kMissing,
                absl::StrCat("dependency ", kind, " ", name, " is missing")};
  }
  if (found.holds) return std::nullopt;
  return Wait{reasons::kWaiting, Waiting(name, 0, 1)};
}

}  // namespace loom
