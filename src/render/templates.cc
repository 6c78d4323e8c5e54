// SPDX-License-Identifier: Apache-2.0
#include "render/templates.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "connection/connection_secret.h"
#include "environment/environment.h"
#include "resource/object.h"
#include "value/object.h"

namespace loom {
namespace {

// Where the patches of a template read and write.
struct Endpoints {
  State* state;
  Value* observed = nullptr;  // nullptr: not observed
  Value* desired = nullptr;
  Value* secret = nullptr;

  absl::StatusOr<Value*> From(Endpoint endpoint) {
    switch (endpoint) {
      case Endpoint::kObservedComposite:
        return state->composite.Observed();
      case Endpoint::kEnvironment:
        return state->context.Environment();
      default:
        return observed;
    }
  }
  absl::StatusOr<Value*> To(Endpoint endpoint) {
    switch (endpoint) {
      case Endpoint::kDesiredComposite:
        return state->composite.Change();
      case Endpoint::kEnvironment:
        state->context.ChangeEnvironment();
        return state->context.Environment();
      case Endpoint::kSecretReference:
        return secret;
      default:
        return desired;
    }
  }
};

// An error may quote the value that it is about, and results are read by
// whoever may read events. What a Secret holds is not for them.
absl::Status Discreet(const absl::Status& status, const Value& from) {
  if (status.ok() || absl::IsNotFound(status) || Kind(from) != "Secret") {
    return status;
  }
  // Which transform it was, `transforms[0] (convert)`, tells nothing.
  absl::string_view message = status.message();
  size_t named = absl::StartsWith(message, "transforms[")
                     ? message.find("): ")
                     : absl::string_view::npos;
  absl::string_view where =
      named == absl::string_view::npos ? "" : message.substr(0, named + 3);
  return absl::Status(
      status.code(),
      absl::StrCat(where,
                   "the value of the Secret does not fit (it is not shown)"));
}

absl::Status Apply(const Patch& patch, Endpoints& endpoints) {
  LOOM_ASSIGN_OR_RETURN(Value * from, endpoints.From(patch.type().from));
  if (from == nullptr) return absl::OkStatus();  // not observed yet
  LOOM_ASSIGN_OR_RETURN(Value * to, endpoints.To(patch.type().to));
  return Discreet(patch.Apply(*from, *to, endpoints.state->pool), *from);
}

absl::Status PatchEnvironment(const Patches& patches, State* state) {
  Endpoints endpoints{state};
  for (size_t i = 0; i < patches.size(); ++i) {
    const Patch& patch = *patches[i];
    absl::Status status = Apply(patch, endpoints);
    if (absl::IsNotFound(status) && !patch.required()) continue;
    if (!status.ok()) {
      return Annotate(status,
                      absl::StrCat("cannot apply the \"", patch.type().name,
                                   "\" environment patch at index ", i));
    }
  }
  return absl::OkStatus();
}

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

class TemplateRenderer {
 public:
  TemplateRenderer(const Template& the_template, State* state)
      : template_(the_template), state_(*state) {}

  // Whether the resource is desired now; false: it was withheld.
  absl::StatusOr<bool> Render() {
    LOOM_ASSIGN_OR_RETURN(Value object, Begin());
    LOOM_ASSIGN_OR_RETURN(Value * observed,
                          state_.composed.Observed(template_.name));
    if (observed != nullptr) LOOM_RETURN_IF_ERROR(Observe(object, *observed));
    LOOM_ASSIGN_OR_RETURN(bool render, PatchAll(object, observed));
    if (!render) return false;
    LOOM_ASSIGN_OR_RETURN(Ready ready, ReadyNow());
    state_.composed.SetDesired(template_.name, std::move(object), ready);
    return true;
  }

 private:
  absl::StatusOr<Value> Begin() {
    if (template_.base != nullptr) return Copy(*template_.base, state_.pool);
    LOOM_ASSIGN_OR_RETURN(Value * earlier,
                          state_.composed.Desired(template_.name));
    if (earlier != nullptr) return Copy(*earlier, state_.pool);
    return absl::FailedPreconditionError(absl::StrCat(
        "composed resource \"", template_.name,
        "\" has no base template, and was not produced by a previous Function "
        "in the pipeline"));
  }

  absl::Status Observe(Value& object, Value& observed) {
    SetMetadata(object, "name", Name(observed), state_.pool);
    SetMetadata(object, "namespace", Namespace(observed), state_.pool);
    if (!template_.connection_details.empty()) {
      LOOM_ASSIGN_OR_RETURN(auto details,
                            state_.composed.ObservedDetails(template_.name));
      LOOM_ASSIGN_OR_RETURN(Details * published,
                            state_.composite.ChangeDetails());
      LOOM_RETURN_IF_ERROR(template_.connection_details.Extract(
          observed, details, state_.pool, published));
    }
    absl::StatusOr<bool> ready =
        template_.readiness.Check(observed, state_.pool);
    if (ready.ok()) {
      is_ready_ = *ready;
    } else {
      state_.Warn(absl::StrCat("cannot check readiness of composed resource \"",
                               template_.name,
                               "\": ", ready.status().message()));
    }
    return absl::OkStatus();
  }

  // False: a value that has to be there is missing, and so is the resource.
  absl::StatusOr<bool> PatchAll(Value& object, Value* observed) {
    Endpoints endpoints{&state_, observed, &object};
    for (size_t i = 0; i < template_.patches.size(); ++i) {
      const Patch& patch = *template_.patches[i];
      absl::Status status = Apply(patch, endpoints);
      if (status.ok()) continue;
      bool missing = absl::IsNotFound(status);
      if (missing && !patch.required()) continue;
      std::string where =
          absl::StrCat("\"", patch.type().name, "\" patch at index ", i);
      if (!missing) {
        return Annotate(status,
                        absl::StrCat("cannot render composed resource \"",
                                     template_.name, "\" ", where));
      }
      bool withholds =
          observed == nullptr && patch.type().to == Endpoint::kDesiredComposed;
      state_.Warn(withholds ? Withheld(where, status) : Ignored(where, status));
      if (withholds) return false;
    }
    return true;
  }

  std::string Withheld(absl::string_view where, const absl::Status& why) {
    return absl::StrCat(
        "not adding new composed resource \"", template_.name,
        "\" to desired state because ", where,
        " has 'policy.fromFieldPath: Required': ", why.message());
  }
  std::string Ignored(absl::string_view where, const absl::Status& why) {
    return absl::StrCat("cannot render composed resource \"", template_.name,
                        "\" ", where,
                        ": ignoring 'policy.fromFieldPath: Required' because "
                        "'to' resource already exists: ",
                        why.message());
  }

  // What an earlier step said of a resource that is only patched here stays,
  // unless the template finds it ready.
  absl::StatusOr<Ready> ReadyNow() {
    if (is_ready_) return Ready::kTrue;
    if (template_.base != nullptr) return Ready::kUnspecified;
    return state_.composed.ReadyOf(template_.name);
  }

  const Template& template_;
  State& state_;
  bool is_ready_ = false;
};

// P&T forgives every error of an Optional FromComposite patch here, and a
// Composition that works must go on working; in the native input only a missing
// source is forgiven.
bool Forgives(const Patch& patch, const absl::Status& status, bool native) {
  if (patch.required() || patch.type().form == PatchForm::kCombine)
    return false;
  return !native || absl::IsNotFound(status);
}

absl::Status PatchSecretReference(const SecretTarget& target, bool native,
                                  Value* reference, State* state) {
  if (!target.problems.empty()) {
    return absl::InvalidArgumentError(target.problems);
  }
  Value before = Copy(*reference, state->pool);
  Endpoints endpoints{state};
  endpoints.secret = reference;
  for (size_t i = 0; i < target.patches.size(); ++i) {
    const Patch& patch = *target.patches[i];
    absl::Status status = Apply(patch, endpoints);
    if (status.ok() || Forgives(patch, status, native)) continue;
    return Annotate(status, absl::StrCat("cannot apply patch type ",
                                         patch.type().name, " at index ", i));
  }
  // A name is a text; what a patch made of it otherwise does not count.
  for (auto& member : before.GetObject()) {
    Value& patched = FindOrAdd(*reference, View(member.name), state->pool);
    if (!patched.IsString()) patched = member.value;
  }
  return absl::OkStatus();
}

absl::Status AddConnectionSecret(const SecretTarget& target, bool native,
                                 State* state) {
  LOOM_ASSIGN_OR_RETURN(Value * composite, state->composite.Observed());
  if (!IsModern(*composite)) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(Details * details, state->composite.ChangeDetails());
  if (details->empty()) return absl::OkStatus();
  Value reference =
      SecretReference(*composite, target.name, target.ns, state->pool);
  absl::Status patched =
      PatchSecretReference(target, native, &reference, state);
  if (!patched.ok()) {
    return Annotate(patched,
                    "cannot compose connection secret: cannot generate "
                    "connection secret reference: cannot apply connection "
                    "secret patches");
  }
  absl::string_view name = state->pool->Keep(SecretResourceName(*composite));
  state->composed.SetDesired(
      name, ComposeSecret(reference, *details, state->pool), Ready::kTrue);
  return absl::OkStatus();
}

}  // namespace

absl::Status RenderTemplates(const Resources& resources, bool native,
                             State* state) {
  LOOM_ASSIGN_OR_RETURN(Value * environment, state->context.Environment());
  if (EnsureIdentity(*environment, state->pool)) {
    state->context.ChangeEnvironment();
  }
  // P&T identifies the composite whatever it has to say of it; ours only where
  // something is written to it.
  if (!native) {
    LOOM_RETURN_IF_ERROR(state->composite.Change().status());
    LOOM_RETURN_IF_ERROR(state->composed.DropConnectionDetails());
  }
  LOOM_RETURN_IF_ERROR(PatchEnvironment(resources.environment_patches, state));
  bool all_rendered = true;
  for (const Template& the_template : resources.templates) {
    LOOM_ASSIGN_OR_RETURN(bool rendered,
                          TemplateRenderer(the_template, state).Render());
    all_rendered = all_rendered && rendered;
  }
  if (!all_rendered) LOOM_RETURN_IF_ERROR(state->composite.SetNotReady());
  return AddConnectionSecret(resources.secret, native, state);
}

}  // namespace loom
