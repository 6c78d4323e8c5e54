// SPDX-License-Identifier: Apache-2.0
// What rules about patches look at: the patches of each resource in the order in
// which they run, those of its patch sets among them.
//
//   for (const LintResource& resource : ResourcesOf(input)) {
//     for (const LintPatch& patch : resource.patches) Look(patch);
//   }
//
// What the validator refuses is left out: a patch of an unknown type, a path that
// is malformed, a set that does not exist.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "data/fieldpath/path.h"
#include "data/value/object.h"
#include "language/cel/program/expression_reads.h"
#include "sections/shared/patches/patch_types.h"
#include "tools/lint/corpus.h"

namespace loom {

struct LintPatch {
  std::string place;  // in the input
  const Value* value;
  const PatchType* type;
  Path from;  // empty for patches that combine
  Path to;
  std::string
      to_member;  // toFieldPath, or fromFieldPath if that is the default
  bool required = false;  // policy.fromFieldPath: Required
  bool merges = false;    // policy.toFieldPath is none of absent and Replace
  // Of a text with expressions in a template: these. The patch is FromExpression, `place`
  // is that of the text, and `value` is made up.
  std::vector<std::string> inlined = {};
  struct MadeUp {
    Pool pool;
    Value value{rapidjson::kObjectType};
  };
  std::shared_ptr<MadeUp> made_up = nullptr;

  // Where the input says what the patch writes to, and what it computes.
  std::string ToPlace() const {
    return inlined.empty() ? absl::StrCat(place, ".", to_member) : place;
  }
  std::string ExpressionPlace() const {
    return inlined.empty() ? absl::StrCat(place, ".expression") : place;
  }
};

struct LintResource {
  std::string place;  // in the input
  const Value* value;
  const Value*
      base;  // or the template, with its expressions; nullptr if there is none
  std::vector<LintPatch> patches;

  std::string BasePlace() const {
    return absl::StrCat(
        place, Find(*value, "base") == nullptr ? ".template" : ".base");
  }
};

std::vector<LintResource> ResourcesOf(const LintInput& input);

// An object that a template makes: its base, or the manifest that the base wraps.
struct LintObject {
  std::string place;  // in the input
  const Value* value;
  std::vector<Segment> above;  // where the base has it
};

std::vector<LintObject> ObjectsOf(const LintResource& resource);

// Whether a patch may write at a place of the base, above it or below it.
bool IsPatched(const LintResource& resource, absl::Span<const Segment> place);

// The texts of the section `overlays`, as patches, and its patches.
std::vector<LintPatch> OverlayPatchesOf(const LintInput& input);

// The texts of the section `status`, as patches.
std::vector<LintPatch> StatusOf(const LintInput& input);

// The patches of the environment, of resources, of all patch sets, of `status` and of overlays,
// each once.
std::vector<LintPatch> AllPatchesOf(const LintInput& input);

// A field that is read, and the place in the input that names it.
struct LintSource {
  std::string place;
  Path path;
};

// What a patch that copies or combines reads.
std::vector<LintSource> SourcesOf(const LintPatch& patch);

// What the connection details and the readiness checks of a resource read of it.
std::vector<LintSource> SourcesOfChecks(const LintResource& resource);

// ExpressionsOf lists the expressions of a native input, with their places, and
// StaticTypeOf says what is known of the value of one.
//
//   for (const LintExpression& expression : ExpressionsOf(input, resources)) {
//     Look(expression);
//   }
//
//   StaticTypeOf("composite.spec.size > 1")     {"boolean"}
//   StaticTypeOf("composite.spec.size")         {""}
//   StaticTypeOf("composite.spec.?size")        {"", may_be_absent: true}
//
// What is read of an item of forEach is reported as read of the composite, if the
// list is a field of it.

struct LintExpression {
  std::string place;  // in the input
  std::string member;
  std::string text;
  // That it stands in; nullptr if it is none.
  const LintResource* resource = nullptr;
};

// `resources` are those of the input, and outlive what is returned.
std::vector<LintExpression> ExpressionsOf(
    const LintInput& input, const std::vector<LintResource>& resources);

struct StaticType {
  std::string name;  // as in schemas; "": it is not known
  bool may_be_absent = false;
};

// Nothing is known of a text that is no expression.
StaticType StaticTypeOf(absl::string_view expression);

// The list of a resource with forEach, if its items are those of a field.
std::optional<ExpressionRead> ListOf(const LintResource& resource);

}  // namespace loom
