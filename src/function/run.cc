// SPDX-License-Identifier: Apache-2.0
#include "function/run.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "base/status_macros.h"
#include "providerconfig/injection.h"
#include "render/templates.h"
#include "value/object.h"

namespace loom {
namespace {

// How long Crossplane may take to call again.
constexpr absl::Duration kTtl = absl::Seconds(60);
constexpr absl::Duration kUnresolvedTtl = absl::Seconds(15);

// A key that an earlier round of this call asked for and that is still not
// answered; "" if there is none.
absl::StatusOr<std::string> UnansweredSince(State* state) {
  LOOM_ASSIGN_OR_RETURN(Value * note, state->context.Get(kAskedKey));
  const Value* keys =
      note && note->IsObject() ? Find(*note, "keys", state->pool) : nullptr;
  if (keys == nullptr || !keys->IsArray()) return "";
  for (const Value& key : keys->GetArray()) {
    if (key.IsString() && state->request.Answer(View(key)) == nullptr) {
      return std::string(View(key));
    }
  }
  return "";
}

absl::Status Note(const Requirements& requirements, State* state) {
  Pool* pool = state->pool;
  Value keys = Array();
  for (const auto& [key, requirement] : requirements) {
    keys.PushBack(Text(key, pool), pool->allocator());
  }
  Value note = Object();
  Set(note, "keys", std::move(keys), pool);
  return state->context.Set(kAskedKey, std::move(note));
}

// The answer of a call that has to wait: everything as it came, and what it
// waits for.
absl::Status Wait(const Plan& plan, State* state) {
  Response& response = state->response;
  if (!plan.native) {
    response.PassThrough(state->request);
    return absl::OkStatus();
  }
  LOOM_ASSIGN_OR_RETURN(std::string unanswered, UnansweredSince(state));
  if (!unanswered.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("Crossplane does not answer the requirement ", unanswered,
                     ", which an earlier round of this call asked for; version "
                     "1.15 or newer "
                     "does, unless a cache of responses stands in between"));
  }
  LOOM_RETURN_IF_ERROR(Note(*response.requirements, state));
  response.PassThrough(state->request);
  state->context.Finish(&response);
  response.ttl = absl::ZeroDuration();  // no cache may keep this
  return absl::OkStatus();
}

void Require(const Asked& asked, State* state) {
  if (asked.requirements.empty()) return;
  auto& all = state->response.requirements;
  if (!all.has_value()) all.emplace();
  // Requirements that two sections share have one key.
  all->insert(asked.requirements.begin(), asked.requirements.end());
}

// Whether the configs are here; if so, the environment is the merged one.
absl::StatusOr<bool> MergeEnvironment(const Environment& environment,
                                      State* state) {
  LOOM_ASSIGN_OR_RETURN(Value * composite, state->composite.Observed());
  LOOM_ASSIGN_OR_RETURN(Value * incoming, state->context.Environment());
  LOOM_ASSIGN_OR_RETURN(Asked asked,
                        environment.Ask(*composite, *incoming, state->pool));
  Require(asked, state);
  LOOM_ASSIGN_OR_RETURN(bool answered,
                        environment.Answered(asked, state->answers));
  if (!answered) return false;
  LOOM_ASSIGN_OR_RETURN(
      *incoming, environment.Merge(std::move(*incoming), asked, state->answers,
                                   state->pool));
  return true;
}

// Whether the extra resources are here; if so, the context has them.
absl::StatusOr<bool> PutExtraResources(const ExtraResources& extra, bool merged,
                                       State* state) {
  LOOM_ASSIGN_OR_RETURN(Value * composite, state->composite.Observed());
  LOOM_ASSIGN_OR_RETURN(Value * environment, state->context.Environment());
  LOOM_ASSIGN_OR_RETURN(
      Asked asked, extra.Ask(*composite, *environment, merged, state->pool));
  Require(asked, state);
  LOOM_ASSIGN_OR_RETURN(bool answered, extra.Answered(asked, state->answers));
  if (!merged || !answered) return false;
  LOOM_ASSIGN_OR_RETURN(auto values,
                        extra.Collect(asked, state->answers, state->pool));
  for (auto& [key, value] : values) {
    LOOM_RETURN_IF_ERROR(state->context.Set(key, std::move(value)));
  }
  return true;
}

// Whether the call can go on; false: it has to wait for answers.
absl::StatusOr<bool> Gather(const Plan& plan, State* state) {
  bool merges = plan.environment.has_value() && !plan.environment->idle();
  bool complete = true;
  if (merges) {
    LOOM_ASSIGN_OR_RETURN(complete, MergeEnvironment(*plan.environment, state));
  }
  if (plan.extra_resources.has_value()) {
    LOOM_ASSIGN_OR_RETURN(
        complete, PutExtraResources(*plan.extra_resources, complete, state));
  }
  if (complete && merges) state->context.ChangeEnvironment();
  return complete;
}

absl::Status ApplyProviderConfig(const Plan& plan, State* state) {
  if (!plan.provider_config.has_value()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(Value * composite, state->composite.Observed());
  LOOM_ASSIGN_OR_RETURN(Value * environment, state->context.Environment());
  LOOM_ASSIGN_OR_RETURN(Injection injection,
                        Inject(*plan.provider_config, *composite, environment,
                               state->composed, state->pool));
  Response& response = state->response;
  if (injection.unresolved()) response.ttl = kUnresolvedTtl;
  if (injection.condition) response.conditions.push_back(*injection.condition);
  if (injection.result) response.results.push_back(*injection.result);
  for (absl::string_view name : injection.withheld) {
    state->composed.EraseDesired(name);
  }
  if (injection.withheld.empty()) return absl::OkStatus();
  return state->composite.SetNotReady();
}

// Crossplane before 2.0 answers only the older field. One that says what it can
// do needs no guess.
bool FillsExtraResources(const Plan& plan, const Request& request) {
  if (plan.requirement_fields != RequirementFields::kAuto) {
    return plan.requirement_fields == RequirementFields::kBoth;
  }
  return !(request.Has(Capability::kCapabilities) &&
           request.Has(Capability::kRequiredResources));
}

absl::Status Steps(const Plan& plan, State* state) {
  if (!plan.problems.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("invalid Function input: ", plan.problems));
  }
  LOOM_ASSIGN_OR_RETURN(bool complete, Gather(plan, state));
  if (!complete) return Wait(plan, state);
  if (plan.native) LOOM_RETURN_IF_ERROR(state->context.Erase(kAskedKey));
  if (plan.resources.has_value()) {
    LOOM_RETURN_IF_ERROR(RenderTemplates(*plan.resources, plan.native, state));
  }
  LOOM_RETURN_IF_ERROR(ApplyProviderConfig(plan, state));
  state->response.composite = state->composite.Finish();
  state->response.resources = state->composed.Finish();
  state->context.Finish(&state->response);
  return absl::OkStatus();
}

}  // namespace

void Fail(std::string message, State* state) {
  Response& response = state->response;
  response.PassThrough(state->request);
  response.conditions.clear();
  response.ttl = kTtl;
  response.results.push_back({Severity::kFatal, std::move(message), ""});
}

absl::Status Run(const Plan& plan, State* state) {
  Response& response = state->response;
  response.ttl = kTtl;
  response.fill_extra_resources = FillsExtraResources(plan, state->request);
  if (plan.reads_managed_fields) state->decoder.ReadManagedFields();
  absl::Status status = Steps(plan, state);
  LOOM_RETURN_IF_ERROR(state->decoder.malformed());
  if (state->pool->allowance().was_stopped()) {
    return absl::CancelledError("nobody waits for the answer");
  }
  if (!status.ok()) Fail(std::string(status.message()), state);
  return absl::OkStatus();
}

}  // namespace loom
