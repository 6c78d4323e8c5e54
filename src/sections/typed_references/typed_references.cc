// SPDX-License-Identifier: Apache-2.0
#include "sections/typed_references/typed_references.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/call/field.h"
#include "crossplane/call/observer.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "sections/shared/targets/reference_report.h"
#include "sections/shared/targets/target.h"
#include "sections/typed_references/referenced_value.h"

namespace loom {
namespace {

// The steps of an entry at one target whose value is small.
constexpr uint64_t kSteps = 200;
// The remarks come after those of the section `references`.
constexpr size_t kOrder = size_t{1} << 20;

// Resolves the entries of the section in one call.
class Resolver {
 public:
  Resolver(const AccessPolicy& access, Call& call, Outcome* outcome)
      : policies_{call.access, &access},
        call_(call),
        outcome_(*outcome),
        report_(&call, outcome) {}

  absl::Status Resolve(const TypedReference& reference, size_t order) {
    LOOM_ASSIGN_OR_RETURN(std::vector<Place> places,
                          reference.target.Places(call_));
    for (const Place& place : places) {
      LOOM_RETURN_IF_ERROR(ResolveAt(reference, order, place));
    }
    return absl::OkStatus();
  }

  absl::Status Finish() { return report_.Finish(); }

 private:
  absl::Status ResolveAt(const TypedReference& reference, size_t order,
                         const Place& place) {
    LOOM_RETURN_IF_ERROR(Spend(kSteps, call_.pool));
    if (call_.observer != nullptr) {
      call_.observer->EntryBegan(reference.place, order);
    }
    Field field(place, reference.field, /*to=*/nullptr, &call_);
    LOOM_RETURN_IF_ERROR(field.Read());
    LOOM_ASSIGN_OR_RETURN(Wrappers wrappers, ReadRefField(reference, place));
    if (reference.ref_is_desired) {
      LOOM_RETURN_IF_ERROR(place.Erase(reference.ref_field, call_));
    }
    Failure failure = wrappers.failure;
    if (failure.cause.empty()) {
      failure = Validate(reference, field, wrappers.names);
    }
    if (!failure.cause.empty()) {
      report_.Begin();
      return Fail(reference, order, place, field, failure);
    }
    if (wrappers.names.empty()) return absl::OkStatus();
    report_.Begin();
    if (field.deleting()) return field.KeepObserved().status();
    return Fill(reference, order, place, field, wrappers.names);
  }

  // ACK's rules for the given fields.
  static Failure Validate(const TypedReference& reference, const Field& field,
                          const std::vector<ObjectName>& names) {
    const std::string both =
        absl::StrCat(reference.field.text(), ",", reference.ref_field.text());
    if (field.desired() != nullptr && !names.empty()) {
      return {.reason = reasons::kBothGiven,
              .cause = absl::StrCat("both resource reference wrapper and ID "
                                    "cannot be used together: ",
                                    both)};
    }
    if (field.desired() == nullptr && names.empty() && reference.required) {
      return {.reason = reasons::kNeitherGiven,
              .cause = absl::StrCat(
                  "resource reference wrapper or ID required: ", both)};
    }
    return {};
  }

  absl::StatusOr<Wrappers> ReadRefField(const TypedReference& reference,
                                        const Place& place) {
    absl::StatusOr<const Value*> holder = reference.ref_is_desired
                                              ? place.Desired(call_)
                                              : call_.composite.Observed();
    LOOM_RETURN_IF_ERROR(holder.status());
    LOOM_ASSIGN_OR_RETURN(const Value* value,
                          FindSet(*holder, reference.ref_field, call_.pool));
    return ReadWrappers(value, reference.list, reference.ref_field.text(),
                        call_.pool);
  }

  absl::Status Fill(const TypedReference& reference, size_t order,
                    const Place& place, Field& field,
                    const std::vector<ObjectName>& names) {
    LOOM_ASSIGN_OR_RETURN(const std::string group, GroupAt(place));
    LOOM_ASSIGN_OR_RETURN(WantedKind wanted,
                          reference.KindFor(group, call_.pool));
    const ReferencedValue referenced(reference, std::move(wanted), policies_,
                                     &call_);
    LOOM_ASSIGN_OR_RETURN(Resolution made, referenced.Read(names, &outcome_));
    if (call_.incomplete || made.state == Resolution::State::kPending) {
      return absl::OkStatus();
    }
    if (report_.HasStopped(place)) {
      LOOM_ASSIGN_OR_RETURN(const Keep kept, field.KeepObserved());
      return report_.AddStopped(place, kept);
    }
    if (made.state == Resolution::State::kValue) {
      LOOM_ASSIGN_OR_RETURN(made, field.Write(std::move(made.value)));
    }
    if (made.state != Resolution::State::kFailed) return absl::OkStatus();
    return Fail(reference, order, place, field, made.failure);
  }

  // The group of the target, which is also that of a kind without a group.
  absl::StatusOr<std::string> GroupAt(const Place& place) {
    LOOM_ASSIGN_OR_RETURN(const Value* object, place.Desired(call_));
    if (object == nullptr) {
      LOOM_ASSIGN_OR_RETURN(object, place.Observed(call_));
    }
    return std::string(object == nullptr ? "" : GroupOf(ApiVersion(*object)));
  }

  absl::Status Fail(const TypedReference& reference, size_t order,
                    const Place& place, Field& field, const Failure& failure) {
    if (call_.incomplete) return absl::OkStatus();
    Keep kept = Keep::kNothing;
    if (field.desired() == nullptr) {
      LOOM_ASSIGN_OR_RETURN(kept, field.KeepObserved());
    }
    if (report_.HasStopped(place)) return report_.AddStopped(place, kept);
    return report_.Add(place, {.field = reference.field.text(),
                               .kept = kept,
                               .failure = failure,
                               .order = kOrder + order,
                               .entry = reference.place});
  }

  const std::vector<const AccessPolicy*> policies_;
  Call& call_;
  Outcome& outcome_;
  ReferenceReport report_;
};

}  // namespace

std::unique_ptr<const Section> TypedReferences::Parse(Fields& input) {
  std::vector<TypedReference> list;
  for (const Input& entry : input.ListSection("typedReferences")) {
    list.push_back(TypedReference::Parse(entry, input));
  }
  auto access = AccessPolicy::Of(input);
  if (list.empty()) return nullptr;
  return std::make_unique<const TypedReferences>(std::move(list),
                                                 std::move(access));
}

void TypedReferences::AddReads(Reads* reads) const {
  for (const TypedReference& reference : list_) reference.AddReads(reads);
}

absl::Status TypedReferences::Run(Call& call, Outcome* outcome) const {
  Resolver resolver(*access_, call, outcome);
  for (size_t i = 0; i < list_.size(); ++i) {
    LOOM_RETURN_IF_ERROR(resolver.Resolve(list_[i], i));
  }
  return resolver.Finish();
}

}  // namespace loom
