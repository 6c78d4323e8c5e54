// SPDX-License-Identifier: Apache-2.0
#include "sections/references/sources/source.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "crossplane/kinds/access_policy.h"
#include "crossplane/kinds/encoded_fields.h"
#include "crossplane/objects/status.h"
#include "data/value/budget.h"
#include "data/value/bytes.h"
#include "sections/references/sources/object.h"

namespace loom {
namespace {

constexpr char kObjectNotReady[] = "object is not ready";

}  // namespace

bool FieldOfObjects::AreOfCluster() const {
  return place_.holder == Place::Holder::kComposed ||
         place_.holder == Place::Holder::kRequired;
}

bool FieldOfObjects::Waits(const ResolveOptions& options, const Value& object,
                           Pool* pool) const {
  return options.wait_for == WaitFor::kReady && AreOfCluster() &&
         !IsReady(object, pool);
}

void FieldOfObjects::ParsePath(Fields& fields) {
  path_ = fields.at()
              .ParsePath("fieldPath", fields.Required("fieldPath"))
              .value_or(Path());
  decoding_ = ParseDecoding(fields);
  fields.Done();
}

absl::StatusOr<Resolution> FieldOfObjects::Resolve(
    Call& call, const ResolveOptions& options, Outcome* outcome) const {
  LOOM_ASSIGN_OR_RETURN(Found found, Find(call, options.policies, outcome));
  if (found.state == LookupState::kPending) return Resolution();
  if (found.state == LookupState::kNothing) {
    return Resolution{.state = LookupState::kNothing};
  }
  std::string where = Where(found);
  if (found.state == LookupState::kFailed) {
    Resolution failed = Resolution::Failed(
        found.failure.reason, std::move(found.failure.cause), std::move(where));
    if (!found.refusal.empty()) {
      failed.failure.detail = std::string(HowToAllow(found.refusal));
    }
    return failed;
  }
  const FieldRead read{.path = path_,
                       .decoding = decoding_,
                       .into_encoded = options.into_encoded};
  Value list = Array();
  for (const Value* object : found.objects) {
    if (Waits(options, *object, call.pool)) {
      return Resolution::Failed(reasons::kNotReady, kObjectNotReady,
                                std::move(where));
    }
    if (!reads_many()) {
      return ReadField(place_, *object, read, std::move(where), call);
    }
    LOOM_ASSIGN_OR_RETURN(Resolution field,
                          ReadField(place_, *object, read, where, call));
    if (field.state != LookupState::kFound) return field;
    list.PushBack(field.value, call.pool->allocator());
  }
  Resolution made = Resolution::Of(std::move(list));
  made.failure.where = std::move(where);
  return made;
}

std::string WhyMissing(const Found& found, absl::string_view cause) {
  if (!found.refusal.empty()) {
    return absl::StrCat("is refused: ", found.refusal, "; ",
                        HowToAllow(found.refusal));
  }
  const std::string name = found.Shown();
  return absl::StrCat("is missing: ", found.kind, found.kind.empty() ? "" : " ",
                      name, name.empty() ? "" : ": ", cause);
}

absl::StatusOr<ObjectFound> FieldOfObjects::FindObject(
    Call& call, const ResolveOptions& options, Outcome* outcome) const {
  LOOM_ASSIGN_OR_RETURN(const Found found,
                        Find(call, options.policies, outcome));
  if (found.state == LookupState::kFailed) {
    return ObjectFound{.why_missing = WhyMissing(found, found.failure.cause)};
  }
  if (found.state != LookupState::kFound) return ObjectFound();
  if (Waits(options, found.object(), call.pool)) {
    return ObjectFound{.why_missing = WhyMissing(found, kObjectNotReady)};
  }
  return ObjectFound{.object = &found.object()};
}

namespace {

using Made = std::unique_ptr<const Source>;
using Holder = Place::Holder;

Found Failed(absl::string_view reason, absl::string_view cause) {
  return {.state = LookupState::kFailed,
          .failure = {.reason = reason, .cause = std::string(cause)}};
}

Found One(const Value& object) {
  return {.state = LookupState::kFound, .objects = {&object}};
}

// An object that is part of every call.
struct PlaceType {
  Holder holder;
  const char* name;           // the field that names it; "": it has no name
  absl::string_view missing;  // the cause if there is no object
};
constexpr PlaceType kResource = {Holder::kComposed, "name",
                                 "resource is not observed yet"};
constexpr PlaceType kComposite = {Holder::kComposite, "", ""};
constexpr PlaceType kEnvironment = {Holder::kEnvironment, "", ""};
constexpr PlaceType kContext = {Holder::kContext, "key",
                                "the context has no such key"};

class FromPlace : public FieldOfObjects {
 public:
  FromPlace(Fields& fields, const PlaceType& type)
      : FieldOfObjects({type.holder, NameIn(fields, type)}), type_(type) {
    ParsePath(fields);
  }
  absl::string_view resource() const override {
    return type_.holder == Holder::kComposed ? absl::string_view(place().name)
                                             : "";
  }

 private:
  static std::string NameIn(Fields& fields, const PlaceType& type) {
    return std::string(*type.name == '\0' ? "" : fields.Required(type.name));
  }
  absl::StatusOr<Found> Find(Call& call, AccessPolicies,
                             Outcome*) const override {
    LOOM_ASSIGN_OR_RETURN(const Value* object, place().Source(call));
    return object == nullptr ? Failed(reasons::kNotFound, type_.missing)
                             : One(*object);
  }
  std::string Where(const Found&) const override {
    return absl::StrCat(type_.holder == Holder::kComposed ? "resource " : "",
                        place().Shown(), " ", path());
  }

  const PlaceType& type_;
};

class FromRequirement : public FieldOfObjects {
 public:
  explicit FromRequirement(Fields& fields)
      : FieldOfObjects({.holder = Holder::kRequired}),
        name_(fields.Required("name")) {
    ParsePath(fields);
  }
  bool reads_one_object() const override { return true; }

 private:
  absl::StatusOr<Found> Find(Call& call, AccessPolicies policies,
                             Outcome*) const override {
    LOOM_ASSIGN_OR_RETURN(auto answer, call.required.Answer(name_));
    if (!answer.has_value()) {
      return Failed(reasons::kNotFound,
                    "the step has no requirement of that name");
    }
    if (answer->empty()) return Failed(reasons::kNotFound, "object not found");
    if (answer->size() > 1) {
      return Failed(reasons::kAmbiguous,
                    absl::StrCat(answer->size(), " objects match, want 1"));
    }
    // The author of the Composition wrote its namespace, or none.
    LOOM_ASSIGN_OR_RETURN(
        const absl::string_view refusal,
        RefusalOfObject(*answer->front(),
                        /*ns_is_fixed=*/true, policies, call));
    if (refusal.empty()) return One(*answer->front());
    Found refused = Failed(reasons::kNotAllowed, refusal);
    refused.refusal = refusal;
    return refused;
  }
  std::string Where(const Found&) const override {
    return absl::StrCat("requirement ", name_, " ", path());
  }

  const std::string name_;
};

class FromCredentials : public Source {
 public:
  explicit FromCredentials(Fields& fields)
      : name_(fields.Required("name")), key_(fields.Required("key")) {
    fields.Done();
  }

  absl::StatusOr<Resolution> Resolve(Call& call, const ResolveOptions&,
                                     Outcome*) const override {
    const std::string where = absl::StrCat("credentials ", name_, " ", key_);
    const absl::string_view* bytes = call.request.credentials.Find(name_);
    if (bytes == nullptr) {
      return Resolution::Failed(reasons::kNotFound,
                                "the step has no credentials of that name",
                                where);
    }
    call.pool->NoteSecret();
    auto data = CredentialDataOf(*bytes);
    LOOM_RETURN_IF_ERROR(call.decoder.Check(data.status(), "credentials"));
    const absl::string_view* text = data->Find(key_);
    if (text == nullptr || text->empty()) {
      return Resolution::Failed(reasons::kFieldMissing,
                                "the credentials have no such key", where);
    }
    Resolution found =
        Resolution::Of(BytesValue(View(MakeText(*text, call.pool)), call.pool));
    found.failure.where = where;
    return found;
  }

 private:
  const std::string name_, key_;
};

Made MakeObject(const Input& input, Fields& root) {
  return std::make_unique<const ObjectSource>(input, root);
}

template <const PlaceType& type>
Made MakePlace(const Input& input, Fields&) {
  Fields fields(input);
  return std::make_unique<const FromPlace>(fields, type);
}

template <typename Type>
Made Make(const Input& input, Fields&) {
  Fields fields(input);
  return std::make_unique<const Type>(fields);
}

// The table. Add a source here.
constexpr struct {
  absl::string_view member;
  Made (*parse)(const Input& input, Fields& root);
} kTypes[] = {
    {"fromObject", MakeObject},
    {"fromRef", MakeObject},
    {"fromResource", MakePlace<kResource>},
    {"fromComposite", MakePlace<kComposite>},
    {"fromEnvironment", MakePlace<kEnvironment>},
    {"fromContext", MakePlace<kContext>},
    {"fromRequirement", Make<FromRequirement>},
    {"fromCredentials", Make<FromCredentials>},
};

}  // namespace

std::unique_ptr<const Source> Source::Parse(Fields& entry, Fields& root) {
  Made source;
  std::vector<absl::string_view> given;
  for (const auto& type : kTypes) {
    std::optional<Input> input = entry.Object(type.member);
    if (!input.has_value()) continue;
    given.push_back(type.member);
    source = type.parse(*input, root);
  }
  if (given.size() == 1) return source;
  if (!given.empty()) {
    entry.at().Problem(
        absl::StrCat(absl::StrJoin(given, " and "), " cannot be combined"));
    return nullptr;
  }
  std::vector<std::string> names;
  for (const auto& type : kTypes) names.emplace_back(type.member);
  entry.at().Problem(
      {.kind = ProblemKind::kIncomplete,
       .message =
           absl::StrCat("one of ", absl::StrJoin(names, ", "), " is required"),
       .names = std::move(names)});
  return nullptr;
}

}  // namespace loom
