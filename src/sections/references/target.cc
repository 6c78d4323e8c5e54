// SPDX-License-Identifier: Apache-2.0
#include "sections/references/target.h"

#include <utility>

#include "base/errors.h"
#include "crossplane/objects/object.h"

namespace loom {
Target Target::Parse(Fields& entry, bool composed, absl::string_view other) {
  Target target;
  std::optional<Input> input = entry.Object("target");
  if (!input.has_value()) {
    entry.at().Missing("target");
    return target;
  }
  Fields fields(*input);
  if (!other.empty()) fields.Allow(other);
  target.place_.name = std::string(fields.String("resource").value_or(""));
  const std::optional<Input> selector = fields.Object("resourceSelector");
  if (selector.has_value()) {
    target.selector_.push_back(Selector::Parse(*selector));
  }
  const int ways = !target.place_.name.empty() + selector.has_value();
  if (!composed) {
    target.ParseOthers(fields, ways);
  } else if (ways != 1) {
    input->RequireOne({"resource", "resourceSelector"});
  }
  fields.Done();
  return target;
}

// Reads the targets that are not composed resources; `ways` is the number of others.
void Target::ParseOthers(Fields& fields, int ways) {
  const bool composite = fields.Bool("composite").value_or(false);
  const bool environment = fields.Bool("environment").value_or(false);
  const absl::string_view context = fields.String("context").value_or("");
  if (ways + composite + environment + !context.empty() != 1) {
    fields.at().RequireOne({"resource", "resourceSelector", "composite",
                            "environment", "context"});
  }
  if (composite) {
    place_.holder = Place::Holder::kComposite;
  } else if (environment) {
    place_.holder = Place::Holder::kEnvironment;
  } else if (!context.empty()) {
    place_ = {Place::Holder::kContext, std::string(context)};
  }
}

Target Target::ContextKey(std::string key) {
  Target target;
  target.place_ = {Place::Holder::kContext, std::move(key)};
  return target;
}

absl::StatusOr<std::vector<Place>> Target::Places(Call& call) const {
  if (is_early()) return std::vector<Place>{place_};
  std::vector<Place> places;
  if (selector_.empty()) {
    if (const auto* made = call.expansions.Of(place_.name)) {
      for (absl::string_view name : *made) {
        LOOM_ASSIGN_OR_RETURN(const Value* item, call.composed.Desired(name));
        if (item != nullptr) places.push_back({.name = std::string(name)});
      }
      return places;
    }
    LOOM_ASSIGN_OR_RETURN(const Value* object, place_.Desired(call));
    if (object == nullptr && call.incomplete) {
      LOOM_ASSIGN_OR_RETURN(object, place_.Observed(call));
    }
    if (object != nullptr) places.push_back(place_);
    return places;
  }
  const std::vector<absl::string_view> names = call.composed.DesiredNames();
  for (absl::string_view name : names) {
    LOOM_ASSIGN_OR_RETURN(const Value* desired, call.composed.Desired(name));
    const Selectable candidate{.name = name,
                               .group = GroupOf(ApiVersion(*desired)),
                               .kind = Kind(*desired),
                               .id = call.expansions.IdOf(name)};
    LOOM_ASSIGN_OR_RETURN(bool matches,
                          AnyMatches(selector_, candidate, call.pool));
    if (matches) places.push_back({.name = std::string(name)});
  }
  return places;
}

}  // namespace loom
