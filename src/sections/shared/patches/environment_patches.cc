// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/environment_patches.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "base/errors.h"
#include "crossplane/call/call_variables.h"

namespace loom {
namespace {

bool WritesEnvironment(const Patch& patch) {
  return patch.type().to == Endpoint::kEnvironment;
}

class Announcement final : public Section {
 public:
  explicit Announcement(std::shared_ptr<const EnvironmentPatches> patches)
      : patches_(std::move(patches)) {}

  // It runs for the sections that ask.
  bool asks() const override { return true; }
  absl::Status Run(Call& call, Outcome* /*outcome*/) const override {
    call.preview = patches_.get();
    return absl::OkStatus();
  }

 private:
  const std::shared_ptr<const EnvironmentPatches> patches_;
};

}  // namespace

std::shared_ptr<const EnvironmentPatches> EnvironmentPatches::Of(
    Fields& input) {
  auto& made = input.at().Made<const EnvironmentPatches>();
  if (made != nullptr) return made;
  auto patches = std::make_shared<EnvironmentPatches>();
  if (std::optional<Input> environment = input.Object("environment")) {
    // sections/environment/environment.h reads the other fields.
    patches->list_ = ParsePatches(Fields(*environment).List("patches"),
                                  PatchScope::kEnvironment);
  }
  made = patches;
  return patches;
}

std::unique_ptr<const Section> EnvironmentPatches::ParseNative(Fields& input) {
  auto patches = Of(input);
  const bool writes = absl::c_any_of(patches->list(), [](const auto& each) {
    return WritesEnvironment(*each);
  });
  return writes ? std::make_unique<const Announcement>(std::move(patches))
                : nullptr;
}

absl::Status EnvironmentPatches::Apply(Call& call, Value* environment) const {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  CallVariables variables(&call);
  variables.environment = environment;
  for (const auto& patch : list_) {
    if (!WritesEnvironment(*patch)) continue;
    const bool is_inside = patch->type().from == Endpoint::kEnvironment;
    const absl::Status status =
        patch->Apply(is_inside ? *environment : *composite, *environment,
                     &variables, call.pool);
    if (EndsCall(status)) return status;
  }
  return absl::OkStatus();
}

}  // namespace loom
