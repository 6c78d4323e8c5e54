// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/targets/reference.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "language/cel/program/expression_names.h"

namespace loom {
namespace {

// Reports whether one path is a prefix of the other.
bool Touch(const Path& a, const Path& b) {
  const auto& left = a.segments();
  const auto& right = b.segments();
  const size_t both = std::min(left.size(), right.size());
  return std::equal(left.begin(), left.begin() + std::ptrdiff_t(both),
                    right.begin());
}

bool Writes(const Reference& reference, const FieldSource& field) {
  const Place& target = reference.target.place();
  const bool same = field.is_environment()
                        ? target.holder == Place::Holder::kEnvironment
                        : target.holder == Place::Holder::kComposed &&
                              !field.resource().empty() &&
                              target.name == field.resource();
  return same && Touch(reference.to, field.path());
}

// Returns the fields that hold the name, the namespace and the labels of an object.
std::vector<const FieldSource*> FieldsOf(const ObjectSource& object) {
  std::vector<const FieldSource*> fields;
  auto add = [&](const TextOrField& text) {
    if (text.field.has_value()) fields.push_back(&*text.field);
  };
  add(object.name);
  add(object.ns);
  for (const LabelSource& label : object.labels) add(label.value);
  return fields;
}

}  // namespace

std::vector<int> RoundsOf(const std::vector<Reference>& references) {
  std::vector<int> rounds;
  for (const Reference& reference : references) {
    int most = 0;
    for (const auto& source : reference.recipe.sources()) {
      const ObjectSource* object = source->object();
      if (object == nullptr) continue;
      int before = object->kind.known.has_value() ? 0 : 1;
      for (const FieldSource* field : FieldsOf(*object)) {
        for (size_t i = 0; i < rounds.size(); ++i) {
          if (Writes(references[i], *field)) {
            before = std::max(before, rounds[i]);
          }
        }
      }
      most = std::max(most, before + 1);
    }
    rounds.push_back(most);
  }
  return rounds;
}

namespace {

constexpr absl::string_view kLists[] = {"references", "externalValues"};

// Reads the field `obscured`. The value goes only to a key of the context, or to a
// Secret.
void ParseObscured(const Input& input, Reference* reference) {
  Fields fields(input);
  std::optional<Input> as = fields.Object("makeAvailableAs");
  std::optional<Input> secret = fields.Object("secret");
  if (as.has_value() == secret.has_value()) {
    input.RequireOne({"makeAvailableAs", "secret"});
  }
  if (as.has_value()) {
    Fields members(*as);
    reference->target =
        Target::ContextKey(std::string(members.Required("contextKey")));
    members.Done();
  } else if (secret.has_value()) {
    reference->secret = ObscuredSecret::Parse(*secret, fields);
    reference->target = Target::ParseComposed(fields);
  }
  fields.Done();
}

void ParseFieldPath(Fields& fields, Reference* reference) {
  const absl::string_view to = fields.String("toFieldPath").value_or("");
  if (to.empty() &&
      reference->target.place().holder != Place::Holder::kContext) {
    fields.at().Missing("toFieldPath");
  }
  absl::StatusOr<Path> path = fields.at().ParsePath("toFieldPath", to);
  if (path.ok()) reference->to = *std::move(path);
}

void CheckTarget(const Input& entry, const Reference& reference) {
  const auto& segments = reference.to.segments();
  const Place& target = reference.target.place();
  if (target.holder == Place::Holder::kComposite &&
      (segments.empty() || segments.front().field != "status")) {
    entry.Invalid("toFieldPath",
                  absl::StrCat("\"", reference.to.text(),
                               "\": a function writes only the status of the "
                               "composite"));
  }
  for (const auto& source : reference.recipe.sources()) {
    if (!source->resource().empty() &&
        target.holder == Place::Holder::kComposed &&
        source->resource() == target.name &&
        source->path() == reference.field()) {
      entry.Problem("refers to itself");
    }
  }
}

// Declares the name for expressions.
void Declare(const Reference& reference, const Fields& input) {
  RequiredNames::Of(input.at())
      ->Declare(reference.name,
                reference.one_object() != nullptr
                    ? ""
                    : absl::StrCat("the reference \"", reference.name,
                                   "\" does not read one object"));
}

void CheckRounds(const std::vector<Reference>& references,
                 const std::vector<Input>& entries) {
  const std::vector<int> rounds = RoundsOf(references);
  for (size_t i = 0; i < rounds.size(); ++i) {
    if (rounds[i] <= limits::kRounds) continue;
    entries[i].Problem(
        absl::StrCat("needs ", rounds[i],
                     " rounds of requirements, but Crossplane makes at most ",
                     limits::kRounds));
  }
}

}  // namespace

ReferencePolicy ReferencePolicy::Parse(Fields& entry) {
  ReferencePolicy policy;
  std::optional<Input> input = entry.Object("policy");
  // Without a policy its fields have their defaults.
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
  if (std::optional<Input> obscured = fields.Object("obscured")) {
    ParseObscured(*obscured, &reference);
  } else {
    reference.target = Target::Parse(fields);
  }
  reference.recipe = Recipe::Parse(fields, root);
  if (!fields.Has("obscured")) ParseFieldPath(fields, &reference);
  reference.policy = ReferencePolicy::Parse(fields);
  CheckTarget(entry, reference);
  fields.Done();
  return reference;
}

void Reference::AddReads(Reads* reads) const {
  target.AddReads(secret.has_value() ? secret->data() : to, reads);
  recipe.AddReads(reads);
}

const Source* Reference::one_object() const {
  if (recipe.sources().size() != 1) return nullptr;
  const Source* source = recipe.sources().front().get();
  return source->reads_one_object() ? source : nullptr;
}

std::shared_ptr<const std::vector<Reference>> ReferencesOf(Fields& input) {
  auto& made = input.at().Made<const std::vector<Reference>>();
  if (made == nullptr) {
    auto references = std::make_shared<std::vector<Reference>>();
    std::vector<Input> entries;
    for (absl::string_view list : kLists) {
      std::set<std::string> names;
      size_t index = 0;
      for (const Input& entry : input.ListSection(list)) {
        Reference& reference =
            references->emplace_back(Reference::Parse(entry, input));
        reference.index = index++;
        entries.push_back(entry);
        Fields fields(entry);
        reference.name = std::string(fields.String("name").value_or(""));
        const std::string& name = reference.name;
        if (name.empty()) continue;
        if (!names.emplace(name).second) {
          entry.Invalid("name", absl::StrCat("\"", name, "\": is given twice"),
                        ProblemKind::kDuplicate);
        }
        Declare(reference, input);
      }
    }
    CheckRounds(*references, entries);
    made = references;
  }
  for (absl::string_view list : kLists) input.Allow(list);
  return made;
}

}  // namespace loom
