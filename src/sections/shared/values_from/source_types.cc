// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "crossplane/call/field.h"
#include "crossplane/call/lookup.h"
#include "crossplane/kinds/encoded_fields.h"
#include "crossplane/objects/status.h"
#include "data/value/budget.h"
#include "data/value/bytes.h"
#include "sections/shared/values_from/source.h"

namespace loom {
namespace {

using Made = std::unique_ptr<const Source>;
using Holder = Place::Holder;

constexpr absl::string_view kObjectNotReady = "object is not ready";

// Reports whether a reference has to wait for an existing object (IsReady of
// crossplane/objects/status.h).
bool Waits(const ResolveOptions& options, const Value& object, Pool* pool) {
  return options.wait_for == WaitFor::kReady && !IsReady(object, pool);
}

class FromObject : public Source {
 public:
  FromObject(const Input& input, Fields& root)
      : source_(ObjectSource::Parse(input, root)) {}

  absl::StatusOr<Resolution> Resolve(Call& call, const ResolveOptions& options,
                                     Outcome* outcome) const override {
    LOOM_ASSIGN_OR_RETURN(
        Found found, FindObjects(source_, options.policies, call, outcome));
    if (found.state == Found::State::kPending) return Resolution();
    if (found.state == Found::State::kNothing) {
      return Resolution{.state = Resolution::State::kNothing};
    }
    const std::string where =
        found.Where(source_.kind.name.ApiVersion(), source_.path.text());
    if (found.state == Found::State::kFailed) {
      return Resolution::Failed(found.failure.reason,
                                std::move(found.failure.cause), where);
    }
    Value list = Array();
    for (const Value* object : found.objects) {
      if (Waits(options, *object, call.pool)) {
        return Resolution::Failed(reasons::kNotReady,
                                  std::string(kObjectNotReady), where);
      }
      LOOM_ASSIGN_OR_RETURN(Resolution field,
                            ReadField({.holder = Holder::kRequired}, *object,
                                      {.path = source_.path,
                                       .decoding = source_.decoding,
                                       .into_encoded = options.into_encoded},
                                      where, call));
      if (field.state != Resolution::State::kValue || !reads_many()) {
        return field;
      }
      list.PushBack(field.value, call.pool->allocator());
    }
    Resolution made = Resolution::Of(std::move(list));
    made.failure.where = where;
    return made;
  }
  bool reads_one_object() const override { return !reads_many(); }
  absl::StatusOr<ObjectFound> FindObject(Call& call,
                                         const ResolveOptions& options,
                                         Outcome* outcome) const override {
    LOOM_ASSIGN_OR_RETURN(
        const Found found,
        FindObjects(source_, options.policies, call, outcome));
    ObjectFound one{.refusal = found.refusal};
    if (found.state == Found::State::kFound &&
        !Waits(options, found.object(), call.pool)) {
      one.object = &found.object();
    }
    return one;
  }
  void AddReads(Reads* reads) const override { source_.AddReads(reads); }
  const ObjectSource* object() const override { return &source_; }

 private:
  bool reads_many() const { return source_.mode == SelectionMode::kMultiple; }

  ObjectSource source_;
};

// A source whose object is available without a requirement.
class FromPlace : public Source {
 public:
  absl::StatusOr<Resolution> Resolve(Call& call, const ResolveOptions& options,
                                     Outcome*) const override {
    LOOM_ASSIGN_OR_RETURN(const WholeObject whole, Find(call, options));
    if (whole.object == nullptr) {
      return Resolution::Failed(whole.reason, whole.cause, Where());
    }
    if (is_object_of_cluster() && Waits(options, *whole.object, call.pool)) {
      return Resolution::Failed(reasons::kNotReady,
                                std::string(kObjectNotReady), Where());
    }
    return ReadField(place_, *whole.object,
                     {.path = path_,
                      .decoding = decoding_,
                      .into_encoded = options.into_encoded},
                     Where(), call);
  }
  absl::string_view path() const override { return path_.text(); }
  absl::string_view resource() const override {
    return place_.holder == Holder::kComposed ? absl::string_view(place_.name)
                                              : "";
  }
  void AddReads(Reads* reads) const override {
    FieldMask* object = place_.SourceReads(reads);
    if (object == nullptr) return;
    AddPath(path_.segments(), object);
    AddManifestReads(path_.segments(), object);
    if (is_object_of_cluster()) object->Add({"status", "conditions"});
  }

 protected:
  explicit FromPlace(Holder holder) { place_.holder = holder; }

  void ParsePath(Fields& fields) {
    path_ = fields.at()
                .ParsePath("fieldPath", fields.Required("fieldPath"))
                .value_or(Path());
    decoding_ = ParseDecoding(fields);
    fields.Done();
  }
  // Returns an object of the call, which is not copied: many references may read the
  // same large one. Without an object, returns the reason.
  struct WholeObject {
    const Value* object = nullptr;
    absl::string_view reason = "";
    std::string cause = "";
  };
  static WholeObject Missing(absl::string_view cause) {
    return {.reason = reasons::kNotFound, .cause = std::string(cause)};
  }
  virtual absl::StatusOr<WholeObject> Find(
      Call& call, const ResolveOptions& options) const = 0;
  virtual std::string Whose() const = 0;

  Place place_;

 private:
  // Whether it has conditions of its own, which a policy may wait for.
  bool is_object_of_cluster() const {
    return place_.holder == Holder::kComposed ||
           place_.holder == Holder::kRequired;
  }
  std::string Where() const { return absl::StrCat(Whose(), " ", path()); }

  Path path_;
  Decoding decoding_ = Decoding::kAuto;
};

// The places that need no look-up. `name` is the field that holds the name of the
// place; "": it has none.
struct PlaceType {
  Holder holder;
  const char* name;
  absl::string_view missing;  // the cause if there is no object
};
constexpr PlaceType kResource = {Holder::kComposed, "name",
                                 "resource is not observed yet"};
constexpr PlaceType kComposite = {Holder::kComposite, "", ""};
constexpr PlaceType kEnvironment = {Holder::kEnvironment, "", ""};
constexpr PlaceType kContext = {Holder::kContext, "key",
                                "the context has no such key"};

template <const PlaceType& type>
class FromKnownPlace : public FromPlace {
 public:
  FromKnownPlace(const Input& input, Fields&) : FromPlace(type.holder) {
    Fields fields(input);
    if (*type.name != '\0') {
      place_.name = std::string(fields.Required(type.name));
    }
    ParsePath(fields);
  }

 private:
  absl::StatusOr<WholeObject> Find(Call& call,
                                   const ResolveOptions&) const override {
    LOOM_ASSIGN_OR_RETURN(const Value* object, place_.Source(call));
    if (object == nullptr) return Missing(type.missing);
    return WholeObject{object};
  }
  std::string Whose() const override {
    return absl::StrCat(type.holder == Holder::kComposed ? "resource " : "",
                        place_.Shown());
  }
};

class FromRequirement : public FromPlace {
 public:
  FromRequirement(const Input& input, Fields&) : FromPlace(Holder::kRequired) {
    Fields fields(input);
    name_ = std::string(fields.Required("name"));
    ParsePath(fields);
  }
  bool reads_one_object() const override { return true; }
  absl::StatusOr<ObjectFound> FindObject(Call& call,
                                         const ResolveOptions& options,
                                         Outcome*) const override {
    LOOM_ASSIGN_OR_RETURN(auto answer, call.required.Answer(name_));
    if (!answer.has_value() || answer->size() != 1) return ObjectFound();
    const Value& object = *answer->front();
    LOOM_ASSIGN_OR_RETURN(const absl::string_view refusal,
                          Refusal(object, options, call));
    if (!refusal.empty() || Waits(options, object, call.pool)) {
      return ObjectFound{.refusal = refusal};
    }
    return ObjectFound{.object = &object};
  }

 private:
  // The author of the Composition wrote its namespace, or none.
  static absl::StatusOr<absl::string_view> Refusal(
      const Value& object, const ResolveOptions& options, Call& call) {
    return RefusalOfObject(object, /*ns_is_fixed=*/true, options.policies,
                           call);
  }
  absl::StatusOr<WholeObject> Find(
      Call& call, const ResolveOptions& options) const override {
    LOOM_ASSIGN_OR_RETURN(auto answer, call.required.Answer(name_));
    if (!answer.has_value()) {
      return Missing("the step has no requirement of that name");
    }
    if (answer->empty()) return Missing("object not found");
    if (answer->size() > 1) {
      return WholeObject{
          .reason = reasons::kAmbiguous,
          .cause = absl::StrCat(answer->size(), " objects match, want 1")};
    }
    LOOM_ASSIGN_OR_RETURN(const absl::string_view refusal,
                          Refusal(*answer->front(), options, call));
    if (!refusal.empty()) {
      return WholeObject{.reason = reasons::kNotAllowed,
                         .cause = std::string(refusal)};
    }
    return WholeObject{answer->front()};
  }
  std::string Whose() const override {
    return absl::StrCat("requirement ", name_);
  }

  std::string name_;
};

class FromCredentials : public Source {
 public:
  FromCredentials(const Input& input, Fields&) {
    Fields fields(input);
    name_ = std::string(fields.Required("name"));
    key_ = std::string(fields.Required("key"));
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
    LOOM_RETURN_IF_ERROR(Spend(Reading(text->size()), call.pool));
    Resolution found =
        Resolution::Of(BytesValue(call.pool->Keep(*text), call.pool));
    found.failure.where = where;
    return found;
  }
  void AddReads(Reads*) const override {}

 private:
  std::string name_, key_;
};

template <typename Type>
Made Make(const Input& input, Fields& root) {
  return std::make_unique<const Type>(input, root);
}

// The table. Add a source here.
constexpr struct {
  absl::string_view member;
  Made (*parse)(const Input& input, Fields& root);
} kTypes[] = {
    {"fromObject", Make<FromObject>},
    {"fromRef", Make<FromObject>},
    {"fromResource", Make<FromKnownPlace<kResource>>},
    {"fromComposite", Make<FromKnownPlace<kComposite>>},
    {"fromEnvironment", Make<FromKnownPlace<kEnvironment>>},
    {"fromContext", Make<FromKnownPlace<kContext>>},
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
