// SPDX-License-Identifier: Apache-2.0
#include "sections/overlays/overlay.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/glob.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

absl::StatusOr<bool> Any(const std::vector<OverlaySelector>& selectors,
                         const OverlayCandidate& candidate, Pool* pool) {
  for (const OverlaySelector& selector : selectors) {
    LOOM_ASSIGN_OR_RETURN(const bool matches,
                          selector.Matches(candidate, pool));
    if (matches) return true;
  }
  return false;
}

std::shared_ptr<const InlineObject> ParseMerge(Fields& fields) {
  std::optional<Input> merge = fields.Object("merge");
  if (!merge.has_value()) return nullptr;
  for (absl::string_view member : {"apiVersion", "kind"}) {
    if (Find(merge->value(), member) == nullptr) continue;
    merge->Invalid(member, "an overlay cannot change the kind of a resource");
  }
  return InlineObject::Parse(*merge, PatchScope::kOverlay);
}

}  // namespace

OverlaySelector OverlaySelector::Parse(const Input& input) {
  Fields fields(input);
  OverlaySelector selector;
  selector.selector_ = Selector::ReadAny(fields);
  if (std::optional<Input> labels = fields.Object("labels")) {
    for (const Member& label : Members(labels->value())) {
      if (!label.value.IsString()) {
        labels->Invalid(
            View(label.name),
            absl::StrCat("expected a string, got ", KindName(label.value)),
            ProblemKind::kType);
        continue;
      }
      selector.labels_.emplace(View(label.name), View(label.value));
    }
  }
  fields.Done();
  const bool is_empty = !fields.Has("group") && !fields.Has("kind") &&
                        !fields.Has("resource") && selector.labels_.empty();
  if (is_empty && !fields.Has("labels")) {
    input.Problem("Required value: group, kind, resource or labels is required",
                  ProblemKind::kMissing);
  }
  return selector;
}

absl::StatusOr<bool> OverlaySelector::Matches(const OverlayCandidate& candidate,
                                              Pool* pool) const {
  LOOM_ASSIGN_OR_RETURN(const bool matches,
                        selector_.Matches(candidate.id, pool));
  if (!matches || labels_.empty()) return matches;
  LOOM_ASSIGN_OR_RETURN(const Value* object,
                        candidate.composed.Desired(candidate.id.name));
  for (const auto& [key, glob] : labels_) {
    const Value* value = Dig(*object, {"metadata", "labels", key});
    if (value == nullptr || !value->IsString()) return false;
    if (!GlobMatches(glob, View(*value))) return false;
  }
  return true;
}

OverlayRule OverlayRule::Parse(const Input& input, PatchSets& sets) {
  Fields fields(input);
  OverlayRule overlay;
  overlay.place = input.place();
  for (const Input& each : fields.List("match")) {
    overlay.match.push_back(OverlaySelector::Parse(each));
  }
  for (const Input& each : fields.List("exclude")) {
    overlay.exclude.push_back(OverlaySelector::Parse(each));
  }
  if (const auto text = fields.String("requireField")) {
    auto path = input.ParsePath("requireField", *text);
    if (text->empty())
      input.Invalid("requireField", "expected the path of a field");
    if (path.ok() && path->HasWildcard()) {
      input.Invalid("requireField", "expected one field, not a wildcard");
    }
    if (path.ok()) overlay.require_field = *std::move(path);
  }
  overlay.merge = ParseMerge(fields);
  constexpr absl::string_view kPolicies[] = {"Override", "IfNotPresent"};
  overlay.overrides =
      fields.OneOf("policy", kPolicies, kPolicies[0]) == kPolicies[0];
  overlay.patches = sets.Resolve(fields.List("patches"), PatchScope::kOverlay);
  fields.Done();
  if (!fields.Has("merge") && !fields.Has("patches")) {
    input.Problem("merge or patches is required", ProblemKind::kIncomplete);
  }
  return overlay;
}

bool OverlayRule::has_expressions() const {
  return (merge != nullptr && !merge->patches().empty()) ||
         std::any_of(patches.begin(), patches.end(), [](const auto& patch) {
           return patch->has_expressions();
         });
}

bool ReadsObject(const Patch& patch) {
  const std::vector<const InputExpression*> expressions = patch.expressions();
  return patch.transforms().names().Meets(ExpressionName::kObject) ||
         std::any_of(expressions.begin(), expressions.end(),
                     [](const InputExpression* each) {
                       return each->names().Meets(ExpressionName::kObject);
                     });
}

Value ObjectSoFar(const Value& desired, const Value* observed, Pool* pool) {
  Value object = MakeCopy(desired, pool);
  auto add = [pool](const Value& from, absl::string_view name, Value& to) {
    const Value* value = Find(from, name);
    if (value == nullptr || Find(to, name) != nullptr) return;
    Set(to, name, MakeCopy(*value, pool), pool);
  };
  if (observed != nullptr) add(*observed, "status", object);
  // Every object gets metadata, so a resource must not wait for it.
  Value& to = FindOrAdd(object, "metadata", pool);
  if (to.IsNull()) to.SetObject();
  const Value* metadata =
      observed == nullptr ? nullptr : Find(*observed, "metadata");
  if (metadata == nullptr || !metadata->IsObject() || !to.IsObject()) {
    return object;
  }
  for (const Member& member : Members(*metadata)) {
    const absl::string_view name = View(member.name);
    // What the step desires of these is all that it will have.
    if (name == "labels" || name == "annotations" || name == "managedFields") {
      continue;
    }
    add(*metadata, name, to);
  }
  return object;
}

absl::StatusOr<bool> OverlayRule::Selects(const OverlayCandidate& candidate,
                                          Pool* pool) const {
  if (!match.empty()) {
    LOOM_ASSIGN_OR_RETURN(const bool matches, Any(match, candidate, pool));
    if (!matches) return false;
  }
  LOOM_ASSIGN_OR_RETURN(const bool excluded, Any(exclude, candidate, pool));
  return !excluded;
}

void Lay(const Value& over, bool overrides, Value& object, Pool* pool) {
  for (const Member& member : Members(over)) {
    const absl::string_view name = View(member.name);
    Value* there = Find(object, name, pool);
    if (there == nullptr) {
      Set(object, name, Copy(member.value, pool), pool);
    } else if (there->IsObject() && member.value.IsObject()) {
      Lay(member.value, overrides, *there, pool);
    } else if (overrides) {
      *there = Copy(member.value, pool);
    }
  }
}

}  // namespace loom
