// SPDX-License-Identifier: Apache-2.0
#include "sections/external_references/external_references.h"

#include <optional>
#include <utility>

#include "base/errors.h"
#include "crossplane/call/field.h"
#include "crossplane/call/observer.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "sections/external_references/entry_places.h"
#include "sections/external_references/external_value.h"
#include "sections/shared/targets/reference_report.h"
#include "sections/shared/targets/target.h"

namespace loom {
namespace {

// The remarks come after those of the section typedReferences.
constexpr size_t kOrder = size_t{1} << 21;

// Resolves the entries of the section in one call.
class Resolver {
 public:
  Resolver(const AccessPolicy& access, Call& call, Outcome* outcome)
      : policies_{call.access, &access},
        call_(call),
        outcome_(*outcome),
        report_(&call, outcome) {}

  absl::Status ResolveAll(const std::vector<ExternalReference>& list) {
    LOOM_ASSIGN_OR_RETURN(const EntryPlaces places,
                          EntryPlaces::Of(list, call_));
    for (size_t i = 0; i < list.size(); ++i) {
      for (uint32_t place : places.PlacesOf(i)) {
        LOOM_RETURN_IF_ERROR(ResolveAt(list[i], i, places, place));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Finish() { return report_.Finish(); }

 private:
  absl::Status ResolveAt(const ExternalReference& reference, size_t order,
                         const EntryPlaces& places, uint32_t position) {
    const Place& place = places.at(position);
    if (call_.observer != nullptr) {
      call_.observer->EntryBegan(reference.place, order);
    }
    Field field(place, reference.field, /*to=*/nullptr, &call_);
    LOOM_RETURN_IF_ERROR(field.Read());
    if (field.desired() == nullptr) return absl::OkStatus();
    LOOM_ASSIGN_OR_RETURN(
        const RefForms forms,
        RefForms::Read(*field.desired(), reference.unique, call_.pool));
    LOOM_ASSIGN_OR_RETURN(std::optional<Failure> of_kinds,
                          places.Check(forms, order, position, call_.pool));
    if (!of_kinds.has_value()) return absl::OkStatus();
    report_.Begin();
    if (field.deleting()) return KeepName(reference, field, place).status();
    Resolution made{.state = Resolution::State::kFailed,
                    .failure = forms.failure};
    if (made.failure.cause.empty()) made.failure = *std::move(of_kinds);
    if (made.failure.cause.empty()) {
      const ExternalValue value(reference, policies_, &call_);
      LOOM_ASSIGN_OR_RETURN(made, value.Read(forms, &outcome_));
    }
    if (call_.incomplete || made.state == Resolution::State::kPending) {
      return absl::OkStatus();
    }
    if (report_.HasStopped(place)) {
      LOOM_ASSIGN_OR_RETURN(const Keep kept, KeepName(reference, field, place));
      return report_.AddStopped(place, kept);
    }
    if (made.state == Resolution::State::kValue) {
      LOOM_ASSIGN_OR_RETURN(
          made, Write(reference, place, field, std::move(made.value)));
    }
    if (made.state != Resolution::State::kFailed) return absl::OkStatus();
    LOOM_ASSIGN_OR_RETURN(const Keep kept, KeepName(reference, field, place));
    return report_.Add(place, {.field = reference.field.text(),
                               .kept = kept,
                               .failure = made.failure,
                               .order = kOrder + order,
                               .entry = reference.place});
  }

  // Writes the names: one string or a list.
  absl::StatusOr<Resolution> Write(const ExternalReference& reference,
                                   const Place& place, Field& field,
                                   Value names) {
    if (reference.write_to.has_value()) {
      LOOM_RETURN_IF_ERROR(place.Erase(reference.field, call_));
      Field to(place, *reference.write_to, /*to=*/nullptr, &call_);
      return to.Write(std::move(names));
    }
    Value refs = Copy(*field.desired(), call_.pool);
    if (!refs.IsArray()) {
      PutName(refs, std::move(names));
    } else {
      for (rapidjson::SizeType i = 0; i < refs.Size(); ++i) {
        PutName(refs[i], std::move(names[i]));
      }
    }
    return field.Write(std::move(refs));
  }

  void PutName(Value& ref, Value name) {
    Erase(ref, "name", call_.pool);
    Erase(ref, "namespace", call_.pool);
    Set(ref, "external", std::move(name), call_.pool);
  }

  // Keeps the observed name, if there is one. A reference whose name is written
  // elsewhere is removed in any case, because the kind may not have the field.
  absl::StatusOr<Keep> KeepName(const ExternalReference& reference,
                                Field& field, const Place& place) {
    if (call_.incomplete) return Keep::kNothing;
    if (!reference.write_to.has_value()) {
      LOOM_ASSIGN_OR_RETURN(const bool named, IsNamed(field.observed()));
      return named ? field.KeepObserved() : Keep::kNothing;
    }
    LOOM_RETURN_IF_ERROR(place.Erase(reference.field, call_));
    Field to(place, *reference.write_to, /*to=*/nullptr, &call_);
    LOOM_RETURN_IF_ERROR(to.Read());
    return to.KeepObserved();
  }

  // Reports whether all observed references are names.
  absl::StatusOr<bool> IsNamed(const Value* refs) const {
    if (refs == nullptr) return false;
    if (!refs->IsArray()) return Has(*refs, "external");
    LOOM_RETURN_IF_ERROR(Spend(Finding(refs->Size()), call_.pool));
    for (const Value& ref : refs->GetArray()) {
      if (!Has(ref, "external")) return false;
    }
    return true;
  }
  bool Has(const Value& ref, absl::string_view name) const {
    if (!ref.IsObject()) return false;
    const Value* text = Find(ref, name, call_.pool);
    return text != nullptr && text->IsString() && text->GetStringLength() > 0;
  }

  const std::vector<const AccessPolicy*> policies_;
  Call& call_;
  Outcome& outcome_;
  ReferenceReport report_;
};

}  // namespace

std::unique_ptr<const Section> ExternalReferences::Parse(Fields& input) {
  std::vector<ExternalReference> list;
  for (const Input& entry : input.ListSection("externalReferences")) {
    list.push_back(ExternalReference::Parse(entry, input));
  }
  auto access = AccessPolicy::Of(input);
  if (list.empty()) return nullptr;
  return std::make_unique<const ExternalReferences>(std::move(list),
                                                    std::move(access));
}

void ExternalReferences::AddReads(Reads* reads) const {
  for (const ExternalReference& reference : list_) reference.AddReads(reads);
}

absl::Status ExternalReferences::Run(Call& call, Outcome* outcome) const {
  Resolver resolver(*access_, call, outcome);
  LOOM_RETURN_IF_ERROR(resolver.ResolveAll(list_));
  return resolver.Finish();
}

}  // namespace loom
