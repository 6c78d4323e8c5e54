// SPDX-License-Identifier: Apache-2.0
#include "reference/reference.h"

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

constexpr absl::string_view kLists[] = {"references", "externalValues"};

// The value goes to a key of the context, and nowhere else.
std::optional<Target> ParseObscured(Fields& entry) {
  std::optional<Input> input = entry.Object("obscured");
  if (!input.has_value()) return std::nullopt;
  Fields fields(*input);
  std::string key;
  if (std::optional<Input> as = fields.Object("makeAvailableAs")) {
    Fields members(*as);
    key = std::string(members.Required("contextKey"));
    members.Done();
  } else {
    input->Missing("makeAvailableAs");
  }
  fields.Done();
  return Target::ContextKey(std::move(key));
}

void CheckTarget(const Input& entry, const Reference& reference) {
  const auto& segments = reference.to.segments();
  if (reference.target.kind() == TargetKind::kComposite &&
      (segments.empty() || segments.front().field != "status")) {
    entry.Invalid("toFieldPath",
                  absl::StrCat("\"", reference.to.text(),
                               "\": a function writes only the status of the "
                               "composite"));
  }
  for (const auto& source : reference.recipe.sources()) {
    if (!source->resource().empty() &&
        reference.target.kind() == TargetKind::kResource &&
        source->resource() == reference.target.name() &&
        source->path() == reference.to.text()) {
      entry.Problem("refers to itself");
    }
  }
}

}  // namespace

ReferencePolicy ReferencePolicy::Parse(Fields& entry) {
  ReferencePolicy policy;
  std::optional<Input> input = entry.Object("policy");
  // Without a policy its members have their defaults.
  const Value none = Object();
  Fields fields(input.has_value() ? *input : entry.at().Member("policy", none));
  policy.resolve = fields.OneOf("resolve", {"IfNotPresent", "Always"},
                                "IfNotPresent") == "Always"
                       ? Resolve::kAlways
                       : Resolve::kIfNotPresent;
  policy.required = fields.OneOf("resolution", {"Required", "Optional"},
                                 "Required") == "Required";
  policy.fatal =
      fields.OneOf("onFailure", {"Delay", "Fatal"}, "Delay") == "Fatal";
  policy.wait_for =
      fields.OneOf("waitFor", {"Exists", "Ready"}, "Exists") == "Ready"
          ? WaitFor::kReady
          : WaitFor::kExists;
  policy.to = ParseToPolicy(fields);
  fields.Done();
  return policy;
}

Reference Reference::Parse(const Input& entry, Fields& root) {
  Fields fields(entry);
  Reference reference;
  reference.place = entry.place();
  fields.Allow("name");
  std::optional<Target> obscured = ParseObscured(fields);
  reference.target = obscured.has_value() ? *obscured : Target::Parse(fields);
  reference.recipe = Recipe::Parse(fields, root);
  const absl::string_view to = fields.String("toFieldPath").value_or("");
  if (to.empty() && reference.target.kind() != TargetKind::kContext) {
    entry.Missing("toFieldPath");
  }
  absl::StatusOr<Path> path = entry.ParsePath("toFieldPath", to);
  if (path.ok()) reference.to = *std::move(path);
  reference.policy = ReferencePolicy::Parse(fields);
  CheckTarget(entry, reference);
  fields.Done();
  return reference;
}

std::shared_ptr<const std::vector<Reference>> ReferencesOf(Fields& input) {
  Problems::Made& made = input.at().MadeOf("the member references");
  if (made == nullptr) {
    auto references = std::make_shared<std::vector<Reference>>();
    for (absl::string_view list : kLists) {
      std::set<std::string> names;
      for (const Input& entry : input.ListSection(list)) {
        references->push_back(Reference::Parse(entry, input));
        Fields fields(entry);
        const absl::string_view name = fields.String("name").value_or("");
        if (!name.empty() && !names.emplace(name).second) {
          entry.Invalid("name", absl::StrCat("\"", name, "\": is there twice"));
        }
      }
    }
    made = references;
  }
  for (absl::string_view list : kLists) input.Allow(list);
  return std::static_pointer_cast<const std::vector<Reference>>(made);
}

}  // namespace loom
