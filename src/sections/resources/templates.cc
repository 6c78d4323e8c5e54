// SPDX-License-Identifier: Apache-2.0
//
// How it works. Templates are read once, when the plan is made, and all calls share
// them. Patch sets are also expanded then: a template holds pointers to the patches of
// a set, which exist once. A call processes the templates in order and gives each to a
// TemplateRenderer (or, with forEach, to RenderLoop, which makes one renderer per
// item).
//
// A base is not copied as a whole: CopyToWrite (data/value/object.h) makes a
// copy-on-write copy. It copies what the patches of the template write to, and shares
// the rest with the plan. The bytes of the base are encoded once as well
// (data/value/encoded_object.h), so a response is written from pieces of them.
#include "sections/resources/templates.h"

#include <algorithm>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/contract/environment_key.h"
#include "language/input/fields.h"
#include "sections/resources/instance.h"
#include "sections/resources/loop.h"
#include "sections/resources/shared_name.h"
#include "sections/resources/status_patches.h"
#include "sections/resources/template_renderer.h"
#include "sections/shared/patches/endpoints.h"
#include "sections/shared/patches/environment_patches.h"
#include "sections/shared/patches/patch_set.h"

namespace loom {
namespace {

bool HasExpressions(const Patches& patches) {
  return std::any_of(patches.begin(), patches.end(), [](const auto& patch) {
    return patch->has_expressions() && !patch->is_inline();
  });
}

bool HasInline(const Patches& patches) {
  return std::any_of(patches.begin(), patches.end(),
                     [](const auto& patch) { return patch->is_inline(); });
}

}  // namespace

void Templates::Parse(Fields& input, Patches environment_patches) {
  rules_ = &input.at().rules();
  environment_patches_ = std::move(environment_patches);
  const std::shared_ptr<PatchSets> sets = PatchSets::Of(input);
  templates_ = Template::ParseList(input.ListSection("resources"), *sets);
  sets->CheckUnused();
  const Patches status = ParseStatus(input);
  CheckStatus(input.at(), status, environment_patches_, templates_);
  status_begin_ = environment_patches_.size();
  environment_patches_.insert(environment_patches_.end(), status.begin(),
                              status.end());
  own_ = OwnTemplates::Parse(input.at());
  named_ = NamedTemplates(templates_);
  secret_ = SecretTarget::Parse(input);
  has_expressions_ =
      HasExpressions(environment_patches_) || HasExpressions(secret_.patches) ||
      std::any_of(templates_.begin(), templates_.end(),
                  [](const Template& made) { return made.has_expressions; });
  has_inline_ =
      HasInline(environment_patches_) ||
      std::any_of(templates_.begin(), templates_.end(),
                  [](const Template& made) { return HasInline(made.patches); });
}

std::unique_ptr<const Section> Templates::ParseNative(Fields& input) {
  auto templates = std::make_unique<Templates>();
  templates->Parse(input, EnvironmentPatches::Of(input)->list());
  if (templates->empty() && !input.Has("writeConnectionSecretToRef")) {
    return nullptr;
  }
  return templates;
}

std::unique_ptr<const Section> Templates::ParseDropIn(Fields& input) {
  std::vector<Input> environment_patches;
  if (std::optional<Input> environment = input.Object("environment")) {
    Fields fields(*environment);
    environment_patches = fields.List("patches");
    fields.Done();
  }
  auto templates = std::make_unique<Templates>();
  templates->Parse(input,
                   ParsePatches(environment_patches, PatchScope::kEnvironment));
  // If there are some, and none can be read, this has been reported.
  const Value* list = Find(input.at().value(), "resources");
  const bool has_resources =
      list != nullptr && list->IsArray() && !list->Empty();
  if (!has_resources && environment_patches.empty()) {
    input.at().Problem("resources",
                       "Required value: resources or environment patches are "
                       "required",
                       ProblemKind::kMissing);
  }
  return templates;
}

void Templates::Begin(Call& call) const {
  if (!named_.empty()) call.names = std::make_unique<ComputedNames>(named_);
}

absl::Status Templates::Run(Call& call, Outcome* outcome) const {
  LOOM_RETURN_IF_ERROR(Prepare(call));
  LOOM_RETURN_IF_ERROR(PatchEnvironment(0, status_begin_, call, outcome));
  if (!named_.empty()) NamesOf(call).Settle(call);
  LOOM_RETURN_IF_ERROR(PatchEnvironment(
      status_begin_, environment_patches_.size(), call, outcome));
  for (const Template& the_template : templates_) {
    absl::Status rendered = Render(the_template, call, outcome);
    if (!rendered.ok()) {
      return WithPlace(rendered,
                       absl::StrCat("resources[", the_template.index, "]"));
    }
  }
  LOOM_RETURN_IF_ERROR(WithPlace(secret_.Compose(*rules_, own_, call, outcome),
                                 "writeConnectionSecretToRef"));
  if (has_expressions_ || has_inline_) {
    // If only inline objects have expressions, the condition is reported only if a
    // value is missing.
    outcome->Add(ExpressionsResolved());
    outcome->remarks.back().idle = !has_expressions_;
    outcome->remarks.back().is_about = [&call](absl::string_view name,
                                               absl::string_view entry) {
      return absl::StrContains(entry, ": resources[") &&
             (call.composed.IsDesired(name) ||
              call.expansions.Of(name) != nullptr);
    };
  }
  return absl::OkStatus();
}

absl::Status Templates::Render(const Template& the_template, Call& call,
                               Outcome* outcome) const {
  if (the_template.for_each.has_value()) {
    return RenderLoop(the_template, own_, *rules_, call, outcome);
  }
  if (!the_template.shares_name) return RenderOne(the_template, call, outcome);
  const bool is_first = std::none_of(
      templates_.begin(), templates_.begin() + ptrdiff_t(the_template.index),
      [&](const Template& each) { return each.name == the_template.name; });
  return is_first ? RenderShared(the_template, call, outcome)
                  : absl::OkStatus();
}

absl::Status Templates::RenderOne(const Template& the_template, Call& call,
                                  Outcome* outcome) const {
  if (the_template.resource_name.varies()) {
    LOOM_ASSIGN_OR_RETURN(const std::optional<absl::string_view> name,
                          FindName(the_template, nullptr, call));
    if (name.has_value()) {
      return RenderNamed(the_template, *name, call, outcome);
    }
    call.expansions.Set(the_template.name, {});
    return absl::OkStatus();
  }
  // An earlier step may have found it by an alias.
  const absl::string_view name = call.NameOf(the_template.name);
  if (name != the_template.name) {
    return RenderNamed(the_template, name, call, outcome);
  }
  LOOM_ASSIGN_OR_RETURN(
      const bool wanted,
      TemplateRenderer(the_template, {name}, *rules_, call, outcome).Render());
  if (wanted) return absl::OkStatus();
  if (call.composed.CameDesired(name)) {
    call.expansions.PassOver(name);
  } else {
    call.expansions.Set(name, {});
  }
  return absl::OkStatus();
}

absl::Status Templates::RenderNamed(const Template& the_template,
                                    absl::string_view name, Call& call,
                                    Outcome* outcome) const {
  const Instance instance{.name = name};
  absl::Status taken = CheckName(the_template, instance, own_, call);
  if (EndsCall(taken)) return taken;
  LOOM_ASSIGN_OR_RETURN(
      const bool wanted,
      TemplateRenderer(the_template, instance, *rules_, call, outcome)
          .Render());
  const bool came = call.composed.CameDesired(name);
  if (wanted) LOOM_RETURN_IF_ERROR(taken);
  if (!wanted && came) call.expansions.PassOver(name);
  if (!wanted && !came) {
    call.expansions.Set(the_template.name, {});
    return absl::OkStatus();
  }
  LOOM_RETURN_IF_ERROR(NoteName(the_template, instance, call));
  call.expansions.Set(the_template.name, {name});
  return absl::OkStatus();
}

absl::Status Templates::RenderShared(const Template& first, Call& call,
                                     Outcome* outcome) const {
  std::vector<const Template*> all;
  for (const Template& each : templates_) {
    if (each.name == first.name) all.push_back(&each);
  }
  LOOM_ASSIGN_OR_RETURN(const SharedName shared, Choose(all, call));
  for (const auto& [unused, why] : shared.pending) {
    outcome->Add(PendingExpression(first.name, why, call.pool->redacted()));
    outcome->not_ready = true;
  }
  return RenderOne(*shared.chosen, call, outcome);
}

absl::Status Templates::Prepare(Call& call) const {
  LOOM_ASSIGN_OR_RETURN(const Value* environment, call.context.Environment());
  if (!HasIdentity(*environment)) {
    LOOM_ASSIGN_OR_RETURN(Value * changed, call.context.ChangeEnvironment());
    EnsureIdentity(*changed, call.pool);
  }
  if (!rules_->follows_go) return absl::OkStatus();
  LOOM_RETURN_IF_ERROR(call.composite.Change().status());
  return call.composed.DropConnectionDetails();
}

absl::Status Templates::PatchEnvironment(size_t begin, size_t end, Call& call,
                                         Outcome* outcome) const {
  call.preview = nullptr;
  CallVariables variables(&call);
  Endpoints endpoints{.call = call, .variables = &variables};
  for (size_t i = begin; i < end; ++i) {
    const Patch& patch = *environment_patches_[i];
    absl::Status status = endpoints.Apply(patch);
    if (status.ok() || patch.PassesOver(status)) continue;
    if (IsPending(status)) {
      outcome->Add(PendingExpression("", Annotate(status, patch.place()),
                                     call.pool->redacted()));
      outcome->not_ready = true;
      LOOM_RETURN_IF_ERROR(endpoints.Keep(patch));
      continue;
    }
    return Annotate(WithPlace(status, patch.place()),
                    rules_->follows_go
                        ? absl::StrCat("cannot apply the \"", patch.type().name,
                                       "\" environment patch at index ", i)
                        : absl::StrCat("cannot apply ", patch.place()));
  }
  return absl::OkStatus();
}

}  // namespace loom
