// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/input_watch.h"

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/contract/outcome.h"
#include "data/fieldpath/access.h"
#include "sections/shared/patches/patch.h"

namespace loom {
namespace {

// Which source of a patch is missing.
std::string MissingSource(const Patch& patch, const Value* from,
                          const absl::Status& status) {
  if (Patch::IsPending(status)) return std::string(status.message());
  Pool pool;
  for (const absl::StatusOr<Path>* source : patch.sources()) {
    if (from == nullptr || !source->ok()) continue;
    if (absl::IsNotFound(Get(*from, **source, &pool).status())) {
      return absl::StrCat((*source)->text(), " is missing");
    }
  }
  return std::string(status.message());
}

}  // namespace

void InputWatch::Begins(Call& /*call*/) {
  resource_.clear();
  failed_.clear();
  stumbles_.clear();
  kept_.clear();
}

void InputWatch::Asked(const TemplateUse& use, absl::string_view member,
                       const absl::Status& why, bool made) {
  if (!why.ok()) {
    const std::string of =
        use.resource.empty() ? "" : absl::StrCat("resources[", use.index, "].");
    // A list that is pending makes nothing that could be withheld.
    const bool withheld = !made && member == "condition";
    stumbles_.push_back({.resource = std::string(use.resource),
                         .place = absl::StrCat(of, member),
                         .why = std::string(why.message()),
                         .withheld = withheld});
  }
}

void InputWatch::Began(const TemplateUse& use, const Value& /*object*/) {
  resource_ = std::string(use.resource);
}

void InputWatch::Patched(const Patch& patch, const PatchTrace& trace,
                         const absl::Status& status) {
  const bool missing = absl::IsNotFound(status);
  if (missing && !patch.PassesOver(status)) {
    stumbles_.push_back({.resource = resource_,
                         .place = patch.place(),
                         .why = MissingSource(patch, trace.from, status)});
  }
}

void InputWatch::Withheld() {
  if (!stumbles_.empty()) stumbles_.back().withheld = true;
}

void InputWatch::Ended(const Value* /*object*/) { resource_.clear(); }

// A template that has left the resource out has given the reason already.
void InputWatch::AddWithheld(const WithheldResource& resource) {
  for (const Stumble& stumble : stumbles_) {
    if (stumble.withheld && stumble.resource == resource.name) return;
  }
  stumbles_.push_back({.resource = std::string(resource.name),
                       .place = resource.place,
                       .why = resource.why,
                       .withheld = true});
}

void InputWatch::Stays(absl::string_view resource, const Value& /*object*/,
                       absl::string_view why) {
  kept_.push_back({std::string(resource), std::string(why)});
}

void InputWatch::Failed(const absl::Status& why) { failed_ = PlaceOf(why); }

void InputWatch::Ran(absl::string_view /*section*/, Call& /*call*/,
                     const Outcome& outcome, const absl::Status& /*status*/) {
  for (const WithheldResource& each : outcome.withheld) {
    AddWithheld(each);
  }
}

}  // namespace loom
