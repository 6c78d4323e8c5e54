// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/glob.h"
#include "base/strings.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/go/regexp.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"
#include "tools/schemas/crd.h"
#include "tools/schemas/kind_schemas.h"

namespace loom {
namespace {

using LabelPath = std::vector<Segment>;

bool Globs(const Value& selector, absl::string_view member,
           absl::string_view text) {
  const Value* glob = Find(selector, member);
  return glob == nullptr || GlobMatches(ScalarText(glob), text);
}

// The members of an object; none if it is none.
std::vector<std::string> KeysOf(const Value* object) {
  std::vector<std::string> keys;
  if (object == nullptr || !object->IsObject()) return keys;
  for (const Member& member : Members(*object)) {
    keys.emplace_back(View(member.name));
  }
  return keys;
}

// The overlays of a pipeline and what its steps make.
class OverlayCheck {
 public:
  OverlayCheck(const Corpus& corpus, const LintPipeline& pipeline,
               LintFindings* findings)
      : pipeline_(pipeline), types_(corpus, pipeline), findings_(findings) {}

  void Run() {
    for (const LintInput* input : pipeline_.inputs) {
      for (const LintResource& resource : ResourcesOf(*input)) {
        resources_.push_back(&resource);
      }
      if (!input->native()) continue;
      const absl::Span<const Value> overlays =
          ItemsAt(*input->value, {"overlays"});
      if (overlays.empty()) continue;
      const std::vector<LintPatch> patches = OverlayPatchesOf(*input);
      for (size_t i = 0; i < overlays.size(); ++i) {
        if (!overlays[i].IsObject()) continue;
        const std::string place = absl::StrCat("overlays[", i, "]");
        CheckOverlay(*input, overlays[i], place);
        CheckSchemas(*input, overlays[i], place, patches);
      }
    }
  }

 private:
  void CheckOverlay(const LintInput& input, const Value& overlay,
                    const std::string& place) {
    const Value* merge = Find(overlay, "merge");
    for (const std::string& key : KeysOf(merge)) {
      if (!kMembers.contains(key)) continue;
      findings_->Add("object/misplaced", *input.document,
                     input.At(absl::StrCat(place, ".merge.", key)),
                     absl::StrCat(key,
                                  " is a field of the overlay, but here it is "
                                  "merged into each resource"),
                     "indent it like merge");
    }
    if (merge != nullptr && merge->IsObject()) {
      for (const std::string& key :
           KeysOf(Dig(*merge, {"metadata", "labels"}))) {
        laid_.insert(key);
      }
    }
    // A step of another function may make anything, and so may those in front of an
    // input on its own.
    if (pipeline_.has_other_steps || input.prefix.empty()) return;
    for (const char* list : {"match", "exclude"}) {
      const absl::Span<const Value> selectors = ItemsAt(overlay, {list});
      for (size_t i = 0; i < selectors.size(); ++i) {
        const Value& selector = selectors[i];
        if (!selector.IsObject() || SelectsAny(selector)) continue;
        findings_->Add("overlay/selects-nothing", *input.document,
                       input.At(absl::StrCat(place, ".", list, "[", i, "]")),
                       "no composed resource of this pipeline matches",
                       HelpFor(selector));
      }
    }
  }

  // Compares what the overlay writes with the schemas of the kinds that it changes.
  void CheckSchemas(const LintInput& input, const Value& overlay,
                    const std::string& place,
                    const std::vector<LintPatch>& patches) {
    const auto required =
        Path::Parse(ScalarText(Find(overlay, "requireField")));
    std::set<const KindSchema*> seen;
    for (const LintResource* resource : resources_) {
      const KindSchema* kind = types_.SchemaOf(*resource);
      if (kind == nullptr || !Changes(overlay, *resource) ||
          (required.ok() && IsMissing(*kind, required->segments())) ||
          !seen.insert(kind).second) {
        continue;
      }
      const Value* merge = Find(overlay, "merge");
      std::vector<Segment> path;
      if (merge != nullptr) {
        CheckMembers(input, place + ".merge", *merge, *kind, &path);
        CheckValues(input, place + ".merge", *merge, *kind, patches);
        path.clear();
        if (ScalarText(Find(overlay, "policy")) != "IfNotPresent" &&
            !kind->common) {
          CheckLists({input, place, *resource, *kind, patches}, *merge, &path);
        }
      }
      for (const LintPatch& patch : patches) {
        if (patch.inlined.empty() &&
            patch.type->to == Endpoint::kDesiredComposed &&
            absl::StartsWith(patch.place, place + ".")) {
          CheckField(input, patch.ToPlace(), *kind, patch.to.segments());
        }
      }
    }
  }

  static bool IsMissing(const KindSchema& kind,
                        const std::vector<Segment>& path) {
    return !path.empty() &&
           FollowPath(kind, path).answer == SchemaPlace::Answer::kMissing;
  }

  // Reports fields that the kind lacks, each at the first one that is missing.
  void CheckMembers(const LintInput& input, const std::string& place,
                    const Value& value, const KindSchema& kind,
                    std::vector<Segment>* path) {
    if (!value.IsObject()) return;
    for (const Member& member : Members(value)) {
      path->push_back(Segment::Field(View(member.name)));
      const std::string at = absl::StrCat(place, ".", View(member.name));
      if (CheckField(input, at, kind, *path)) {
        CheckMembers(input, at, member.value, kind, path);
      }
      path->pop_back();
    }
  }

  bool CheckField(const LintInput& input, const std::string& place,
                  const KindSchema& kind, const std::vector<Segment>& path) {
    const SchemaPlace found = FollowPath(kind, path);
    if (found.answer != SchemaPlace::Answer::kMissing) return true;
    findings_->Add("schema/unknown-destination", *input.document,
                   input.At(place),
                   absl::StrCat(kind.kind, " has no field ", found.missing,
                                "; the API server refuses it"),
                   found.nearest.empty()
                       ? absl::StrCat("requireField: ", found.missing,
                                      " leaves kinds without the field alone")
                       : MeantHelp(found.nearest));
    findings_->all().back().mild = kind.common;
    return false;
  }

  // Checks the constants against the schema: types, enums and patterns.
  void CheckValues(const LintInput& input, const std::string& place,
                   const Value& merge, const KindSchema& kind,
                   const std::vector<LintPatch>& patches) {
    Pool pool;
    for (const Violation& violation :
         ViolationsOf(*kind.schema, merge, &pool)) {
      const std::string at = absl::StrCat(place, ".", PathText(violation.path));
      const bool of_value = violation.kind == ViolationKind::kType ||
                            violation.kind == ViolationKind::kUnsupported ||
                            violation.kind == ViolationKind::kPattern;
      if (!of_value || absl::c_any_of(patches, [&](const LintPatch& patch) {
            return patch.place == at;
          })) {
        continue;
      }
      findings_->Add("schema/type-mismatch", *input.document, input.At(at),
                     absl::StrCat(violation.message, " at ",
                                  PathText(violation.path), " of ", kind.kind),
                     MeantHelp(violation.meant));
    }
  }

  // What an overlay merges into a resource.
  struct Merging {
    const LintInput& input;
    const std::string& place;  // of the overlay
    const LintResource& resource;
    const KindSchema& kind;
    const std::vector<LintPatch>& patches;  // of all overlays
  };

  // A list of the overlay replaces that of the base, whose items may have had more.
  void CheckLists(const Merging& merging, const Value& value,
                  std::vector<Segment>* path) {
    if (value.IsObject()) {
      for (const Member& member : Members(value)) {
        path->push_back(Segment::Field(View(member.name)));
        CheckLists(merging, member.value, path);
        path->pop_back();
      }
    }
    if (!value.IsArray() || IsPatchedLater(merging, *path)) return;
    Pool pool;
    auto before = Get(*merging.resource.base, *path, &pool);
    if (!before.ok() || !(*before)->IsArray()) return;
    for (const Value& item : Items(value)) {
      if (!item.IsObject()) continue;
      const std::string lost = LostBy(merging, *path, item, **before);
      if (lost.empty()) continue;
      findings_->Add(
          "schema/required-unset", *merging.input.document,
          merging.input.At(
              absl::StrCat(merging.place, ".merge.", ToString(*path))),
          absl::StrCat("this replaces the whole list, so its items lose ", lost,
                       ", which ", merging.kind.kind, " requires"),
          absl::StrCat("write only the field that changes, with a patch to ",
                       ToString(*path), "[0].", LastOf(item)));
      return;
    }
  }

  // The field that a patch writes instead of the item.
  static std::string LastOf(const Value& item) {
    std::string last;
    for (const std::string& key : KeysOf(&item)) {
      if (last.empty() || key != "name") last = key;
    }
    return last;
  }

  static bool IsPatchedLater(const Merging& merging,
                             const std::vector<Segment>& path) {
    return absl::c_any_of(merging.patches, [&](const LintPatch& patch) {
      const auto& to = patch.to.segments();
      const size_t length = std::min(to.size(), path.size());
      return patch.inlined.empty() &&
             std::equal(to.begin(), to.begin() + length, path.begin());
    });
  }

  // Returns the required field that an item of the base has and the new one lacks.
  static std::string LostBy(const Merging& merging,
                            const std::vector<Segment>& path, const Value& item,
                            const Value& before) {
    std::vector<std::string> required;
    const SchemaPlace place = FollowPath(merging.kind, path);
    const Value* items = place.answer == SchemaPlace::Answer::kKnown
                             ? Find(*place.schema, "items")
                             : nullptr;
    if (items == nullptr) return "";
    for (const Value& each : ItemsAt(*items, {"required"})) {
      required.push_back(ScalarText(&each));
    }
    // The schema leaves it open, and the API server does not.
    if (IsOfKubernetes(GroupOf(ApiVersion(*merging.resource.base))) &&
        (path.back().field == "containers" ||
         path.back().field == "initContainers")) {
      required.push_back("image");
    }
    for (const std::string& name : required) {
      if (Find(item, name) != nullptr) continue;
      for (const Value& each : Items(before)) {
        if (each.IsObject() && Find(each, name) != nullptr) return name;
      }
    }
    return "";
  }

  // Whether the overlay certainly changes what the template makes.
  bool Changes(const Value& overlay, const LintResource& resource) const {
    if (resource.base == nullptr) return false;
    const absl::Span<const Value> match = ItemsAt(overlay, {"match"});
    const bool matches =
        match.empty() || absl::c_any_of(match, [&](const Value& selector) {
          return selector.IsObject() && Find(selector, "labels") == nullptr &&
                 Selects(selector, resource);
        });
    return matches && absl::c_none_of(ItemsAt(overlay, {"exclude"}),
                                      [&](const Value& selector) {
                                        return selector.IsObject() &&
                                               Selects(selector, resource);
                                      });
  }

  bool SelectsAny(const Value& selector) const {
    return absl::c_any_of(resources_, [&](const LintResource* each) {
      // One without a base patches what an earlier step makes, which is also there.
      return each->base != nullptr && Selects(selector, *each);
    });
  }

  bool Selects(const Value& selector, const LintResource& resource) const {
    const Value& base = *resource.base;
    if (!Globs(selector, "group", GroupOf(ApiVersion(base))) ||
        !Globs(selector, "kind", Kind(base))) {
      return false;
    }
    if (const Value* pattern = Find(selector, "resource")) {
      const bool loops = Find(*resource.value, "forEach") != nullptr;
      auto regexp = Regexp::Compile(ScalarText(pattern));
      Pool pool;
      if (!loops && regexp.ok() &&
          !regexp->Matches(IdOfTemplate(*resource.value), &pool)
               .value_or(true) &&
          ComputedNameOf(*resource.value) == nullptr) {
        return false;
      }
    }
    for (const std::string& key : KeysOf(Find(selector, "labels"))) {
      const LabelPath path = {Segment::Field("metadata"),
                              Segment::Field("labels"), Segment::Field(key)};
      if (laid_.contains(key) || IsPatched(resource, path)) continue;
      const Value* label = Dig(base, {"metadata", "labels", key});
      if (label == nullptr ||
          !GlobMatches(ScalarText(Dig(selector, {"labels", key})),
                       ScalarText(label))) {
        return false;
      }
    }
    return true;
  }

  // What may be meant instead of a glob that none of the names fits; "" if one does.
  static std::string MeantFor(const Value* glob,
                              const std::vector<std::string>& names) {
    const std::string text = ScalarText(glob);
    if (text.empty() || absl::c_any_of(names, [&](const std::string& name) {
          return GlobMatches(text, name);
        })) {
      return "";
    }
    for (const std::string& name : names) {
      if (absl::EndsWith(name, "." + text)) return "*." + text;
      if (absl::EqualsIgnoreCase(name, text)) return name;
    }
    return NearestName(text, names);
  }

  std::string HelpFor(const Value& selector) const {
    std::vector<std::string> groups;
    std::vector<std::string> kinds;
    std::vector<std::string> known;
    for (const LintResource* each : resources_) {
      if (each->base == nullptr) continue;
      groups.emplace_back(GroupOf(ApiVersion(*each->base)));
      kinds.emplace_back(Kind(*each->base));
      for (std::string& key :
           KeysOf(Dig(*each->base, {"metadata", "labels"}))) {
        known.push_back(std::move(key));
      }
    }
    std::string meant = MeantFor(Find(selector, "group"), groups);
    if (meant.empty()) meant = MeantFor(Find(selector, "kind"), kinds);
    if (!meant.empty()) return MeantHelp(meant);
    for (const std::string& key : KeysOf(Find(selector, "labels"))) {
      if (absl::c_linear_search(known, key)) continue;
      return MeantHelp(NearestName(key, known));
    }
    return "";
  }

  static inline const std::set<std::string> kMembers = {
      "match", "exclude", "requireField", "policy", "patches"};

  const LintPipeline& pipeline_;
  const TemplateTypes types_;
  LintFindings* findings_;
  std::vector<const LintResource*>
      resources_;               // of this step and those before it
  std::set<std::string> laid_;  // labels that overlays give
};

}  // namespace

void CheckOverlays(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    OverlayCheck(corpus, pipeline, findings).Run();
  }
}

}  // namespace loom
