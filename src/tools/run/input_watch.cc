// SPDX-License-Identifier: Apache-2.0
#include "tools/run/input_watch.h"

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "sections/shared/patches/patch.h"

namespace loom {
namespace {

// Returns what a patch reads.
std::string OwnerOfSource(const Patch& patch, const Value& from,
                          const std::string& resource) {
  switch (patch.type().from) {
    case Endpoint::kObservedComposite:
      return absl::StrCat(Kind(from), " ", Name(from));
    case Endpoint::kEnvironment:
      return "the environment";
    case Endpoint::kItem:
      return absl::StrCat("item of ", resource);
    default:
      return resource;
  }
}

}  // namespace

void InputWatch::Begins(Call& /*call*/) {
  resource_.clear();
  failed_.clear();
  reasons_.clear();
  results_.clear();
}

void InputWatch::Asked(const TemplateUse& use, absl::string_view member,
                       const absl::Status& why, bool made) {
  if (why.ok()) return;
  const std::string of =
      use.resource.empty() ? "" : absl::StrCat("resources[", use.index, "].");
  // A list that is pending makes nothing that could be withheld.
  const bool withheld = !made && member == "condition";
  reasons_.push_back(
      {.resource = std::string(use.resource),
       .kind = withheld ? Reason::Kind::kWithheld : Reason::Kind::kIncomplete,
       .place = absl::StrCat(of, member),
       .why = std::string(why.message())});
}

void InputWatch::Began(const TemplateUse& use, const Value& /*object*/) {
  resource_ = std::string(use.resource);
}

void InputWatch::Patched(const Patch& patch, const PatchTrace& trace,
                         const absl::Status& status) {
  if (!absl::IsNotFound(status) || patch.PassesOver(status)) return;
  Reason& reason = reasons_.emplace_back();
  reason.resource = resource_;
  reason.place = patch.place();
  reason.why = std::string(status.message());
  if (trace.from == nullptr || IsPending(status)) return;
  Pool pool;
  for (const absl::StatusOr<Path>* source : patch.sources()) {
    if (!source->ok()) continue;
    if (!absl::IsNotFound(Get(*trace.from, **source, &pool).status())) continue;
    reason.source = (*source)->text();
    reason.why = absl::StrCat(
        "Required source is missing: ", ToString((*source)->segments()), " of ",
        OwnerOfSource(patch, *trace.from, resource_));
    return;
  }
}

void InputWatch::Withheld() {
  if (!reasons_.empty()) reasons_.back().kind = Reason::Kind::kWithheld;
}

void InputWatch::Ended(const Value* /*object*/) { resource_.clear(); }

// A template that has left the resource out has given the reason already.
void InputWatch::AddWithheld(const WithheldResource& resource) {
  for (const Reason& reason : reasons_) {
    if (reason.kind == Reason::Kind::kWithheld &&
        reason.resource == resource.name) {
      return;
    }
  }
  reasons_.push_back({.resource = std::string(resource.name),
                      .kind = Reason::Kind::kWithheld,
                      .place = resource.place,
                      .why = resource.why});
}

void InputWatch::Stays(absl::string_view resource, const Value& /*object*/,
                       absl::string_view why) {
  reasons_.push_back({.resource = std::string(resource),
                      .kind = Reason::Kind::kKept,
                      .why = std::string(why)});
}

void InputWatch::Removed(absl::string_view resource, absl::string_view place) {
  reasons_.push_back({.resource = std::string(resource),
                      .kind = Reason::Kind::kRemoved,
                      .place = std::string(place)});
}

void InputWatch::Reported(absl::Span<const Result> results) {
  results_.assign(results.begin(), results.end());
}

void InputWatch::Failed(const absl::Status& why) {
  failed_ = FactOf(why, Fact::kPlace);
}

void InputWatch::Ran(absl::string_view /*section*/, Call& /*call*/,
                     const Outcome& outcome, const absl::Status& /*status*/) {
  for (const WithheldResource& each : outcome.withheld) {
    AddWithheld(each);
  }
}

}  // namespace loom
