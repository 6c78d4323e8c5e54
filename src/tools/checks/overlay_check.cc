// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "base/glob.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/go/regexp.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/yaml/scalar.h"

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
  OverlayCheck(const LintPipeline& pipeline, LintFindings* findings)
      : pipeline_(pipeline), findings_(findings) {}

  void Run() {
    for (const LintInput* input : pipeline_.inputs) {
      for (const LintResource& resource : ResourcesOf(*input)) {
        resources_.push_back(&resource);
      }
      if (!input->native()) continue;
      const absl::Span<const Value> overlays =
          ItemsAt(*input->value, {"overlays"});
      for (size_t i = 0; i < overlays.size(); ++i) {
        if (!overlays[i].IsObject()) continue;
        CheckOverlay(*input, overlays[i], absl::StrCat("overlays[", i, "]"));
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

  bool SelectsAny(const Value& selector) const {
    return absl::c_any_of(resources_, [&](const LintResource* each) {
      // One without a base patches what an earlier step makes, which is there, too.
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
          !regexp->Matches(ScalarText(Find(*resource.value, "name")), &pool)
               .value_or(true)) {
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

  std::string HelpFor(const Value& selector) const {
    std::vector<std::string> known;
    for (const LintResource* each : resources_) {
      if (each->base == nullptr) continue;
      for (std::string& key :
           KeysOf(Dig(*each->base, {"metadata", "labels"}))) {
        known.push_back(std::move(key));
      }
    }
    for (const std::string& key : KeysOf(Find(selector, "labels"))) {
      if (absl::c_linear_search(known, key)) continue;
      return MeantHelp(NearestName(key, known));
    }
    return "";
  }

  static inline const std::set<std::string> kMembers = {
      "match", "exclude", "requireField", "policy", "patches"};

  const LintPipeline& pipeline_;
  LintFindings* findings_;
  std::vector<const LintResource*>
      resources_;               // of this step and those before it
  std::set<std::string> laid_;  // labels that overlays give
};

}  // namespace

void CheckOverlays(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    OverlayCheck(pipeline, findings).Run();
  }
}

}  // namespace loom
