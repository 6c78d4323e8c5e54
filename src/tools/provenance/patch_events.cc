// SPDX-License-Identifier: Apache-2.0
// What the recorder makes of a patch.
#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "sections/shared/patches/patch.h"
#include "tools/provenance/graph.h"
#include "tools/provenance/recorder.h"
#include "tools/provenance/transform_names.h"
#include "tools/workspace/input_mistakes.h"

namespace loom {
namespace {

// Reads the name of the set and the index of the patch from `patchSets[2].patches[1]`.
// Returns false for any other path.
bool ReadPatchSet(absl::string_view place, const PipelineStep& step,
                  std::string* name, size_t* index) {
  if (!absl::ConsumePrefix(&place, "patchSets[")) return false;
  const std::vector<std::string> steps =
      StepsOf(absl::StrCat("patchSets[", place), *step.input);
  *name = ScalarText(
      InputMember(step, absl::StrCat("patchSets[", steps[1], "].name")));
  return steps.size() == 4 && absl::SimpleAtoi(steps[3], index);
}

// Finds the leaves of its destination that a patch has written. A patch that merges
// into an object does not change the rest of the object.
class PatchedLeaf {
 public:
  PatchedLeaf(const Patch& patch, const PatchTrace& trace, Pool* pool)
      : to_(patch.destination()->segments()),
        is_plain_(!patch.destination()->HasWildcard()),
        pool_(pool) {
    if (!patch.transforms().empty()) return;
    if (patch.type().form == PatchForm::kExpression) {
      if (trace.value.has_value()) from_ = &*trace.value;
    } else if (patch.type().form == PatchForm::kCopy &&
               patch.sources()[0]->ok()) {
      from_ = trace.from;
      source_ = (*patch.sources()[0])->segments();
    }
  }

  // Returns the path inside the source from which the leaf was copied; empty: all of
  // it.
  absl::Span<const Segment> Inside(const Leaf& leaf) const {
    if (from_ == nullptr || !IsBelow(leaf)) return {};
    absl::Span<const Segment> inside =
        absl::MakeConstSpan(leaf.path).subspan(to_.size());
    return Copied(leaf, inside) ? inside : absl::Span<const Segment>();
  }

  bool Has(const Leaf& leaf) const {
    if (!is_plain_ || !IsBelow(leaf)) return false;
    if (leaf.path.size() == to_.size()) return true;
    return from_ != nullptr &&
           Copied(leaf, absl::MakeConstSpan(leaf.path).subspan(to_.size()));
  }

 private:
  bool IsBelow(const Leaf& leaf) const {
    return leaf.path.size() >= to_.size() &&
           std::equal(to_.begin(), to_.end(), leaf.path.begin());
  }
  bool Copied(const Leaf& leaf, absl::Span<const Segment> inside) const {
    std::vector<Segment> path = source_;
    path.insert(path.end(), inside.begin(), inside.end());
    auto value = Get(*from_, path, pool_);
    return value.ok() && Equal(**value, *leaf.value);
  }

  const std::vector<Segment>& to_;
  const bool is_plain_;
  Pool* pool_;
  // The value that is copied is in this one, at this path; null: none is.
  const Value* from_ = nullptr;
  std::vector<Segment> source_;
};

std::string OwnerOfPatch(Endpoint endpoint, const std::string& resource) {
  if (endpoint == Endpoint::kDesiredComposite) return owners::kComposite;
  if (endpoint == Endpoint::kEnvironment) return owners::kEnvironment;
  return loom::OwnerOf(resource);
}

}  // namespace

ExplainedStep Recorder::PatchStep(const Patch& patch) {
  ExplainedStep step = NewStep(patch.is_inline() ? "template" : "patch");
  if (patch.is_inline()) {
    step.place = files_.InInput(*step_, patch.place());
    return step;
  }
  step.type = std::string(patch.type().name);
  step.index = call_.patches;
  size_t index = 0;
  if (ReadPatchSet(patch.place(), *step_, &step.patch_set, &index)) {
    step.patch_set_index = index;
  }
  step.place = files_.InInput(*step_, patch.place());
  return step;
}

void Recorder::Patched(const Patch& patch, const PatchTrace& trace,
                       const absl::Status& status) {
  if (patch.type().to == Endpoint::kSecretLocation) return;
  const bool makes_nothing = patch.computes() && !trace.value.has_value();
  if (trace.from == nullptr || !status.ok() || makes_nothing ||
      !patch.destination().ok()) {
    MissPatch(patch, trace, status);
    call_.patches += patch.is_inline() ? 0 : 1;
    call_.selected.clear();
    return;
  }
  const PatchedLeaf written(patch, trace, &pool_);
  Sync(
      OwnerOfPatch(patch.type().to, call_.resource), *trace.to,
      [&](const Leaf& leaf) {
        ExplainedStep step = PatchStep(patch);
        step.from = OriginsOf(patch, trace, written.Inside(leaf));
        step.transforms = TransformsOf(patch, trace);
        return step;
      },
      [&](const Leaf& leaf) { return written.Has(leaf); });
  call_.patches += patch.is_inline() ? 0 : 1;
  call_.selected.clear();
}

void Recorder::Kept(const Patch& patch, const Value& to) {
  const bool of_composite = patch.type().to == Endpoint::kDesiredComposite;
  Sync(
      OwnerOfPatch(patch.type().to, call_.resource), to, [&](const Leaf& leaf) {
        ExplainedStep step = PatchStep(patch);
        // It has been counted already.
        if (!patch.is_inline()) step.index = call_.patches - 1;
        step.message = std::string(kKept);
        step.from = OriginsOfRead(
            {.name = of_composite ? "composite" : "object", .path = leaf.path});
        return step;
      });
}

void Recorder::MissPatch(const Patch& patch, const PatchTrace& trace,
                         const absl::Status& status) {
  ExplainedStep step = PatchStep(patch);
  step.from = OriginsOf(patch, trace);
  step.outcome = status.ok() || absl::IsNotFound(status) ? "skipped" : "failed";
  if (trace.from == nullptr) {
    step.message = absl::StrCat(call_.resource, " is not observed");
  } else if (status.ok()) {
    step.message = "it has no value";
  } else {
    if (absl::IsNotFound(status) && !IsPending(status)) {
      step.message = MissingSource(patch, step.from);
    }
    if (step.message.empty()) step.message = std::string(status.message());
    if (secrets_.IsIn(step.message)) step.message = "(secret)";
    const bool waits = IsPending(status) && !patch.PassesOver(status);
    if (waits) step.outcome = "pending";
  }
  const bool known = patch.destination().ok();
  const std::string path =
      known ? ToString(patch.destination()->segments()) : "";
  graph_.Miss(OwnerOfPatch(patch.type().to, call_.resource), path,
              std::move(step));
}

// Which field a patch has not found; "" if it is none that it names.
std::string Recorder::MissingSource(const Patch& patch,
                                    const std::vector<Origin>& from) const {
  for (Origin origin : from) {
    if (origin.kind == Origin::Kind::kField) continue;
    const ExplainedSource& source = graph_.all().sources[origin.id];
    if (source.value.json.has_value() || source.value.secret) continue;
    return absl::StrCat(patch.required() ? "Required source is missing: " : "",
                        source.path, " of ", source.name,
                        patch.required() ? "" : " is missing");
  }
  return "";
}

std::vector<Origin> Recorder::OriginsOf(const Patch& patch,
                                        const PatchTrace& trace,
                                        absl::Span<const Segment> inside) {
  std::vector<Origin> origins;
  for (const InputExpression* each : patch.expressions()) {
    const Value* made = trace.value.has_value() ? &*trace.value : nullptr;
    if (made != nullptr && !inside.empty()) {
      const std::vector<Segment> path(inside.begin(), inside.end());
      auto found = Get(*made, path, &pool_);
      if (found.ok()) made = *found;
    }
    const std::string place =
        absl::StrCat(patch.place(), patch.is_inline() ? "" : ".expression");
    for (Origin origin : OriginsOfExpression(each->text(), place, made)) {
      origins.push_back(origin);
    }
  }
  for (const absl::StatusOr<Path>* source : patch.sources()) {
    if (!source->ok()) continue;
    std::vector<Segment> path = (*source)->segments();
    path.insert(path.end(), inside.begin(), inside.end());
    for (Origin origin : OriginsAt(patch.type().from, trace.from, path)) {
      origins.push_back(origin);
    }
  }
  for (const std::string& text : TransformExpressions(*step_, patch.place())) {
    for (const ExpressionRead& read : ReadsOf(text)) {
      for (Origin origin : OriginsOfRead(read)) origins.push_back(origin);
    }
  }
  return origins;
}

std::vector<Origin> Recorder::OriginsAt(Endpoint endpoint, const Value* from,
                                        const std::vector<Segment>& path) {
  if (endpoint == Endpoint::kItem) return OriginsOfItem(path);
  const std::string text = ToString(path);
  std::vector<Origin> origins;
  if (endpoint == Endpoint::kEnvironment) {
    for (size_t id : graph_.FieldsWithin(owners::kEnvironment, text)) {
      origins.push_back({Origin::Kind::kField, id});
    }
    if (!origins.empty()) return origins;
  }
  const Value* value = nullptr;
  if (from != nullptr) {
    auto found = Get(*from, path, &pool_);
    if (found.ok()) value = *found;
  }
  ExplainedSource source{.path = text};
  if (value != nullptr) source.value = secrets_.Shown(*value, path);
  if (endpoint == Endpoint::kObservedComposite) {
    const bool is_label = path.size() == 3 && path[0].field == "metadata" &&
                          path[1].field == "labels";
    source.kind = is_label ? "label" : "composite";
    source.name = composite_;
    if (value != nullptr) source.place = files_.InComposite(LocatorOf(path));
  } else if (endpoint == Endpoint::kEnvironment) {
    source.kind = "context";
    source.name = "the environment";
  } else {
    source.kind = "observed";
    source.name = call_.resource;
    if (from != nullptr && IsSecret(*from) &&
        (IsWithin(text, "data") || IsWithin(text, "stringData"))) {
      source.value = {.json = std::nullopt, .secret = value != nullptr};
    }
    if (value != nullptr) {
      source.place = files_.InObserved(call_.resource, LocatorOf(path));
    }
  }
  return {{Origin::Kind::kSource, graph_.Source(std::move(source))}};
}

std::vector<ExplainedTransform> Recorder::TransformsOf(
    const Patch& patch, const PatchTrace& trace) {
  std::vector<ExplainedTransform> transforms;
  if (!trace.value.has_value() || trace.stages.empty()) return transforms;
  const std::vector<std::string> names = TransformNames(*step_, patch.place());
  const Value* in = &*trace.value;
  for (size_t i = 0; i < trace.stages.size(); ++i) {
    transforms.push_back(
        {.type = i < names.size() ? names[i] : "",
         .in = secrets_.Shown(*in),
         .out = secrets_.Shown(trace.stages[i]),
         .place = files_.InInput(
             *step_, absl::StrCat(patch.place(), ".transforms[", i, "]"))});
    in = &trace.stages[i];
  }
  return transforms;
}

}  // namespace loom
