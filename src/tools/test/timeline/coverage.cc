// SPDX-License-Identifier: Apache-2.0
#include "tools/test/timeline/coverage.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/inline_tree.h"
#include "sections/shared/patches/patch.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/run/documents.h"
#include "tools/workspace/input_mistakes.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

constexpr absl::string_view kAppliedOnly[] = {"applied"};
constexpr absl::string_view kEvaluatedOnly[] = {"evaluated"};
constexpr absl::string_view kTrueAndFalse[] = {"true", "false"};
constexpr absl::string_view kItemCounts[] = {"empty", "with one item",
                                             "with several items"};
constexpr absl::string_view kUsedOnly[] = {"used"};
constexpr absl::string_view kSelectedOnly[] = {"selected"};
constexpr absl::string_view kMetAndNot[] = {"met", "not met"};
constexpr absl::string_view kMetOnly[] = {"met"};
constexpr absl::string_view kWaitedAndMet[] = {"waited for", "met"};

constexpr absl::string_view kResolvedAndNot[] = {"resolved", "not resolved"};
constexpr absl::string_view kResolvedOnly[] = {"resolved"};
constexpr absl::string_view kEstablishedAndPending[] = {"established",
                                                        "pending"};
constexpr absl::string_view kFoundOnly[] = {"found"};

constexpr CoverageKind kPatchPart = {"patch", kAppliedOnly};
constexpr CoverageKind kExpressionPart = {"expression", kEvaluatedOnly};
constexpr CoverageKind kConditionPart = {"condition", kTrueAndFalse};
constexpr CoverageKind kLoopPart = {"forEach", kItemCounts};
constexpr CoverageKind kRowPart = {"row", kUsedOnly};
constexpr CoverageKind kConfigPart = {"EnvironmentConfig", kSelectedOnly};
constexpr CoverageKind kCheckPart = {"readiness check", kMetAndNot};
constexpr CoverageKind kSurePart = {"readiness check", kMetOnly};
constexpr CoverageKind kDependencyPart = {"dependency", kWaitedAndMet};
constexpr CoverageKind kOverlayPart = {"overlay", kAppliedOnly};
constexpr CoverageKind kReferencePart = {"reference", kResolvedAndNot};
constexpr CoverageKind kSureReferencePart = {"reference", kResolvedOnly};
constexpr CoverageKind kIdentityPart = {"identity", kEstablishedAndPending};
constexpr CoverageKind kFoundPart = {"required object", kFoundOnly};
constexpr CoverageKind kExtraPart = {"extra resource", kFoundOnly};

// What a value in an input is, given the object around it; nullptr: no part after all.
using PartKindOf = const CoverageKind* (*)(const Value& value,
                                           const Value& holder);

template <const CoverageKind* kKind>
const CoverageKind* Always(const Value&, const Value&) {
  return kKind;
}

// A use of a patch set is none: the patches of the set are parts.
const CoverageKind* PatchOrSet(const Value& value, const Value&) {
  return ScalarText(Dig(value, {"type"})) == "PatchSet" ? nullptr : &kPatchPart;
}

const CoverageKind* KindOfCheck(const Value& value, const Value&) {
  return ScalarText(Dig(value, {"type"})) == "None" ? &kSurePart : &kCheckPart;
}

const CoverageKind* KindOfRule(const Value& value, const Value&) {
  const std::string ready = ScalarText(Dig(value, {"ready"}));
  return ready == "Ignore" || ready == "Exists" ? &kSurePart : &kCheckPart;
}

// Without a fallback, null is the result of what no pattern matches.
const CoverageKind* KindOfFallback(const Value& value, const Value&) {
  return ScalarText(&value) == "Input" ? &kRowPart : nullptr;
}

bool ReadsObject(const Value& value) {
  if (value.IsArray()) return absl::c_any_of(Items(value), ReadsObject);
  if (!value.IsObject()) return false;
  return absl::c_any_of(Members(value), [](const Member& member) {
    const absl::string_view name = View(member.name);
    return name == "fromObject" || name == "fromRef" ||
           name == "fromResource" || name == "fromRequirement" ||
           ReadsObject(member.value);
  });
}

// Only an object may be missing for some time.
const CoverageKind* KindOfReference(const Value& value, const Value&) {
  return ReadsObject(value) ? &kReferencePart : &kSureReferencePart;
}

// Nothing waits for a dependency that only makes Usages.
const CoverageKind* KindOfDependency(const Value&, const Value& entry) {
  return ScalarText(Dig(entry, {"mode"})) == "None" ? nullptr
                                                    : &kDependencyPart;
}

const CoverageKind* KindOfInferred(const Value& value, const Value&) {
  return Dig(value, {"dependsOn"}) != nullptr ? nullptr
                                              : KindOfDependency(value, value);
}

// The first resource of a sequence waits for nothing.
const CoverageKind* KindOfSequence(const Value& value, const Value& rule) {
  const bool only_deletes = IsTrue(Dig(rule, {"deleteOnly"}));
  const Value* list = Find(rule, "sequence");
  const bool is_first = list != nullptr && &ItemAt(*list, 0) == &value;
  return only_deletes || is_first ? nullptr : &kDependencyPart;
}

// The table: which values of an input are parts. `*` is any index of a list or, at the
// end, any field. Add a kind of parts here.
struct PartRow {
  absl::string_view path;
  PartKindOf kind;
};

constexpr PartRow kParts[] = {
    {"condition", Always<&kConditionPart>},
    {"ready", Always<&kConditionPart>},
    {"resources[*].condition", Always<&kConditionPart>},
    {"dependencies[*].when", Always<&kConditionPart>},
    {"conditions[*].when", Always<&kConditionPart>},
    {"events[*].when", Always<&kConditionPart>},
    {"validations[*].rule", Always<&kConditionPart>},
    {"remove[*].condition", Always<&kConditionPart>},
    {"rules[*].condition", Always<&kConditionPart>},
    {"resources[*].forEach", Always<&kLoopPart>},
    {"resources[*].patches[*]", PatchOrSet},
    {"patchSets[*].patches[*]", PatchOrSet},
    {"environment.patches[*]", PatchOrSet},
    {"overlays[*].patches[*]", PatchOrSet},
    {"overlays[*]", Always<&kOverlayPart>},
    {"environment.configs[*]", Always<&kConfigPart>},
    {"spec.environmentConfigs[*]", Always<&kConfigPart>},
    {"resources[*].readinessChecks[*]", KindOfCheck},
    {"readiness.rules[*]", KindOfRule},
    {"readiness.kinds[*]", KindOfRule},
    {"dependencies[*]", KindOfInferred},
    {"dependencies[*].dependsOn[*]", KindOfDependency},
    {"rules[*].sequence[*]", KindOfSequence},
    {"references[*]", KindOfReference},
    {"externalValues[*]", KindOfReference},
    {"typedReferences[*]", Always<&kReferencePart>},
    {"externalReferences[*]", Always<&kReferencePart>},
    {"identities[*]", Always<&kIdentityPart>},
    {"extraResources[*]", Always<&kExtraPart>},
    {"required[*]", Always<&kFoundPart>},
    {"spec.extraResources[*]", Always<&kExtraPart>},
};

// Those of a transform, below the patches that report their values.
constexpr absl::string_view kTracedPatches[] = {"resources[*].patches[*]",
                                                "patchSets[*].patches[*]",
                                                "environment.patches[*]"};
constexpr PartRow kTransformParts[] = {
    {".transforms[*].map.*", Always<&kRowPart>},
    {".transforms[*].match.patterns[*]", Always<&kRowPart>},
    {".transforms[*].match.fallbackValue", Always<&kRowPart>},
    {".transforms[*].match.fallbackTo", KindOfFallback},
};

// The objects whose strings may have expressions.
constexpr absl::string_view kInlineObjects[] = {
    "resources[*].template", "overlays[*].merge", "status", "output"};

// Whether a string or a key in the value has expressions.
bool AnyExpression(const Value& value) {
  if (value.IsString()) return IsComputedKey(View(value));
  if (value.IsArray()) return absl::c_any_of(Items(value), AnyExpression);
  return value.IsObject() &&
         absl::c_any_of(Members(value), [](const Member& each) {
           return IsComputedKey(View(each.name)) || AnyExpression(each.value);
         });
}

// Whether a patch of an inline object computes the value: a string with expressions, a
// document with them, or a map with some in its keys.
bool HasExpression(const Value& value) {
  if (IsDocument(value)) return AnyExpression(value);
  if (HasComputedKeys(value)) return true;
  if (!value.IsString() || !IsInline(View(value))) return false;
  const auto parts = PartsOf(View(value));
  return parts.ok() && absl::c_any_of(*parts, [](const InlinePart& part) {
           return part.is_expression;
         });
}

// Finds the parts of the input of a step.
class PartFinder {
 public:
  using Found =
      std::function<void(const CoverageKind&, const std::string& place,
                         const NodePath& path, bool is_row)>;

  explicit PartFinder(Found found) : found_(std::move(found)) {}

  void Walk(const Value& input) {
    const Value nothing;
    Visit(input, nothing, "", "");
  }

 private:
  // `place` is the location of the value as messages have it, and `general` the same
  // with `*` for each index. `holder` is the nearest object around it.
  void Visit(const Value& value, const Value& holder, const std::string& place,
             const std::string& general) {
    if (const CoverageKind* kind = KindAt(value, holder, general)) {
      found_(*kind, place, path_,
             kind == &kRowPart && absl::StrContains(general, ".map."));
    }
    if (value.IsObject()) {
      if (IsInlinePart(general) && IsDocument(value)) return;
      for (const Member& member : Members(value)) {
        const std::string name(View(member.name));
        if (IsInlinePart(general) && IsComputedKey(name)) continue;
        path_.push_back(name);
        Visit(member.value, value, Joined(place, name),
              Joined(general, absl::EndsWith(general, "].map") ? "*" : name));
        path_.pop_back();
      }
    } else if (value.IsArray()) {
      for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
        const Value& item = ItemAt(value, i);
        const std::string name =
            place == "patchSets" ? ScalarText(Dig(item, {"name"})) : "";
        path_.push_back(absl::StrCat(i));
        Visit(item, holder,
              absl::StrCat(place, "[", name.empty() ? absl::StrCat(i) : name,
                           "]"),
              absl::StrCat(general, "[*]"));
        path_.pop_back();
      }
    }
  }

  static std::string Joined(const std::string& path, const std::string& name) {
    return path.empty() ? name : absl::StrCat(path, ".", name);
  }

  static const CoverageKind* KindAt(const Value& value, const Value& holder,
                                    const std::string& general) {
    for (const PartRow& row : kParts) {
      if (row.path == general) return row.kind(value, holder);
    }
    for (absl::string_view patch : kTracedPatches) {
      absl::string_view rest = general;
      if (!absl::ConsumePrefix(&rest, patch)) continue;
      for (const PartRow& row : kTransformParts) {
        if (row.path == rest) return row.kind(value, holder);
      }
    }
    return IsInlinePart(general) && HasExpression(value) ? &kExpressionPart
                                                         : nullptr;
  }

  static bool IsInlinePart(const std::string& general) {
    return absl::c_any_of(kInlineObjects, [&](absl::string_view object) {
      return IsWithin(general, object);
    });
  }

  Found found_;
  NodePath path_;
};

// `resources[0].patches[1]` with the name of the resource instead of its index.
std::string NamedPath(const std::string& place, const NodePath& path,
                      const Value& input) {
  const absl::Span<const Value> resources = ItemsAt(input, {"resources"});
  if (path.size() < 2 || path[0] != "resources" || resources.empty()) {
    return place;
  }
  const Value& item = resources[std::stoi(path[1])];
  const std::string name(IdOfTemplate(item));
  return absl::StrCat("resources[", name.empty() ? path[1] : name, "]",
                      place.substr(place.find(']') + 1));
}

// Two tests may name one file in two ways.
std::string SameFile(const std::string& file) {
  return std::filesystem::path(file).lexically_normal().string();
}

}  // namespace

size_t CoveragePart::covered() const {
  return absl::c_count_if(hits, [](uint64_t count) { return count > 0; });
}

void Coverage::Add(const Composition& composition,
                   const std::vector<Route>& routes) {
  const YamlDocument& document = composition.document;
  const std::string file = SameFile(document.nodes().name());
  CoverageParts& parts = files_[file];
  for (size_t i = 0; i < composition.steps.size(); ++i) {
    const PipelineStep& step = composition.steps[i];
    if (routes[i].kind != Route::Kind::kInProcess || step.input == nullptr ||
        !PlannedInputOf(step)->plan->problems.empty()) {
      continue;
    }
    const NodePath in_step = {"spec", "pipeline", absl::StrCat(step.index),
                              "input"};
    Parts& of_step = steps_[step.place];
    PartFinder([&](const CoverageKind& kind, const std::string& place,
                   const NodePath& path, bool is_row) {
      NodePath at = in_step;
      at.insert(at.end(), path.begin(), path.end());
      const YamlPosition position =
          document.At(std::vector<absl::string_view>(at.begin(), at.end()),
                      is_row ? YamlPart::kKey : YamlPart::kValue);
      const auto [part, is_new] = parts.try_emplace(position.offset);
      if (is_new) {
        part->second = {&kind, NamedPath(place, path, *step.input), position,
                        std::vector<uint64_t>(kind.outcomes.size())};
      }
      of_step[place] = &part->second;
      // Drop-in inputs count their patch sets.
      if (path[0] == "patchSets") {
        of_step[absl::StrCat("patchSets[", path[1],
                             place.substr(place.find(']')))] = &part->second;
      }
    }).Walk(*step.input);
  }
  if (parts.empty()) files_.erase(file);
}

void Coverage::StepBegins(const PipelineStep& step,
                          const fn::RunFunctionRequest&) {
  const auto known = steps_.find(step.place);
  current_ = known == steps_.end() ? nullptr : &known->second;
  hits_.clear();
}

void Coverage::StepEnds(const PipelineStep&, const fn::RunFunctionResponse&) {
  for (const auto& [part, outcome] : hits_) ++part->hits[outcome];
  hits_.clear();
  current_ = nullptr;
}

void Coverage::Begins(Call&) { hits_.clear(); }

CoveragePart* Coverage::Find(absl::string_view place) const {
  if (current_ == nullptr) return nullptr;
  const auto found = current_->find(place);
  return found == current_->end() ? nullptr : found->second;
}

void Coverage::Hit(absl::string_view place, size_t outcome) {
  CoveragePart* part = Find(place);
  if (part != nullptr && outcome < part->hits.size()) {
    hits_.emplace_back(part, outcome);
  }
}

void Coverage::Merged(size_t entry, const Value&, absl::string_view) {
  for (const char* list :
       {"environment.configs[", "spec.environmentConfigs["}) {
    Hit(absl::StrCat(list, entry, "]"), 0);
  }
}

void Coverage::Tested(absl::string_view place, bool holds) {
  // An inferred dependency has no dependsOn.
  if (Find(place) == nullptr)
    place = place.substr(0, place.rfind(".dependsOn"));
  const CoveragePart* part = Find(place);
  if (part == nullptr) return;
  const bool waits_first = part->kind == &kDependencyPart;
  Hit(place, holds == waits_first ? 1 : 0);
}

void Coverage::Listed(absl::string_view place, size_t count) {
  Hit(place, std::min<size_t>(count, 2));
}

void Coverage::Patched(const Patch& patch, const PatchTrace& trace,
                       const absl::Status& status) {
  if (trace.value.has_value()) {
    Pool pool;
    for (const std::string& row :
         patch.transforms().RowsOf(*trace.value, trace.stages, &pool)) {
      Hit(row, 0);
    }
  }
  const bool makes_nothing =
      patch.computes() && !patch.is_inline() && !trace.value.has_value();
  if (status.ok() && trace.from != nullptr && !makes_nothing) {
    Hit(patch.place(), 0);
  }
}

// An overlay and its expressions. The outcome of any other entry is reported later.
void Coverage::EntryBegan(absl::string_view place, size_t) {
  const CoveragePart* part = Find(place);
  if (part == nullptr) return;
  if (part->kind == &kOverlayPart || part->kind == &kExpressionPart) {
    Hit(place, 0);
  }
}

void Coverage::Decided(bool ready, absl::string_view) {
  Tested("ready", ready);
}

CoverageCount CoverageCount::Of(const CoverageParts& parts) {
  CoverageCount count;
  for (const auto& each : parts) {
    count.covered += each.second.covered();
    count.all += each.second.hits.size();
  }
  return count;
}

CoverageCount CoverageCount::Of(const Coverage& coverage) {
  CoverageCount sum;
  for (const auto& each : coverage.files()) {
    const CoverageCount count = Of(each.second);
    sum.covered += count.covered;
    sum.all += count.all;
  }
  return sum;
}

}  // namespace loom
