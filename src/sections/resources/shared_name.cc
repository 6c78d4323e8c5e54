// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/shared_name.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/objects/object.h"

namespace loom {
namespace {

std::string EntryOf(const Template& the_template) {
  return absl::StrCat("resources[", the_template.index, "]");
}

absl::Status BothTrue(const Template& one, const Template& other) {
  return WithPlace(
      Harmless(absl::FailedPreconditionError(absl::StrCat(
          EntryOf(one), " and ", EntryOf(other), " have the name \"", one.name,
          "\", and both conditions are true"))),
      absl::StrCat(EntryOf(other), ".condition"));
}

absl::Status NotKnownYet(const std::vector<const Template*>& all,
                         const Value& observed) {
  return WithPlace(
      Harmless(absl::FailedPreconditionError(absl::StrCat(
          "the conditions of ", EntryOf(*all.front()), " and ",
          EntryOf(*all.back()), " do not say yet what becomes of the existing ",
          Cut(Kind(observed), limits::kName)))),
      absl::StrCat(EntryOf(*all.front()), ".condition"));
}

bool MakesKindOf(const Template& the_template, const Value& object) {
  return the_template.base != nullptr && !the_template.computes_kind() &&
         AreOfOneKind(*the_template.base, object);
}

}  // namespace

absl::StatusOr<SharedName> Choose(const std::vector<const Template*>& all,
                                  Call& call) {
  SharedName shared;
  CallVariables variables(&call);
  LOOM_ASSIGN_OR_RETURN(variables.object,
                        call.composed.Observed(call.NameOf(all[0]->name)));
  for (const Template* each : all) {
    const absl::StatusOr<bool> holds =
        each->condition->Bool(&variables, call.pool);
    if (IsPending(holds.status())) {
      shared.pending.emplace_back(each, holds.status());
      continue;
    }
    LOOM_RETURN_IF_ERROR(holds.status());
    if (!*holds) continue;
    if (shared.chosen != nullptr) return BothTrue(*shared.chosen, *each);
    shared.chosen = each;
  }
  if (shared.chosen != nullptr) return shared;
  if (shared.pending.empty()) {
    shared.chosen = all[0];
    return shared;
  }
  const auto chosen = std::find_if(
      shared.pending.begin(), shared.pending.end(), [&](const auto& each) {
        return variables.object == nullptr ||
               MakesKindOf(*each.first, *variables.object);
      });
  if (chosen == shared.pending.end()) {
    return NotKnownYet(all, *variables.object);
  }
  shared.chosen = chosen->first;
  shared.pending.erase(chosen);
  return shared;
}

}  // namespace loom
