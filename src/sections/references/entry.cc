// SPDX-License-Identifier: Apache-2.0
#include "sections/references/entry.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "language/cel/program/expression_names.h"
#include "sections/references/sources/object.h"
#include "sections/shared/own_status_writes.h"

namespace loom {
namespace {

// Reports whether one path is a prefix of the other.
bool Touch(const Path& a, const std::vector<Segment>& right) {
  const auto& left = a.segments();
  const size_t both = std::min(left.size(), right.size());
  return std::equal(left.begin(), left.begin() + std::ptrdiff_t(both),
                    right.begin());
}

// Reports whether an entry writes the part of the environment that an expression reads.
bool Writes(const Entry& entry, const ExpressionRead& read) {
  return read.name == "environment" &&
         entry.target.place().holder == Place::Holder::kEnvironment &&
         Touch(entry.to, read.path);
}

bool Writes(const Entry& entry, const FieldSource& field) {
  const Place& target = entry.target.place();
  const bool same = field.is_environment()
                        ? target.holder == Place::Holder::kEnvironment
                        : target.holder == Place::Holder::kComposed &&
                              !field.resource().empty() &&
                              target.name == field.resource();
  return same && Touch(entry.to, field.path().segments());
}

// Returns the fields that hold the name, the namespace and the labels of an object.
std::vector<const FieldSource*> FieldsOf(const Lookup& lookup) {
  std::vector<const FieldSource*> fields;
  auto add = [&](const TextOrField& text) {
    if (text.field.has_value()) fields.push_back(&*text.field);
  };
  add(lookup.name);
  add(lookup.ns);
  for (const LabelSource& label : lookup.labels) add(label.value);
  return fields;
}

// Returns the most rounds of the entries that write what is read.
template <typename Read>
int RoundsOfWriters(const std::vector<Entry>& entries,
                    const std::vector<int>& rounds, const Read& read) {
  int most = 0;
  for (size_t i = 0; i < rounds.size(); ++i) {
    if (Writes(entries[i], read)) most = std::max(most, rounds[i]);
  }
  return most;
}

}  // namespace

std::vector<int> RoundsOf(const std::vector<Entry>& entries,
                          const RequiredRounds& required) {
  std::vector<int> rounds;
  RequiredRounds named = required;
  for (const Entry& entry : entries) {
    int most = 0;
    for (const auto& source : entry.recipe->sources()) {
      if (source->as_object() == nullptr) continue;
      const Lookup& lookup = source->as_object()->lookup();
      int before = lookup.kind.known.has_value() ? 0 : 1;
      for (const FieldSource* field : FieldsOf(lookup)) {
        before = std::max(before, RoundsOfWriters(entries, rounds, *field));
      }
      for (const ExpressionRead& read : ReadsOfLookup(lookup)) {
        before = std::max({before, RoundsOfRead(read, named),
                           RoundsOfWriters(entries, rounds, read)});
      }
      most = std::max(most, before + 1);
    }
    rounds.push_back(most);
    if (!entry.name.empty()) named.emplace(entry.name, most);
  }
  return rounds;
}

namespace {

constexpr absl::string_view kLists[] = {"references", "externalValues"};

// Reads the field `obscured`. The value goes only to a key of the context, or to a
// Secret.
void ParseObscured(const Input& input, Entry* entry) {
  Fields fields(input);
  std::optional<Input> as = fields.Object("makeAvailableAs");
  std::optional<Input> secret = fields.Object("secret");
  if (as.has_value() == secret.has_value()) {
    input.RequireOne({"makeAvailableAs", "secret"});
  }
  if (as.has_value()) {
    Fields members(*as);
    entry->target =
        Target::ContextKey(std::string(members.Required("contextKey")));
    members.Done();
  } else if (secret.has_value()) {
    entry->secret = ObscuredSecret::Parse(*secret, fields);
    entry->target = Target::ParseComposed(fields);
    entry->field = entry->secret->ref.text();
  }
  fields.Done();
}

void ParseFieldPath(Fields& fields, Entry* entry) {
  const absl::string_view to = fields.String("toFieldPath").value_or("");
  if (to.empty() && entry->target.place().holder != Place::Holder::kContext) {
    fields.at().Missing("toFieldPath");
  }
  absl::StatusOr<Path> path = fields.at().ParsePath("toFieldPath", to);
  if (path.ok()) entry->SetField(*std::move(path));
}

void CheckTarget(const Input& input, const Entry& entry) {
  const auto& segments = entry.to.segments();
  const Place& target = entry.target.place();
  if (target.holder == Place::Holder::kComposite &&
      (segments.empty() || segments.front().field != "status")) {
    input.Invalid("toFieldPath",
                  absl::StrCat("\"", entry.to.text(),
                               "\": a function writes only the status of the "
                               "composite"));
  }
  if (target.holder != Place::Holder::kComposed) return;
  for (const auto& source : entry.recipe->sources()) {
    if (!source->resource().empty() && source->resource() == target.name &&
        source->path() == entry.field) {
      input.Problem("refers to itself");
    }
  }
}

// Declares the name for expressions.
void Declare(const Entry& entry, const Fields& input) {
  RequiredNames::Of(input.at())
      ->Declare(entry.name, entry.one_object() != nullptr
                                ? ""
                                : absl::StrCat("the reference \"", entry.name,
                                               "\" does not read one object"));
}

void CheckRounds(const std::vector<Entry>& entries,
                 const std::vector<Input>& inputs) {
  const auto& required =
      inputs.empty() ? nullptr : inputs.front().Made<const RequiredRounds>();
  const std::vector<int> rounds =
      RoundsOf(entries, required == nullptr ? RequiredRounds() : *required);
  for (size_t i = 0; i < rounds.size(); ++i) {
    if (rounds[i] <= limits::kRounds) continue;
    inputs[i].Problem(
        absl::StrCat("needs ", rounds[i],
                     " rounds of requirements, but Crossplane makes at most ",
                     limits::kRounds));
  }
}

bool IsOwnStatusWrite(const Entry& entry) {
  const Place& target = entry.target.place();
  const auto sources = entry.recipe->sources();
  return target.holder == Place::Holder::kComposed &&
         std::any_of(sources.begin(), sources.end(), [&](const auto& source) {
           return source->resource() == target.name &&
                  absl::StartsWith(source->path(), "status.");
         });
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

Entry Entry::Parse(const Input& input, Fields& root) {
  Fields fields(input);
  Entry entry;
  entry.place = input.place();
  fields.Allow("name");
  if (std::optional<Input> obscured = fields.Object("obscured")) {
    ParseObscured(*obscured, &entry);
  } else {
    entry.target = Target::Parse(fields);
  }
  entry.recipe = std::make_unique<const SourcesRecipe>(fields, root);
  if (!fields.Has("obscured")) ParseFieldPath(fields, &entry);
  entry.policy = ReferencePolicy::Parse(fields);
  CheckTarget(input, entry);
  fields.Done();
  return entry;
}

const Source* Entry::one_object() const {
  const auto sources = recipe->sources();
  return sources.size() == 1 && sources.front()->reads_one_object()
             ? sources.front().get()
             : nullptr;
}

Entries ReferencesOf(Fields& input) {
  auto& made = input.at().Made<const std::vector<Entry>>();
  if (made == nullptr) {
    auto entries = std::make_shared<std::vector<Entry>>();
    auto own = std::make_shared<OwnStatusWrites>();
    std::vector<Input> inputs;
    for (absl::string_view list : kLists) {
      std::set<std::string> names;
      size_t index = 0;
      for (const Input& at : input.ListSection(list)) {
        Entry& entry = entries->emplace_back(Entry::Parse(at, input));
        entry.index = index++;
        inputs.push_back(at);
        if (IsOwnStatusWrite(entry)) {
          own->push_back(
              {entry.place, entry.target.place().name, entry.to.text()});
        }
        Fields fields(at);
        entry.name = std::string(fields.String("name").value_or(""));
        if (entry.name.empty()) continue;
        if (!names.emplace(entry.name).second) {
          at.Invalid("name",
                     absl::StrCat("duplicate name \"", entry.name, "\""),
                     ProblemKind::kDuplicate);
        }
        Declare(entry, input);
      }
    }
    CheckRounds(*entries, inputs);
    input.at().Made<OwnStatusWrites>() = std::move(own);
    made = entries;
  }
  for (absl::string_view list : kLists) input.Allow(list);
  return made;
}

}  // namespace loom
