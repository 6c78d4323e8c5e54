// SPDX-License-Identifier: Apache-2.0
#include "sections/overlays/overlays_section.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/call/schema_of_kind.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/fieldpath/keyed_elements.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "sections/shared/patches/endpoints.h"

namespace loom {
namespace {

// The fields that say of which kind an object is, and the manifest in it. They decide
// in which fields bytes become base64.
const std::vector<Path>& KindFields() {
  static const auto* const fields = new std::vector<Path>(
      {*Path::Parse("apiVersion"), *Path::Parse("kind"),
       *Path::Parse("spec.forProvider.manifest.apiVersion"),
       *Path::Parse("spec.forProvider.manifest.kind")});
  return *fields;
}

// Applies the overlays of a call to its resources.
class Layer {
 public:
  Layer(const std::vector<OverlayRule>& overlays, Call& call, Outcome* outcome)
      : overlays_(overlays), call_(call), outcome_(*outcome) {}

  // A resource is selected by its state before any overlay.
  absl::Status LayAll() {
    std::map<absl::string_view, std::vector<size_t>> selected;
    for (absl::string_view name : call_.composed.DesiredNames()) {
      const ComposedState::Identity id = call_.composed.IdentityOf(name);
      const OverlayCandidate candidate{
          {name, GroupOf(id.api_version), id.kind, call_.expansions.IdOf(name)},
          call_.composed};
      for (size_t i = 0; i < overlays_.size(); ++i) {
        LOOM_ASSIGN_OR_RETURN(const bool selects,
                              overlays_[i].Selects(candidate, call_.pool));
        if (selects) selected[name].push_back(i);
      }
    }
    for (const auto& [name, overlays] : selected) {
      for (size_t i : overlays) LOOM_RETURN_IF_ERROR(LayOver(i, name));
    }
    return absl::OkStatus();
  }

 private:
  absl::Status LayOver(size_t index, absl::string_view name) {
    const OverlayRule& overlay = overlays_[index];
    LOOM_ASSIGN_OR_RETURN(const bool applies, HasField(overlay, name));
    if (!applies || call_.incomplete) return absl::OkStatus();
    LOOM_ASSIGN_OR_RETURN(observed_, call_.composed.Observed(name));
    absl::Status laid = LayOne(overlay, index, name);
    if (laid.ok()) return laid;
    return Annotate(WithPlace(laid, overlay.place),
                    absl::StrCat("cannot apply ", overlay.place,
                                 " to composed resource \"", name, "\""));
  }

  // Whether the resource, or its kind, has the field that the overlay requires.
  absl::StatusOr<bool> HasField(const OverlayRule& overlay,
                                absl::string_view name) {
    if (!overlay.require_field.has_value()) return true;
    const Path& path = *overlay.require_field;
    LOOM_ASSIGN_OR_RETURN(const Value* desired, call_.composed.Desired(name));
    LOOM_ASSIGN_OR_RETURN(const Value* observed, call_.composed.Observed(name));
    for (const Value* object : {desired, observed}) {
      if (object != nullptr && Get(*object, path, call_.pool).ok()) return true;
    }
    auto [known, is_new] =
        schemas_.try_emplace(SchemaKey(ApiVersion(*desired), Kind(*desired)));
    if (is_new) {
      LOOM_ASSIGN_OR_RETURN(known->second,
                            AskForOpenApi(ApiVersion(*desired), Kind(*desired),
                                          call_, &outcome_));
    }
    return known->second.has_value() &&
           loom::HasField(*known->second, path.segments());
  }

  absl::Status LayOne(const OverlayRule& overlay, size_t index,
                      absl::string_view name) {
    if (call_.observer != nullptr) {
      call_.observer->EntryBegan(overlay.place, index);
    }
    LOOM_ASSIGN_OR_RETURN(Value * desired, call_.composed.Change(name));
    if (overlay.merge != nullptr) {
      LOOM_ASSIGN_OR_RETURN(const bool goes_on,
                            Merge(overlay, index, name, *desired));
      if (!goes_on) return absl::OkStatus();
    }
    CallVariables variables(&call_);
    variables.name = name;
    Endpoints endpoints{.call = call_,
                        .observed = observed_,
                        .desired = desired,
                        .variables = &variables,
                        .quiet = true};
    for (const auto& patch : overlay.patches) {
      const Value object = ObjectFor(*patch, *desired);
      variables.object = &object;
      absl::Status status = endpoints.Apply(*patch);
      if (status.ok()) {
        LOOM_RETURN_IF_ERROR(TellWritten(*patch, index, name, *desired));
        continue;
      }
      if (patch->PassesOver(status)) continue;
      if (!absl::IsNotFound(status)) {
        return Annotate(WithPlace(status, patch->place()), patch->place());
      }
      if (Waits(*patch, status, name)) return absl::OkStatus();
      LOOM_RETURN_IF_ERROR(endpoints.Keep(*patch));
    }
    return absl::OkStatus();
  }

  // Renders the merged object in the same way as a template. false: the resource waits.
  absl::StatusOr<bool> Merge(const OverlayRule& overlay, size_t index,
                             absl::string_view name, Value& desired) {
    const InlineObject& merge = *overlay.merge;
    Value over = MakeCopy(merge.base(), call_.pool);
    const std::vector<const Path*> lent = LendKinds(desired, over);
    CallVariables variables(&call_);
    variables.name = name;
    const bool reads_object =
        std::any_of(merge.patches().begin(), merge.patches().end(),
                    [](const auto& patch) { return ReadsObject(*patch); });
    const Value object =
        reads_object ? ObjectSoFar(desired, observed_, call_.pool) : Object();
    variables.object = &object;
    static const Value nothing(rapidjson::kObjectType);
    std::vector<std::vector<Segment>> pending;
    for (const auto& patch : merge.patches()) {
      const bool is_there =
          !overlay.overrides && HasValue(desired, *patch->destination());
      if (is_there) continue;
      absl::Status status = patch->Apply(nothing, over, &variables, call_.pool);
      if (status.ok()) continue;
      if (!absl::IsNotFound(status)) {
        return Annotate(WithPlace(status, patch->place()), patch->place());
      }
      if (Waits(*patch, status, name)) return false;
      pending.push_back(UpToList(patch->destination()->segments()));
    }
    for (const Path* path : lent) EraseField(over, *path, call_.pool);
    for (const std::vector<Segment>& path : pending) {
      LOOM_RETURN_IF_ERROR(KeepObserved(path, over));
    }
    merge.DropUnfilled(&over, call_.pool);
    Lay(over, overlay.overrides, desired, call_.pool);
    if (call_.observer != nullptr) {
      std::vector<Segment> path;
      TellLeaves(overlay, index, name, over, &path);
    }
    return true;
  }

  // Gives `over` the kinds of the resource while the patches write to it. Returns the
  // fields that it did not have.
  std::vector<const Path*> LendKinds(const Value& desired, Value& over) {
    std::vector<const Path*> lent;
    for (const Path& field : KindFields()) {
      const auto kind = Get(desired, field, call_.pool);
      if (!kind.ok() || Get(over, field, call_.pool).ok()) continue;
      Value copy = Copy(**kind, call_.pool);
      if (Put(over, field, std::move(copy), call_.pool).ok()) {
        lent.push_back(&field);
      }
    }
    return lent;
  }

  // Reports that a value of a patch is pending. true: the resource waits for it.
  bool Waits(const Patch& patch, const absl::Status& why,
             absl::string_view name) {
    outcome_.Add(PendingExpression(name, Annotate(why, patch.place()),
                                   call_.pool->redacted()));
    outcome_.not_ready = true;
    const bool waits =
        observed_ == nullptr && patch.type().to == Endpoint::kDesiredComposed;
    if (waits) {
      outcome_.withheld.push_back(
          {name, MessageOf(why, call_.pool->redacted()), patch.place()});
    }
    return waits;
  }

  // Reports whether the path has a value other than an object, which stays.
  bool HasValue(const Value& desired, const Path& path) {
    absl::StatusOr<const Value*> there = Get(desired, path, call_.pool);
    return there.ok() && !(*there)->IsObject();
  }

  // A list with a pending element counts as one value.
  static std::vector<Segment> UpToList(const std::vector<Segment>& path) {
    auto index =
        std::find_if(path.begin(), path.end(),
                     [](const Segment& each) { return each.is_index; });
    return {path.begin(), index};
  }

  // Replaces a pending value by the observed one; if there is none, the resource keeps
  // its own value.
  absl::Status KeepObserved(const std::vector<Segment>& segments, Value& over) {
    LOOM_ASSIGN_OR_RETURN(const Path path, Path::Parse(ToString(segments)));
    EraseField(over, path, call_.pool);
    if (observed_ == nullptr) return absl::OkStatus();
    absl::StatusOr<const Value*> kept = Get(*observed_, path, call_.pool);
    if (!kept.ok()) return absl::OkStatus();
    return Put(over, path, MakeCopy(**kept, call_.pool), call_.pool);
  }

  // The origin of each value of the merged object.
  void TellLeaves(const OverlayRule& overlay, size_t index,
                  absl::string_view name, const Value& value,
                  std::vector<Segment>* path) {
    if (value.IsObject()) {
      for (const Member& member : Members(value)) {
        path->push_back(Segment::Field(View(member.name)));
        TellLeaves(overlay, index, name, member.value, path);
        path->pop_back();
      }
      return;
    }
    std::string place = absl::StrCat(overlay.place, ".merge.", ToString(*path));
    // The value of an expression may be an object.
    for (const auto& patch : overlay.merge->patches()) {
      const std::vector<Segment>& to = patch->destination()->segments();
      if (to.size() <= path->size() &&
          std::equal(to.begin(), to.end(), path->begin())) {
        place = patch->place();
      }
    }
    call_.observer->EntryBegan(place, index);
    call_.observer->Wrote(
        {.holder = FieldUse::Holder::kComposed, .name = name, .path = *path});
  }

  // A patch sees what the patches before it have written.
  Value ObjectFor(const Patch& patch, const Value& desired) {
    return ReadsObject(patch) ? ObjectSoFar(desired, observed_, call_.pool)
                              : Object();
  }

  absl::Status TellWritten(const Patch& patch, size_t index,
                           absl::string_view name, const Value& desired) {
    if (call_.observer == nullptr || !patch.destination().ok()) {
      return absl::OkStatus();
    }
    std::vector<Path> places = {*patch.destination()};
    if (patch.names_elements()) {
      LOOM_ASSIGN_OR_RETURN(
          places, FindElements(desired, *patch.destination(), call_.pool));
    }
    call_.observer->EntryBegan(patch.place(), index);
    for (const Path& place : places) {
      call_.observer->Wrote({.holder = FieldUse::Holder::kComposed,
                             .name = name,
                             .path = place.segments()});
    }
    return absl::OkStatus();
  }

  const std::vector<OverlayRule>& overlays_;
  Call& call_;
  Outcome& outcome_;
  // The fields other than names that selectors use.
  const Value* observed_ = nullptr;
  std::map<std::string, std::optional<Value>> schemas_;
};

}  // namespace

std::unique_ptr<const Section> OverlaysSection::Parse(Fields& input) {
  std::vector<OverlayRule> overlays;
  const std::vector<Input> list = input.ListSection("overlays");
  if (list.empty()) return nullptr;
  const std::shared_ptr<PatchSets> sets = PatchSets::Of(input);
  overlays.reserve(list.size());
  for (const Input& each : list) {
    overlays.push_back(OverlayRule::Parse(each, *sets));
  }
  return std::make_unique<const OverlaysSection>(std::move(overlays));
}

bool OverlaysSection::asks() const {
  return std::any_of(overlays_.begin(), overlays_.end(),
                     [](const OverlayRule& overlay) {
                       return overlay.require_field.has_value();
                     });
}

absl::Status OverlaysSection::Run(Call& call, Outcome* outcome) const {
  Layer layer(overlays_, call, outcome);
  LOOM_RETURN_IF_ERROR(layer.LayAll());
  const bool computes = std::any_of(
      overlays_.begin(), overlays_.end(),
      [](const OverlayRule& overlay) { return overlay.has_expressions(); });
  if (computes) {
    outcome->Add(ExpressionsResolved());
    outcome->remarks.back().idle = true;
  }
  return absl::OkStatus();
}

}  // namespace loom
