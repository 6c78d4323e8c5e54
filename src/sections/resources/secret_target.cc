// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/secret_target.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "language/input/fields.h"
#include "sections/shared/connection_secrets/connection_secret.h"
#include "sections/shared/patches/endpoints.h"

namespace loom {
namespace {

// Reports whether a drop-in input ignores every error of the patch.
bool ForgivesAll(const Patch& patch) {
  return !patch.required() && patch.type().form != PatchForm::kCombine;
}

bool Forgives(const Patch& patch, const absl::Status& status,
              const Rules& rules) {
  if (IsPending(status)) return patch.PassesOver(status);
  return ForgivesAll(patch) && (rules.follows_go || absl::IsNotFound(status));
}

// Errors of a patch that is always skipped are noted; others are added to `late`.
void ParsePatch(const Input& input, Problems* late, SecretTarget* target) {
  Problems own;
  auto patch = Patch::Parse(input.Deferring(&own), PatchScope::kSecretLocation);
  const bool forgiven = patch != nullptr && ForgivesAll(*patch);
  for (const Problem& mistake : own.problems()) {
    if (forgiven) {
      input.Note(mistake);
    } else {
      late->Add(mistake);
    }
  }
  if (patch == nullptr) return;
  target->patches.push_back(std::move(patch));
  target->passed_over.push_back(!own.empty());
}

void ParseMembers(const Input& secret, Problems* late, SecretTarget* target) {
  Fields fields(secret.Deferring(late));
  target->name = std::string(fields.String("name").value_or(""));
  target->ns = std::string(fields.String("namespace").value_or(""));
  for (const Input& patch : fields.List("patches")) {
    ParsePatch(patch, late, target);
  }
  fields.Done();
}

absl::Status CheckName(absl::string_view name, absl::string_view by) {
  if (by.empty()) return absl::OkStatus();
  return Harmless(absl::FailedPreconditionError(
      absl::StrCat("cannot compose connection secret: the name \"", name,
                   "\" is already used by ", by)));
}

}  // namespace

SecretTarget SecretTarget::Parse(Fields& input) {
  SecretTarget target;
  std::optional<Input> secret = input.Section("writeConnectionSecretToRef");
  if (!secret.has_value()) return target;
  Problems late;
  ParseMembers(*secret, &late, &target);
  target.mistakes = late.AsStatus();
  return target;
}

absl::Status SecretTarget::PatchLocation(const Rules& rules, Value* location,
                                         Call& call,
                                         absl::Status* pending) const {
  LOOM_RETURN_IF_ERROR(mistakes);
  Value before = Copy(*location, call.pool);
  CallVariables variables(&call);
  Endpoints endpoints{
      .call = call, .secret = location, .variables = &variables};
  for (size_t i = 0; i < patches.size(); ++i) {
    if (passed_over[i]) continue;
    const Patch& patch = *patches[i];
    absl::Status status = endpoints.Apply(patch);
    if (status.ok() || Forgives(patch, status, rules)) continue;
    if (IsPending(status)) {
      *pending = Annotate(status, patch.place());
      return absl::OkStatus();
    }
    return Annotate(WithPlace(status, patch.place()),
                    rules.follows_go
                        ? absl::StrCat("cannot apply patch type ",
                                       patch.type().name, " at index ", i)
                        : absl::StrCat("cannot apply ", patch.place()));
  }
  // Name and namespace are strings. If a patch wrote anything else, the previous value
  // stays.
  for (auto& member : Members(before)) {
    Value& patched = FindOrAdd(*location, View(member.name), call.pool);
    if (!patched.IsString()) patched = member.value;
  }
  return absl::OkStatus();
}

absl::Status SecretTarget::Compose(const Rules& rules, const OwnTemplates& own,
                                   Call& call, Outcome* outcome) const {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  if (!IsModern(*composite)) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(const Details* details,
                        call.composite.PublishedDetails());
  if (details->empty()) return absl::OkStatus();
  absl::string_view resource = call.pool->Keep(SecretResourceName(*composite));
  if (rules.refuses_mistakes) {
    LOOM_RETURN_IF_ERROR(
        CheckName(resource, own.MadeBy(resource, call.expansions)));
  }
  Value location = SecretLocation(*composite, name, ns, call.pool);
  absl::Status pending;
  absl::Status patched = PatchLocation(rules, &location, call, &pending);
  if (!pending.ok()) {
    outcome->Add(PendingExpression(resource, pending, call.pool->redacted()));
    outcome->not_ready = true;
    LOOM_ASSIGN_OR_RETURN(const Value* observed,
                          call.composed.Observed(resource));
    if (observed == nullptr) return absl::OkStatus();
    Set(location, "name", Borrow(Name(*observed)), call.pool);
    Set(location, "namespace", Borrow(Namespace(*observed)), call.pool);
  } else if (!patched.ok()) {
    return Annotate(patched,
                    "cannot compose connection secret: cannot generate "
                    "connection secret reference: cannot apply connection "
                    "secret patches");
  }
  return call.composed.SetDesired(
      resource, ComposeSecret(location, *details, call.pool), Ready::kTrue);
}

}  // namespace loom
