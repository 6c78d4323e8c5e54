// SPDX-License-Identifier: Apache-2.0
#include "render/template_renderer.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/discretion.h"
#include "base/limits.h"
#include "base/shortened.h"
#include "base/status_macros.h"
#include "render/endpoints.h"
#include "resource/object.h"
#include "value/budget.h"
#include "value/object.h"

namespace loom {
namespace {

// The steps of a template without patches.
constexpr uint64_t kSteps = 200;

// Sets or, if the text is empty, removes a member of the metadata. Metadata
// that is no object is left alone, as Go's accessors leave it.
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

}  // namespace

absl::Status TemplateRenderer::Render() {
  LOOM_RETURN_IF_ERROR(Spend(kSteps, call_.pool));
  LOOM_ASSIGN_OR_RETURN(Value object, Begin());
  if (call_.observer != nullptr) call_.observer->Began(template_.name, object);
  LOOM_ASSIGN_OR_RETURN(const Value* observed,
                        call_.composed.Observed(template_.name));
  if (observed != nullptr) LOOM_RETURN_IF_ERROR(Observe(object, *observed));
  LOOM_ASSIGN_OR_RETURN(bool rendered, PatchAll(object, observed));
  if (call_.observer != nullptr) call_.observer->Ended();
  if (!rendered) {
    outcome_.not_ready = true;
    return absl::OkStatus();
  }
  LOOM_ASSIGN_OR_RETURN(Ready ready, ReadyNow());
  call_.composed.SetDesired(template_.name, std::move(object), ready);
  return absl::OkStatus();
}

absl::StatusOr<Value> TemplateRenderer::Begin() {
  if (template_.base != nullptr) return Copy(*template_.base, call_.pool);
  LOOM_ASSIGN_OR_RETURN(const Value* earlier,
                        call_.composed.Desired(template_.name));
  if (earlier != nullptr) return Copy(*earlier, call_.pool);
  return Harmless(absl::FailedPreconditionError(absl::StrCat(
      "composed resource \"", template_.name,
      "\" has no base template, and was not produced by a previous Function "
      "in the pipeline")));
}

absl::Status TemplateRenderer::Observe(Value& object, const Value& observed) {
  SetMetadata(object, "name", Name(observed), call_.pool);
  SetMetadata(object, "namespace", Namespace(observed), call_.pool);
  if (call_.observer != nullptr) call_.observer->Named(object);
  if (!template_.connection_details.empty()) {
    LOOM_ASSIGN_OR_RETURN(ObservedDetails details,
                          call_.composed.DetailsOf(template_.name));
    LOOM_ASSIGN_OR_RETURN(Details * published, call_.composite.ChangeDetails());
    LOOM_RETURN_IF_ERROR(template_.connection_details.Extract(
        observed, details, call_.pool, published));
  }
  return CheckReadiness(observed);
}

absl::Status TemplateRenderer::CheckReadiness(const Value& observed) {
  absl::StatusOr<bool> ready = template_.readiness.Check(observed, call_.pool);
  if (ready.ok()) {
    is_ready_ = *ready;
    return absl::OkStatus();
  }
  return Warn(absl::StrCat(
      "cannot check readiness of composed resource \"", template_.name,
      "\": ", MessageOf(ready.status(), call_.pool->discreet())));
}

absl::StatusOr<bool> TemplateRenderer::PatchAll(Value& object,
                                                const Value* observed) {
  Endpoints endpoints{.call = call_, .observed = observed, .desired = &object};
  for (size_t i = 0; i < template_.patches.size(); ++i) {
    const Patch& patch = *template_.patches[i];
    absl::Status status = endpoints.Apply(patch);
    if (status.ok()) continue;
    bool missing = absl::IsNotFound(status);
    if (missing && !patch.required()) continue;
    if (!missing) {
      return Annotate(status, absl::StrCat("cannot render composed resource \"",
                                           template_.name, "\"",
                                           rules_.names_places ? ": " : " ",
                                           Named(patch, i)));
    }
    bool withholds =
        observed == nullptr && patch.type().to == Endpoint::kDesiredComposed;
    LOOM_RETURN_IF_ERROR(WarnOfMissing(patch, i, status, withholds));
    if (withholds && call_.observer != nullptr) call_.observer->Withheld();
    if (withholds) return false;
  }
  return true;
}

absl::Status TemplateRenderer::WarnOfMissing(const Patch& patch, size_t index,
                                             const absl::Status& why,
                                             bool withholds) {
  std::string where = Named(patch, index);
  std::string reason = MessageOf(why, call_.pool->discreet());
  if (withholds) {
    return Warn(
        absl::StrCat("not adding new composed resource \"", template_.name,
                     "\" to desired state because ", where,
                     " has 'policy.fromFieldPath: Required': ", reason));
  }
  return Warn(
      absl::StrCat("cannot render composed resource \"", template_.name, "\"",
                   rules_.names_places ? ": " : " ", where,
                   ": ignoring 'policy.fromFieldPath: Required' because 'to' "
                   "resource already exists: ",
                   reason));
}

// The name of a patch in messages. P&T names its index in the list of the
// resource in which references are already replaced by patches. The place in
// the input is easier to find for an author.
std::string TemplateRenderer::Named(const Patch& patch, size_t index) const {
  if (rules_.names_places) return patch.place();
  return absl::StrCat("\"", patch.type().name, "\" patch at index ", index);
}

// A template without base only patches a resource of an earlier step. Unless
// its checks find it ready, the readiness that the earlier step set stays.
absl::StatusOr<Ready> TemplateRenderer::ReadyNow() {
  if (is_ready_) return Ready::kTrue;
  if (template_.base != nullptr) return Ready::kUnspecified;
  return call_.composed.ReadyOf(template_.name);
}

// A message may quote a text of any length, so it is cut here, not when all
// messages have been kept. What is kept counts as made.
absl::Status TemplateRenderer::Warn(absl::string_view message) {
  LOOM_RETURN_IF_ERROR(Spend(Writing(message.size()), call_.pool));
  // It is kept twice, here and in the response.
  LOOM_RETURN_IF_ERROR(
      Charge(2 * std::min(message.size(), limits::kMessage), call_.pool));
  outcome_.results.push_back({Severity::kWarning,
                              std::string(Shortened(message, limits::kMessage)),
                              ""});
  return absl::OkStatus();
}

}  // namespace loom
