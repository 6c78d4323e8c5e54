// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "crossplane/call/lookup.h"
#include "crossplane/call/observer.h"
#include "crossplane/kinds/encoded_fields.h"
#include "data/value/budget.h"
#include "data/value/bytes.h"
#include "sections/shared/values_from/source.h"

namespace loom {
namespace {

using Made = std::unique_ptr<const Source>;
using Holder = FieldUse::Holder;

class FromObject : public Source {
 public:
  FromObject(const Input& input, Fields& root)
      : source_(ObjectSource::Parse(input, root)) {}

  absl::StatusOr<Resolution> Resolve(Call& call, const ResolveOptions& options,
                                     Outcome* outcome) const override {
    return ResolveObject(source_, options, call, outcome);
  }
  bool reads_one_object() const override {
    return source_.mode != SelectionMode::kMultiple;
  }
  absl::StatusOr<ObjectFound> FindObject(Call& call,
                                         const ResolveOptions& options,
                                         Outcome* outcome) const override {
    return loom::FindObject(source_, options, call, outcome);
  }
  void AddReads(Reads* reads) const override { source_.AddReads(reads); }
  const ObjectSource* object() const override { return &source_; }

 private:
  ObjectSource source_;
};

// A source whose object is available without a requirement.
class FromPath : public Source {
 public:
  absl::StatusOr<Resolution> Resolve(Call& call, const ResolveOptions& options,
                                     Outcome*) const override {
    LOOM_RETURN_IF_ERROR(path_.status());
    LOOM_ASSIGN_OR_RETURN(const WholeObject whole, Find(call, options));
    if (whole.object == nullptr) {
      return Resolution::Failed(whole.reason, whole.cause, Where());
    }
    const Value& object = *whole.object;
    if (is_object_of_cluster() && Waits(options, object, call.pool)) {
      return Resolution::Failed(reasons::kNotReady,
                                std::string(kObjectNotReady), Where());
    }
    if (call.observer != nullptr) {
      call.observer->Read({.holder = holder(),
                           .name = holder_name(),
                           .object = &object,
                           .path = path_->segments()});
    }
    return ReadField(object, *path_, decoding_, options.into_encoded, Where(),
                     call.pool);
  }
  absl::string_view path() const override {
    return path_.ok() ? absl::string_view(path_->text()) : "";
  }
  void AddReads(Reads* reads) const override {
    FieldMask* object = Part(reads);
    if (object == nullptr) return;
    if (path_.ok()) {
      AddPath(path_->segments(), object);
      AddManifestReads(path_->segments(), object);
    }
    if (is_object_of_cluster()) object->Add({"status", "conditions"});
  }

 protected:
  void ParsePath(Fields& fields) {
    path_ = fields.at().ParsePath("fieldPath", fields.Required("fieldPath"));
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
  virtual absl::StatusOr<WholeObject> Find(
      Call& call, const ResolveOptions& options) const = 0;
  virtual std::string Whose() const = 0;
  // The owner of the field, as reported to an observer.
  virtual Holder holder() const = 0;
  virtual absl::string_view holder_name() const { return ""; }
  // What is read of the object; nullptr: it is decoded whole.
  virtual FieldMask* Part(Reads* reads) const = 0;
  // Whether it has conditions of its own, which a policy may wait for.
  virtual bool is_object_of_cluster() const { return false; }

  static WholeObject Missing(std::string cause) {
    return {.reason = reasons::kNotFound, .cause = std::move(cause)};
  }

 private:
  std::string Where() const { return absl::StrCat(Whose(), " ", path()); }

  absl::StatusOr<Path> path_ = Path();
  Decoding decoding_ = Decoding::kAuto;
};

class FromResource : public FromPath {
 public:
  FromResource(const Input& input, Fields&) {
    Fields fields(input);
    name_ = std::string(fields.Required("name"));
    ParsePath(fields);
  }
  absl::string_view resource() const override { return name_; }

 private:
  absl::StatusOr<WholeObject> Find(Call& call,
                                   const ResolveOptions&) const override {
    LOOM_ASSIGN_OR_RETURN(const Value* object, call.composed.Observed(name_));
    if (object == nullptr) return Missing("resource is not observed yet");
    return WholeObject{object};
  }
  std::string Whose() const override {
    return absl::StrCat("resource ", name_);
  }
  Holder holder() const override { return Holder::kComposed; }
  absl::string_view holder_name() const override { return name_; }
  FieldMask* Part(Reads* reads) const override {
    return reads->Resource(name_);
  }
  bool is_object_of_cluster() const override { return true; }

  std::string name_;
};

class FromComposite : public FromPath {
 public:
  FromComposite(const Input& input, Fields&) {
    Fields fields(input);
    ParsePath(fields);
  }

 private:
  absl::StatusOr<WholeObject> Find(Call& call,
                                   const ResolveOptions&) const override {
    LOOM_ASSIGN_OR_RETURN(const Value* object, call.composite.Observed());
    return WholeObject{object};
  }
  std::string Whose() const override { return "composite"; }
  Holder holder() const override { return Holder::kComposite; }
  FieldMask* Part(Reads* reads) const override { return &reads->composite; }
};

class FromEnvironment : public FromPath {
 public:
  FromEnvironment(const Input& input, Fields&) {
    Fields fields(input);
    ParsePath(fields);
  }

 private:
  absl::StatusOr<WholeObject> Find(Call& call,
                                   const ResolveOptions&) const override {
    LOOM_ASSIGN_OR_RETURN(const Value* object, call.context.Environment());
    return WholeObject{object};
  }
  std::string Whose() const override { return "environment"; }
  Holder holder() const override { return Holder::kEnvironment; }
  FieldMask* Part(Reads* reads) const override { return &reads->environment; }
};

class FromContext : public FromPath {
 public:
  FromContext(const Input& input, Fields&) {
    Fields fields(input);
    key_ = std::string(fields.Required("key"));
    ParsePath(fields);
  }

 private:
  absl::StatusOr<WholeObject> Find(Call& call,
                                   const ResolveOptions&) const override {
    LOOM_ASSIGN_OR_RETURN(const Value* value, call.context.Get(key_));
    if (value == nullptr) return Missing("the context has no such key");
    return WholeObject{value};
  }
  std::string Whose() const override { return absl::StrCat("context ", key_); }
  Holder holder() const override { return Holder::kContext; }
  absl::string_view holder_name() const override { return key_; }
  FieldMask* Part(Reads*) const override { return nullptr; }

  std::string key_;
};

class FromRequirement : public FromPath {
 public:
  FromRequirement(const Input& input, Fields&) {
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
  Holder holder() const override { return Holder::kRequired; }
  FieldMask* Part(Reads* reads) const override { return &reads->required; }
  bool is_object_of_cluster() const override { return true; }

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
    {"fromResource", Make<FromResource>},
    {"fromComposite", Make<FromComposite>},
    {"fromEnvironment", Make<FromEnvironment>},
    {"fromContext", Make<FromContext>},
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
  entry.at().Problem(
      given.empty()
          ? absl::StrCat("one of ",
                         absl::StrJoin(kTypes, ", ",
                                       [](std::string* out, const auto& type) {
                                         absl::StrAppend(out, type.member);
                                       }),
                         " is required")
          : absl::StrCat(absl::StrJoin(given, " and "), " cannot be combined"));
  return nullptr;
}

}  // namespace loom
