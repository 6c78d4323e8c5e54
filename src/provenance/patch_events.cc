// SPDX-License-Identifier: Apache-2.0
// What the recorder makes of a patch.
#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "explain/graph.h"
#include "fieldpath/access.h"
#include "patch/patch.h"
#include "provenance/recorder.h"
#include "provenance/transform_names.h"
#include "resource/object.h"
#include "value/equal.h"
#include "value/object.h"
#include "yaml/scalar_text.h"

namespace loom {
namespace {

// `patchSets[2].patches[1]`: the name of that set and the index of the patch in it;
// false for another place.
bool ReadPatchSet(absl::string_view place, const PipelineStep& step,
                  std::string* name, size_t* index) {
  const std::vector<absl::string_view> parts =
      absl::StrSplit(place, absl::ByAnyChar("[]"));
  uint32_t set = 0;
  if (parts.size() != 5 || parts[0] != "patchSets" ||
      !absl::SimpleAtoi(parts[3], index)) {
    return false;
  }
  *name = std::string(parts[1]);
  const Value* sets =
      step.input == nullptr ? nullptr : Find(*step.input, "patchSets");
  if (sets != nullptr && sets->IsArray() && absl::SimpleAtoi(parts[1], &set) &&
      set < sets->Size() && (*sets)[set].IsObject()) {
    *name = ScalarText(Find((*sets)[set], "name"));
  }
  return true;
}

// Which leaves of its destination a patch has written. One that merges into an
// object leaves the rest of it as it was.
class PatchedLeaf {
 public:
  PatchedLeaf(const Patch& patch, const Value& from, Pool* pool)
      : to_(patch.destination()->segments()),
        is_plain_(!patch.destination()->HasWildcard()),
        from_(from),
        pool_(pool) {
    const bool copies =
        patch.transforms().empty() && patch.type().form == PatchForm::kCopy;
    if (copies && patch.sources()[0]->ok()) source_ = &**patch.sources()[0];
  }

  // The path inside of the source that the leaf is a copy of; empty: all of it.
  absl::Span<const Segment> Inside(const Leaf& leaf) const {
    if (source_ == nullptr || !IsBelow(leaf)) return {};
    absl::Span<const Segment> inside =
        absl::MakeConstSpan(leaf.path).subspan(to_.size());
    return Copied(leaf, inside) ? inside : absl::Span<const Segment>();
  }

  bool Has(const Leaf& leaf) const {
    if (!is_plain_ || !IsBelow(leaf)) return false;
    if (leaf.path.size() == to_.size()) return true;
    return source_ != nullptr &&
           Copied(leaf, absl::MakeConstSpan(leaf.path).subspan(to_.size()));
  }

 private:
  bool IsBelow(const Leaf& leaf) const {
    return leaf.path.size() >= to_.size() &&
           std::equal(to_.begin(), to_.end(), leaf.path.begin());
  }
  bool Copied(const Leaf& leaf, absl::Span<const Segment> inside) const {
    std::vector<Segment> path = source_->segments();
    path.insert(path.end(), inside.begin(), inside.end());
    auto value = Get(from_, path, pool_);
    return value.ok() && Equal(**value, *leaf.value);
  }

  const std::vector<Segment>& to_;
  const bool is_plain_;
  const Value& from_;
  Pool* pool_;
  const Path* source_ = nullptr;
};

std::string OwnerOf(Endpoint endpoint, const std::string& resource) {
  if (endpoint == Endpoint::kDesiredComposite) return "xr";
  if (endpoint == Endpoint::kEnvironment) return "env";
  return loom::OwnerOf(resource);
}

}  // namespace

ExplainedStep Recorder::PatchStep(const Patch& patch) {
  ExplainedStep step = NewStep("patch");
  step.type = std::string(patch.type().name);
  step.index = call_.patches;
  size_t index = 0;
  if (ReadPatchSet(patch.place(), *step_, &step.patch_set, &index)) {
    step.patch_set_index = index;
  }
  step.place = files_.InInput(*step_, patch.place());
  return step;
}

void Recorder::Patched(const Patch& patch, const Value* from, const Value* to,
                       const absl::Status& status) {
  if (patch.type().to == Endpoint::kSecretLocation) return;
  if (from == nullptr || !status.ok() || !patch.destination().ok()) {
    MissPatch(patch, from, status);
    ++call_.patches;
    return;
  }
  const PatchedLeaf written(patch, *from, &pool_);
  Sync(
      OwnerOf(patch.type().to, call_.resource), *to,
      [&](const Leaf& leaf) {
        ExplainedStep step = PatchStep(patch);
        step.from = OriginsOf(patch, from, written.Inside(leaf));
        step.transforms = TransformsOf(patch, *from);
        return step;
      },
      [&](const Leaf& leaf) { return written.Has(leaf); });
  ++call_.patches;
}

void Recorder::MissPatch(const Patch& patch, const Value* from,
                         const absl::Status& status) {
  ExplainedStep step = PatchStep(patch);
  step.from = OriginsOf(patch, from);
  step.outcome = status.ok() || absl::IsNotFound(status) ? "skipped" : "failed";
  if (from == nullptr) {
    step.message = absl::StrCat(call_.resource, " is not observed");
  } else if (absl::IsNotFound(status)) {
    for (Origin origin : step.from) {
      if (origin.kind == Origin::Kind::kField) continue;
      const ExplainedSource& source = graph_.all().sources[origin.id];
      if (source.value.json.has_value() || source.value.secret) continue;
      step.message = absl::StrCat(
          patch.required() ? "Required source is missing: " : "", source.path,
          " of ", source.name, patch.required() ? "" : " is missing");
      break;
    }
  } else {
    step.message = std::string(status.message());
    if (secrets_.IsIn(step.message)) step.message = "(secret)";
  }
  const bool known = patch.destination().ok();
  const std::string path =
      known ? ToString(patch.destination()->segments()) : "";
  graph_.Miss(OwnerOf(patch.type().to, call_.resource), path, std::move(step));
}

std::vector<Origin> Recorder::OriginsOf(const Patch& patch, const Value* from,
                                        absl::Span<const Segment> inside) {
  std::vector<Origin> origins;
  for (const absl::StatusOr<Path>* source : patch.sources()) {
    if (!source->ok()) continue;
    std::vector<Segment> path = (*source)->segments();
    path.insert(path.end(), inside.begin(), inside.end());
    for (Origin origin : OriginsAt(patch.type().from, from, path)) {
      origins.push_back(origin);
    }
  }
  return origins;
}

std::vector<Origin> Recorder::OriginsAt(Endpoint endpoint, const Value* from,
                                        const std::vector<Segment>& path) {
  const std::string text = ToString(path);
  std::vector<Origin> origins;
  if (endpoint == Endpoint::kEnvironment) {
    for (size_t id : graph_.FieldsWithin("env", text)) {
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
  if (value != nullptr) source.value = secrets_.Shown(*value);
  if (endpoint == Endpoint::kObservedComposite) {
    source.kind = "composite";
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

std::vector<ExplainedTransform> Recorder::TransformsOf(const Patch& patch,
                                                       const Value& from) {
  std::vector<ExplainedTransform> transforms;
  if (patch.transforms().empty()) return transforms;
  // What an expression was is not known any more.
  if (patch.has_expressions()) return transforms;
  auto gathered = patch.Untransformed(from, &pool_);
  if (!gathered.ok()) return transforms;
  std::vector<Value> stages =
      patch.transforms().Stages(*gathered, nullptr, &pool_);
  const std::vector<std::string> names = TransformNames(*step_, patch.place());
  const Value* in = &*gathered;
  for (size_t i = 0; i < stages.size(); ++i) {
    transforms.push_back(
        {.type = i < names.size() ? names[i] : "",
         .in = secrets_.Shown(*in),
         .out = secrets_.Shown(stages[i]),
         .place = files_.InInput(
             *step_, absl::StrCat(patch.place(), ".transforms[", i, "]"))});
    in = &stages[i];
  }
  return transforms;
}

}  // namespace loom
