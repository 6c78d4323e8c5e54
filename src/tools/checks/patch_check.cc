// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "data/fieldpath/access.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

using Segments = absl::Span<const Segment>;

bool IsPrefix(Segments prefix, Segments path) {
  return prefix.size() <= path.size() &&
         std::equal(prefix.begin(), prefix.end(), path.begin());
}

// Crossplane applies only the status of the composite that a pipeline desires.
void CheckTarget(const LintInput& input, const LintPatch& patch,
                 LintFindings* findings) {
  if (patch.type->to != Endpoint::kDesiredComposite) return;
  const auto& to = patch.to.segments();
  if (to.empty() || to[0].is_index || to[0].field == "status" ||
      to[0].IsWildcard()) {
    return;
  }
  findings->Add("path/no-effect", *input.document, input.At(patch.ToPlace()),
                absl::StrCat("Crossplane applies only the status of the "
                             "composite, so nothing is written to ",
                             patch.to.text()),
                "declare a field below status, and use that");
}

class ResourceCheck {
 public:
  ResourceCheck(const LintInput& input, const LintResource& resource,
                LintFindings* findings)
      : input_(input), resource_(resource), findings_(findings) {}

  void Run() {
    for (size_t i = 0; i < resource_.patches.size(); ++i) {
      const LintPatch& patch = resource_.patches[i];
      if (patch.type->to != Endpoint::kDesiredComposed) continue;
      CheckOverwritten(i);
      if (resource_.base == nullptr) continue;
      CheckHole(i);
      CheckWildcard(i);
      CheckDots(patch);
    }
  }

 private:
  void Report(absl::string_view rule, const LintPatch& patch,
              absl::string_view message, absl::string_view help) {
    findings_->Add(rule, *input_.document, input_.At(patch.ToPlace()), message,
                   help);
  }

  // The value of the base at a path; nullptr if it has none.
  const Value* InBase(Segments path) {
    auto found = Get(*resource_.base, path, &pool_);
    return found.ok() ? *found : nullptr;
  }

  // Whether a patch before this one may write something at or below the path, or
  // a value that holds it.
  bool WritesNear(Segments path, size_t before) const {
    for (size_t i = 0; i < before; ++i) {
      const LintPatch& patch = resource_.patches[i];
      if (patch.type->to != Endpoint::kDesiredComposed) continue;
      if (patch.to.HasWildcard() || IsPrefix(patch.to.segments(), path) ||
          IsPrefix(path, patch.to.segments())) {
        return true;
      }
    }
    return false;
  }

  void CheckHole(size_t at) {
    const LintPatch& patch = resource_.patches[at];
    Segments to = patch.to.segments();
    for (size_t i = 1; i < to.size() && !patch.to.HasWildcard(); ++i) {
      if (!to[i].is_index || to[i].index == 0) continue;
      const Value* list = InBase(to.first(i));
      bool filled =
          list != nullptr && (!list->IsArray() || list->Size() >= to[i].index);
      if (filled || WritesNear(to.first(i), at)) return;
      return Report(
          "path/hole", patch,
          absl::StrCat("no earlier patch writes ", ToString(to.first(i)), "[",
                       to[i].index - 1, "], so that element is null"),
          "write the elements of a list in order");
    }
  }

  void CheckWildcard(size_t at) {
    const LintPatch& patch = resource_.patches[at];
    Segments to = patch.to.segments();
    for (size_t i = 1; i < to.size(); ++i) {
      if (!to[i].IsWildcard()) continue;
      const Value* list = InBase(to.first(i));
      const bool empty = list != nullptr && list->IsArray() && list->Empty();
      if ((list != nullptr && !empty) || WritesNear(to.first(i), at)) return;
      return Report("path/wildcard", patch,
                    absl::StrCat(empty ? "the base has an empty list at "
                                       : "no earlier patch writes ",
                                 ToString(to.first(i)),
                                 ", so [*] finds nothing to write to"),
                    empty ? "add elements in the base" : "set it in the base");
    }
  }

  // Reports a path that takes a key with dots, which the base has, for several keys.
  void CheckDots(const LintPatch& patch) {
    const Segments to = patch.to.segments();
    const Value* at = resource_.base;
    for (size_t i = 0; i < to.size() && at != nullptr && at->IsObject(); ++i) {
      if (to[i].is_index) return;
      const Value* next = Find(*at, to[i].field);
      std::string key = to[i].field;
      for (size_t end = i + 1; next == nullptr && end < to.size(); ++end) {
        if (to[end].is_index) break;
        absl::StrAppend(&key, ".", to[end].field);
        if (Find(*at, key) == nullptr) continue;
        std::vector<Segment> meant(to.begin(), to.begin() + i);
        meant.push_back(Segment::Field(key));
        meant.insert(meant.end(), to.begin() + end + 1, to.end());
        return Report(
            "path/dots", patch,
            absl::StrCat("the base has the key ", key,
                         ", and this path writes another one, ", to[i].field),
            absl::StrCat("write ", ToString(meant)));
      }
      at = next;
    }
  }

  // A patch that is sure to write: without its value the resource is withheld, or
  // the value is always there. An expression may have no value.
  static bool Always(const LintPatch& patch) {
    if (patch.type->form == PatchForm::kExpression &&
        StaticTypeOf(ScalarText(Find(*patch.value, "expression")))
            .may_be_absent) {
      return false;
    }
    if (patch.required) return true;
    if (patch.type->from != Endpoint::kObservedComposite) return false;
    const std::string& from = patch.from.text();
    return from == "metadata.name" || from == "metadata.uid" ||
           from == "apiVersion" || from == "kind";
  }

  // Whether a resource has otherwise what a set gives to all that use it.
  static bool ChangesSet(const LintPatch& patch, const LintPatch& later) {
    absl::string_view place = patch.place;
    if (!absl::StartsWith(place, "patchSets[")) return false;
    return !absl::StartsWith(later.place, place.substr(0, place.find('.') + 1));
  }

  void CheckOverwritten(size_t at) {
    const LintPatch& patch = resource_.patches[at];
    // A Required patch may be there to withhold the resource.
    if (patch.required || patch.to.segments().empty()) return;
    for (size_t i = at + 1; i < resource_.patches.size(); ++i) {
      const LintPatch& later = resource_.patches[i];
      if (later.type->to != Endpoint::kDesiredComposed || later.merges ||
          later.to.HasWildcard() || later.place == patch.place ||
          ChangesSet(patch, later) || !Always(later) ||
          later.to.segments() != patch.to.segments()) {
        continue;
      }
      YamlPosition position =
          Locate(input_.document->yaml, input_.At(later.place));
      Report("patch/overwritten", patch,
             absl::StrCat("a later patch always overwrites ", patch.to.text()),
             absl::StrCat("the later patch is at ", position.line, ":",
                          position.column));
      findings_->Relate("the later patch", position);
      return;
    }
  }

  const LintInput& input_;
  const LintResource& resource_;
  LintFindings* findings_;
  Pool pool_;
};

bool HasResources(const LintInput& input) {
  return input.native() || input.dialect() == Dialect::kPatchAndTransform;
}

}  // namespace

void CheckPatches(const Corpus& corpus, LintFindings* findings) {
  for (const auto& input : corpus.inputs()) {
    if (!HasResources(*input)) continue;
    for (const LintPatch& patch : AllPatchesOf(*input)) {
      CheckTarget(*input, patch, findings);
    }
    for (const LintResource& resource : ResourcesOf(*input)) {
      ResourceCheck(*input, resource, findings).Run();
    }
  }
}

}  // namespace loom
