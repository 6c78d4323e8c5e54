// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/template_renderer.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/value/object.h"
#include "sections/shared/patches/endpoints.h"

namespace loom {
namespace {

// Sets a field of the metadata, or removes it if the string is empty. Metadata that is
// not an object is left unchanged, as by Go's accessors.
void SetMetadata(Value& object, absl::string_view name, absl::string_view text,
                 Pool* pool) {
  Value* metadata = Find(object, "metadata", pool);
  if (metadata == nullptr) {
    if (text.empty()) return;
    metadata = &FindOrAdd(object, "metadata", pool);
    metadata->SetObject();
  }
  if (!metadata->IsObject()) return;
  if (text.empty()) return Erase(*metadata, name, pool);
  Set(*metadata, name, Borrow(text), pool);
}

// Bucket (s3.example.org)
std::string NamedKindOf(const Value& object) {
  const absl::string_view group = GroupOf(ApiVersion(object));
  return absl::StrCat(Cut(Kind(object), limits::kName),
                      group.empty() ? "" : " (", Cut(group, limits::kName),
                      group.empty() ? "" : ")");
}

}  // namespace

absl::StatusOr<bool> TemplateRenderer::Render() {
  LOOM_ASSIGN_OR_RETURN(observed_, call_.composed.Observed(name_));
  variables_.object = observed_;
  LOOM_ASSIGN_OR_RETURN(const Wanted wanted, IsWanted());
  if (wanted == Wanted::kNo) return false;
  is_pending_ = wanted == Wanted::kPending;
  if (is_pending_ && observed_ == nullptr) return true;
  LOOM_RETURN_IF_ERROR(RenderObject());
  return true;
}

absl::StatusOr<TemplateRenderer::Wanted> TemplateRenderer::IsWanted() {
  if (!template_.condition.has_value()) return Wanted::kYes;
  absl::StatusOr<bool> holds =
      template_.condition->Bool(&variables_, call_.pool);
  if (holds.ok() && call_.observer != nullptr) {
    call_.observer->Tested(InTemplate("condition"), *holds);
  }
  const bool pending = IsPending(holds.status());
  if (!holds.ok() && !pending) {
    return Annotate(
        holds.status(),
        absl::StrCat("cannot render composed resource \"", name_, "\""));
  }
  if (holds.ok() && *holds) return Wanted::kYes;
  if (call_.observer != nullptr) {
    const bool made = pending && observed_ != nullptr;
    call_.observer->Asked(use(), "condition", holds.status(), made);
  }
  if (!pending) return Wanted::kNo;
  TellPending(holds.status(), observed_ == nullptr);
  return Wanted::kPending;
}

absl::Status TemplateRenderer::RenderObject() {
  LOOM_ASSIGN_OR_RETURN(Value object, Begin());
  if (call_.observer != nullptr) call_.observer->Began(use(), object);
  if (observed_ != nullptr) LOOM_RETURN_IF_ERROR(Observe(object));
  LOOM_ASSIGN_OR_RETURN(bool rendered, PatchAll(object));
  const bool has_composite = call_.request.observed.composite.has_value();
  if (item_ != nullptr && has_composite) Mark(object);
  if (rendered && (template_.replaces || template_.computes_kind() ||
                   template_.resource_name.has_aliases())) {
    LOOM_ASSIGN_OR_RETURN(rendered, CheckKind(object));
  }
  if (call_.observer != nullptr) {
    call_.observer->Ended(rendered ? &object : nullptr);
  }
  if (!rendered) {
    outcome_.not_ready = true;
    return absl::OkStatus();
  }
  LOOM_ASSIGN_OR_RETURN(Ready ready, ReadyNow());
  if (!rules_.follows_go) LOOM_RETURN_IF_ERROR(NoteOtherKind(object));
  return call_.composed.SetDesired(name_, std::move(object), ready,
                                   template_.encoded_base.get());
}

// Notes that the object replaces one of another kind, which an earlier step desires.
absl::Status TemplateRenderer::NoteOtherKind(const Value& object) {
  if (template_.base == nullptr || !call_.composed.CameDesired(name_)) {
    return absl::OkStatus();
  }
  LOOM_ASSIGN_OR_RETURN(const Value* earlier, call_.composed.Desired(name_));
  if (earlier == nullptr || AreOfOneKind(*earlier, object)) {
    return absl::OkStatus();
  }
  outcome_.Add(
      Result{Severity::kNormal,
             absl::StrCat("composed resource \"", name_, "\": this ",
                          Cut(Kind(object), limits::kName), " replaces the ",
                          Cut(Kind(*earlier), limits::kName),
                          " that an earlier step desires"),
             ""});
  return absl::OkStatus();
}

absl::StatusOr<bool> TemplateRenderer::CheckKind(const Value& object) {
  const std::string who =
      absl::StrCat("cannot render composed resource \"", name_, "\"");
  for (absl::string_view member : {"apiVersion", "kind"}) {
    const Value* value = Find(object, member);
    if (value != nullptr && value->IsString() && !View(*value).empty())
      continue;
    return WithPlace(Harmless(absl::FailedPreconditionError(absl::StrCat(
                         who, ": ", member, " has no value that is a string"))),
                     InTemplate(absl::StrCat("template.", member)));
  }
  LOOM_RETURN_IF_ERROR(
      WithPlace(Annotate(CheckIdentity(object, call_.pool), who),
                InTemplate("template.apiVersion")));
  if (observed_ == nullptr || AreOfOneKind(*observed_, object)) return true;
  if (template_.replaces && !is_pending_) return Replace(object);
  const absl::string_view way_out =
      template_.replaces ? "; while its condition is pending, nothing changes"
                         : "; to delete the object and create the other one, "
                           "set replace: true";
  return WithPlace(
      Harmless(
          absl::FailedPreconditionError(
              absl::StrCat(who, ": the existing ", NamedKindOf(*observed_),
                           " cannot become a ", NamedKindOf(object), way_out)),
          absl::StrCat(who, ": the existing object has another kind", way_out)),
      InTemplate("template.kind"));
}

// Without the resource in the desired state, Crossplane deletes the observed object.
absl::StatusOr<bool> TemplateRenderer::Replace(const Value& object) {
  if (call_.composed.CameDesired(name_)) {
    const std::string why = absl::StrCat(
        "cannot replace composed resource \"", name_,
        "\" by an object of another kind, because an earlier step desires it");
    return WithPlace(Harmless(absl::FailedPreconditionError(why)),
                     InTemplate("name"));
  }
  const bool redacted = call_.pool->redacted();
  const std::string why = absl::StrCat(
      "waiting for the deletion of the ", Cut(Kind(*observed_), limits::kName),
      " ", Cut(Name(*observed_), limits::kName), ", which ",
      redacted ? "another object" : NamedKindOf(object), " replaces");
  outcome_.Add(Result{
      .severity = Severity::kNormal,
      .message = absl::StrCat("composed resource \"", name_, "\": ", why),
      .places = {InTemplate("template.kind")},
      .resource = std::string(name_)});
  outcome_.withheld.push_back({name_, why, InTemplate("template.kind")});
  return false;
}

// Marks an item with its template, so that none is lost with its list.
void TemplateRenderer::Mark(Value& object) const {
  Value& metadata = FindOrAdd(object, "metadata", call_.pool);
  if (!metadata.IsObject()) metadata.SetObject();
  Value& annotations = FindOrAdd(metadata, "annotations", call_.pool);
  if (!annotations.IsObject()) annotations.SetObject();
  Set(annotations, kForEachAnnotation,
      Borrow(call_.pool->Keep(ItemMark(template_.name))), call_.pool);
}

void TemplateRenderer::TellPending(const absl::Status& why, bool withholds) {
  const bool redacted = call_.pool->redacted();
  outcome_.Add(PendingExpression(name_, why, redacted));
  outcome_.not_ready = true;
  if (withholds) {
    outcome_.withheld.push_back(
        {name_, MessageOf(why, redacted), FactOf(why, Fact::kPlace)});
  }
}

absl::StatusOr<Value> TemplateRenderer::Begin() {
  if (template_.base != nullptr) {
    // Observers identify fields by their address in memory.
    if (call_.observer != nullptr) return Copy(*template_.base, call_.pool);
    return CopyToWrite(*template_.base, template_.written, call_.pool);
  }
  LOOM_ASSIGN_OR_RETURN(const Value* earlier, call_.composed.Desired(name_));
  if (earlier != nullptr) return Copy(*earlier, call_.pool);
  return Harmless(absl::FailedPreconditionError(absl::StrCat(
      "composed resource \"", name_,
      "\" has no base template, and was not produced by a previous Function "
      "in the pipeline")));
}

absl::Status TemplateRenderer::Observe(Value& object) {
  SetMetadata(object, "name", Name(*observed_), call_.pool);
  SetMetadata(object, "namespace", Namespace(*observed_), call_.pool);
  if (call_.observer != nullptr) call_.observer->Named(object);
  if (!template_.connection_details.empty()) {
    LOOM_RETURN_IF_ERROR(PublishDetails());
  }
  return CheckReadiness();
}

absl::Status TemplateRenderer::PublishDetails() {
  LOOM_ASSIGN_OR_RETURN(ObservedDetails details,
                        call_.composed.DetailsOf(name_));
  LOOM_ASSIGN_OR_RETURN(Details * published, call_.composite.ChangeDetails());
  LOOM_ASSIGN_OR_RETURN(
      const std::vector<ConnectionDetails::Pending> pending,
      template_.connection_details.Extract({*observed_, details, &variables_},
                                           call_.pool, published));
  if (pending.empty()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(const Details before,
                        call_.composite.ObservedPublished());
  for (const ConnectionDetails::Pending& detail : pending) {
    TellPending(detail.why, false);
    auto kept = before.find(detail.name);
    if (kept != before.end()) published->insert(*kept);
  }
  return absl::OkStatus();
}

absl::Status TemplateRenderer::CheckReadiness() {
  size_t passed = 0;
  absl::StatusOr<bool> ready =
      template_.readiness.Check(*observed_, call_.pool, &passed);
  if (call_.observer != nullptr) TellChecks(ready, passed);
  if (ready.ok()) {
    is_ready_ = *ready;
    return absl::OkStatus();
  }
  return Warn(
      absl::StrCat("cannot check readiness of composed resource \"", name_,
                   "\": ", MessageOf(ready.status(), call_.pool->redacted())));
}

void TemplateRenderer::TellChecks(const absl::StatusOr<bool>& ready,
                                  size_t passed) const {
  if (template_.readiness.is_default()) return;
  for (size_t i = 0; i <= passed; ++i) {
    const bool is_last = i == passed;
    if (is_last && ready.value_or(true)) return;
    call_.observer->Tested(InTemplate(absl::StrCat("readinessChecks[", i, "]")),
                           !is_last);
  }
}

std::string TemplateRenderer::InTemplate(absl::string_view member) const {
  return absl::StrCat("resources[", template_.index, "].", member);
}

absl::StatusOr<bool> TemplateRenderer::PatchAll(Value& object) {
  Endpoints endpoints{.call = call_,
                      .observed = observed_,
                      .desired = &object,
                      .item = item_ == nullptr ? nullptr : item_->item,
                      .variables = &variables_};
  const InlineObject* inlined = template_.inline_object.get();
  for (size_t i = 0; i < template_.patches.size(); ++i) {
    const Patch& patch = *template_.patches[i];
    if (inlined != nullptr && i == inlined->patches().size()) Drop(object);
    absl::Status status = endpoints.Apply(patch);
    if (status.ok()) continue;
    if (patch.PassesOver(status)) continue;
    if (!absl::IsNotFound(status)) {
      return Annotate(
          WithPlace(status, patch.place()),
          absl::StrCat("cannot render composed resource \"", name_, "\"",
                       rules_.follows_go ? " " : ": ", Named(patch, i)));
    }
    LOOM_ASSIGN_OR_RETURN(bool goes_on, Miss(patch, i, status, object));
    if (!goes_on) return false;
  }
  if (inlined != nullptr &&
      template_.patches.size() == inlined->patches().size()) {
    Drop(object);
  }
  return true;
}

// Runs once the strings of the template are computed.
void TemplateRenderer::Drop(Value& object) {
  template_.inline_object->DropUnfilled(&object, call_.pool);
  if (call_.observer != nullptr) call_.observer->Dropped(object);
}

absl::StatusOr<bool> TemplateRenderer::Miss(const Patch& patch, size_t index,
                                            const absl::Status& why,
                                            Value& object) {
  const bool withholds =
      observed_ == nullptr && patch.type().to == Endpoint::kDesiredComposed;
  if (IsPending(why)) {
    TellPending(AnnotatePlace(why, patch.place()), withholds);
    if (!withholds) {
      Endpoints endpoints{
          .call = call_, .observed = observed_, .desired = &object};
      LOOM_RETURN_IF_ERROR(endpoints.Keep(patch));
    }
  } else {
    LOOM_RETURN_IF_ERROR(WarnOfMissing(patch, index, why, withholds));
  }
  if (withholds && call_.observer != nullptr) call_.observer->Withheld();
  return !withholds;
}

absl::Status TemplateRenderer::WarnOfMissing(const Patch& patch, size_t index,
                                             const absl::Status& why,
                                             bool withholds) {
  std::string where = Named(patch, index);
  std::string reason = MessageOf(why, call_.pool->redacted());
  if (withholds) {
    return Warn(absl::StrCat("not adding new composed resource \"", name_,
                             "\" to desired state because ", where,
                             " has 'policy.fromFieldPath: Required': ", reason),
                patch.place());
  }
  return Warn(
      absl::StrCat("cannot render composed resource \"", name_, "\"",
                   rules_.follows_go ? " " : ": ", where,
                   ": ignoring 'policy.fromFieldPath: Required' because 'to' "
                   "resource already exists: ",
                   reason),
      patch.place());
}

// Returns the name of a patch in messages. P&T uses its index in the list of the
// resource after references are replaced by patches. The location in the input is
// easier to find for an author.
std::string TemplateRenderer::Named(const Patch& patch, size_t index) const {
  if (!rules_.follows_go) return patch.place();
  return absl::StrCat("\"", patch.type().name, "\" patch at index ", index);
}

// A template with neither base nor checks only patches a resource of an earlier step,
// and the readiness that the earlier step set stays.
absl::StatusOr<Ready> TemplateRenderer::ReadyNow() {
  if (is_ready_) return Ready::kTrue;
  if (template_.base != nullptr || !template_.readiness.is_default()) {
    return Ready::kUnspecified;
  }
  return call_.composed.ReadyOf(name_);
}

// A message may quote a string of any length, so it is cut here, before all messages
// are stored.
absl::Status TemplateRenderer::Warn(absl::string_view message,
                                    absl::string_view place) {
  outcome_.Add(
      Result{.severity = Severity::kWarning,
             .message = std::string(Shortened(message, limits::kMessage)),
             .places = {std::string(place)},
             .resource = std::string(name_)});
  return absl::OkStatus();
}

}  // namespace loom
