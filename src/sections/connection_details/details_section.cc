// SPDX-License-Identifier: Apache-2.0
#include "sections/connection_details/details_section.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "sections/shared/connection_secrets/connection_secret.h"

namespace loom {
namespace {

absl::Status AddAll(const std::string& resource, Call& call,
                    GatheredDetails* gathered) {
  gathered->has_all_from = true;
  LOOM_ASSIGN_OR_RETURN(const ObservedDetails details,
                        call.composed.DetailsOf(call.NameOf(resource)));
  for (const auto& [key, value] : details) {
    gathered->values[std::string(key)] = std::string(value);
  }
  if (details.empty()) {
    gathered->texts.push_back(
        absl::StrCat("allFrom: ", resource, " connection details are missing"));
  }
  return absl::OkStatus();
}

absl::Status AddOne(const Detail& detail, Call& call,
                    GatheredDetails* gathered) {
  LOOM_ASSIGN_OR_RETURN(DetailValue value, detail.Make(call));
  if (!value.is_missing()) {
    gathered->values[detail.name()] = std::move(value.bytes);
    return absl::OkStatus();
  }
  gathered->missing.push_back(detail.name());
  gathered->texts.push_back(absl::StrCat(detail.name(), ": ", value.cause));
  return absl::OkStatus();
}

}  // namespace

bool GatheredDetails::Keeps(absl::string_view key) const {
  return has_all_from ||
         std::binary_search(missing.begin(), missing.end(), key);
}

absl::StatusOr<GatheredDetails> GatherDetails(const std::vector<Detail>& list,
                                              Call& call) {
  GatheredDetails gathered;
  for (const Detail& detail : list) {
    LOOM_RETURN_IF_ERROR(detail.all_from().empty()
                             ? AddOne(detail, call, &gathered)
                             : AddAll(detail.all_from(), call, &gathered));
  }
  std::sort(gathered.missing.begin(), gathered.missing.end());
  return gathered;
}

namespace {

// Keys and their values in base64, in the order of the keys.
using Data = std::map<absl::string_view, absl::string_view>;

void AddDetails(const Details& details, Pool* pool, Data* data) {
  for (const auto& [key, value] : details) {
    (*data)[pool->Keep(key)] = View(MakeText(absl::Base64Escape(value), pool));
  }
}

// Adds the keys of a Secret that `adds` selects.
template <typename Adds>
absl::Status AddDataOf(const Value* secret, Adds adds, Pool* pool, Data* data) {
  const Value* object = secret == nullptr ? nullptr : Dig(*secret, {"data"});
  if (object == nullptr || !object->IsObject()) return absl::OkStatus();
  for (const Member& member : Members(*object, pool)) {
    if (!member.value.IsString() || !adds(View(member.name))) continue;
    (*data)[View(member.name)] = View(member.value);
  }
  return absl::OkStatus();
}

absl::Status AddEarlier(const Value& composite, const Value* composed,
                        Call& call, Data* data) {
  if (IsModern(composite)) {
    LOOM_ASSIGN_OR_RETURN(const Details* published,
                          call.composite.PublishedDetails());
    AddDetails(*published, call.pool, data);
  }
  return AddDataOf(
      composed, [](absl::string_view) { return true; }, call.pool, data);
}

}  // namespace

absl::Status ComposeDetails(const GatheredDetails& gathered,
                            const DetailsOutput& output, Call& call) {
  Pool* pool = call.pool;
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  const absl::string_view name = pool->Keep(SecretResourceName(*composite));
  LOOM_ASSIGN_OR_RETURN(const Value* composed, call.composed.Desired(name));
  LOOM_ASSIGN_OR_RETURN(const Value* observed, call.composed.Observed(name));
  // Done even before there are details, so that the error is reported at once.
  LOOM_ASSIGN_OR_RETURN(const Value location,
                        output.Location(*composite, composed, observed, pool));
  Data data;
  LOOM_RETURN_IF_ERROR(AddEarlier(*composite, composed, call, &data));
  LOOM_RETURN_IF_ERROR(AddDataOf(
      observed,
      [&](absl::string_view key) {
        return gathered.Keeps(key) && !data.contains(key);
      },
      pool, &data));
  AddDetails(gathered.values, pool, &data);
  if (data.empty() && observed == nullptr) return absl::OkStatus();
  Value secret = ComposeSecret(location, {}, pool);
  Value& object = *Find(secret, "data", pool);
  for (const auto& [key, value] : data) {
    Set(object, key, Borrow(value), pool);
  }
  return call.composed.SetDesired(name, std::move(secret), Ready::kTrue);
}

namespace {

constexpr struct {
  absl::string_view name;
  DetailsMode mode;
} kModes[] = {{"Auto", DetailsMode::kAuto},
              {"Composite", DetailsMode::kComposite},
              {"Secret", DetailsMode::kSecret}};

absl::Status NoNamespace(bool named_by_composite) {
  return Harmless(absl::InvalidArgumentError(absl::StrCat(
      named_by_composite
          ? "the composite's spec.writeConnectionSecretToRef.namespace"
          : "invalid Function input: output.secret.namespace",
      ": required, because the composite is cluster-scoped")));
}

}  // namespace

DetailsOutput DetailsOutput::Parse(Fields& input, bool has_details) {
  DetailsOutput output;
  // Without details, `output` is that of the step
  // (sections/output/step_output.h).
  if (!has_details) return output;
  std::optional<Input> section = input.Section("output");
  if (!section.has_value()) return output;
  Fields fields(*section);
  const auto* row = fields.Choice("mode", kModes, &kModes[0]);
  if (row != nullptr) output.mode = row->mode;
  if (std::optional<Input> secret = fields.Object("secret")) {
    Fields members(*secret);
    output.name = std::string(members.Required("name"));
    output.ns = std::string(members.String("namespace").value_or(""));
    members.Done();
    if (output.mode == DetailsMode::kComposite) {
      section->Note("secret",
                    "has no effect: mode Composite creates no Secret");
    }
  }
  fields.Done();
  return output;
}

bool DetailsOutput::GoesToSecret(const Value& composite) const {
  return mode == DetailsMode::kSecret ||
         (mode == DetailsMode::kAuto && IsModern(composite));
}

absl::StatusOr<Value> DetailsOutput::Location(const Value& composite,
                                              const Value* composed,
                                              const Value* observed,
                                              Pool* pool) const {
  static constexpr absl::string_view kRef = "writeConnectionSecretToRef";
  absl::string_view named = TextAt(composite, {"spec", kRef, "name"});
  absl::string_view in = TextAt(composite, {"spec", kRef, "namespace"});
  const bool by_composite = !named.empty();
  if (!by_composite) {
    named = name;
    in = ns;
  }
  if (named.empty() && composed != nullptr) {
    named = Name(*composed);
    in = Namespace(*composed);
  }
  if (in.empty()) in = Namespace(composite);
  if (in.empty() && observed != nullptr) in = Namespace(*observed);
  if (in.empty()) return NoNamespace(by_composite);
  Value location = Object();
  Set(location, "name",
      named.empty() ? Text(absl::StrCat(Name(composite), "-connection"), pool)
                    : Text(named, pool),
      pool);
  Set(location, "namespace", Text(in, pool), pool);
  return location;
}

namespace {

constexpr absl::string_view kType = "ConnectionDetailsReady";

// Adds the details to those that the composite already has.
absl::Status Publish(const GatheredDetails& gathered, Call& call) {
  LOOM_ASSIGN_OR_RETURN(const Details before,
                        call.composite.ObservedPublished());
  LOOM_ASSIGN_OR_RETURN(const Details* published,
                        call.composite.PublishedDetails());
  Details now = gathered.values;
  for (const auto& [key, value] : before) {
    if (!gathered.Keeps(key) || published->contains(key)) continue;
    now.emplace(key, value);
  }
  if (now.empty()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(Details * details, call.composite.ChangeDetails());
  for (auto& [key, value] : now) (*details)[key] = std::move(value);
  return absl::OkStatus();
}

// The Secret would replace the resource that a template renders with its name.
absl::Status CheckName(const std::string& name, const OwnTemplates& own,
                       const Call& call) {
  const std::string by = own.MadeBy(name, call.expansions);
  if (by.empty()) return absl::OkStatus();
  return AnnotatePlace(
      Harmless(absl::FailedPreconditionError(absl::StrCat(
          "the name \"", name, "\" of their Secret is already used by ", by))),
      "connectionDetails");
}

void Tell(std::vector<std::string> texts, Outcome* outcome) {
  for (std::string& text : texts) {
    outcome->Add(Remark{.type = std::string(kType),
                        .status = ConditionStatus::kFalse,
                        .reason = "KeysMissing",
                        .text = std::move(text)});
  }
  outcome->Add(Remark{.type = std::string(kType), .reason = "Complete"});
}

}  // namespace

std::unique_ptr<const Section> DetailsSection::Parse(Fields& input) {
  std::vector<Detail> list;
  std::set<std::string> names;
  for (const Input& entry : input.ListSection("connectionDetails")) {
    list.push_back(Detail::Parse(entry));
    const std::string& name = list.back().name();
    if (!name.empty() && !names.insert(name).second) {
      entry.Invalid("name", absl::StrCat("duplicate name \"", name, "\""),
                    ProblemKind::kDuplicate);
    }
  }
  DetailsOutput output = DetailsOutput::Parse(input, !list.empty());
  if (list.empty()) return nullptr;
  return std::make_unique<const DetailsSection>(
      std::move(list), std::move(output), OwnTemplates::Parse(input.at()));
}

absl::Status DetailsSection::Run(Call& call, Outcome* outcome) const {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  LOOM_ASSIGN_OR_RETURN(GatheredDetails gathered, GatherDetails(list_, call));
  if (output_.GoesToSecret(*composite)) {
    LOOM_RETURN_IF_ERROR(CheckName(SecretResourceName(*composite), own_, call));
    LOOM_RETURN_IF_ERROR(ComposeDetails(gathered, output_, call));
  } else {
    LOOM_RETURN_IF_ERROR(Publish(gathered, call));
  }
  Tell(std::move(gathered.texts), outcome);
  return absl::OkStatus();
}

}  // namespace loom
