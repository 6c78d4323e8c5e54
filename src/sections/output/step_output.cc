// SPDX-License-Identifier: Apache-2.0
#include "sections/output/step_output.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/call/call_variables.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {

std::unique_ptr<const Section> StepOutput::Parse(Fields& input) {
  if (input.Has("connectionDetails")) return nullptr;
  std::optional<Input> output = input.Section("output");
  if (!output.has_value()) return nullptr;
  const auto is_of_details = [](const Member& member) {
    return View(member.name) == "mode" || View(member.name) == "secret";
  };
  const auto members = Members(output->value());
  if (std::all_of(members.begin(), members.end(), is_of_details)) {
    input.at().Note("output",
                    "without connectionDetails, this sets only the output of a "
                    "step of an Operation");
  }
  return std::make_unique<const StepOutput>(
      InlineObject::Parse(*output, PatchScope::kEnvironment));
}

absl::Status StepOutput::Run(Call& call, Outcome* outcome) const {
  Value output = MakeCopy(object_->base(), call.pool);
  CallVariables variables(&call);
  for (const auto& patch : object_->patches()) {
    absl::StatusOr<std::optional<Value>> value =
        patch->ValueOfText(&variables, call.pool);
    if (IsPending(value.status())) {
      outcome->Add(PendingExpression(
          "", Annotate(value.status(), patch->place()), call.pool->redacted()));
      continue;
    }
    if (!value.ok()) {
      return Annotate(WithPlace(value.status(), patch->place()),
                      patch->place());
    }
    if (!value->has_value()) continue;
    LOOM_RETURN_IF_ERROR(Put(output, *patch->destination(),
                             CountMade(**std::move(value), call.pool),
                             call.pool));
  }
  object_->DropUnfilled(&output, call.pool);
  outcome->output = std::move(output);
  return absl::OkStatus();
}

}  // namespace loom
