// SPDX-License-Identifier: Apache-2.0
// TemplateTypes knows the schemas of the kinds in a pipeline. The functions below it
// derive the type of a value in a patch. Types are named as in schemas: "string",
// "integer", "number", "boolean", "object", "array", and "" for an unknown type.
//
//   TemplateTypes types(corpus, pipeline);
//   const KindSchema* composite = types.composite().schema;
//   const KindSchema* bucket = types.SchemaOf(resource);    // or nullptr
//
// The composite of a separate input is the one that the only given XRD defines.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "data/fieldpath/path.h"
#include "tools/checks/input_walk.h"
#include "tools/schemas/kind_schemas.h"
#include "tools/workspace/corpus.h"

namespace loom {

struct CompositeType {
  std::string api_version;
  std::string kind;  // "" if unknown
  const KindSchema* schema = nullptr;
};

class TemplateTypes {
 public:
  TemplateTypes(const Corpus& corpus, const LintPipeline& pipeline);

  const CompositeType& composite() const { return composite_; }
  // Returns what is known about the objects of a template: the schema of their kind if
  // it is given, otherwise what all such objects have (tools/schemas/common_schema.h).
  // nullptr: the resource has no base, or a patch may change its kind or apiVersion.
  const KindSchema* SchemaOf(const LintResource& resource) const;
  // Returns the template of the pipeline that makes the resource of that name. nullptr: no
  // template or several templates do, or it is the name of a loop.
  const LintResource* Named(absl::string_view name) const;
  // Returns the schema of what that template makes, or nullptr.
  const KindSchema* SchemaOfNamed(absl::string_view name) const;
  // Returns whether a given schema defines the kind of an object.
  bool HasDefinition(const Value& object) const;
  // Returns the names of the templates whose kind has a field, as far as schemas are given.
  std::vector<std::string> NamesWith(absl::Span<const Segment> field) const;

 private:
  const KindSchema* SchemaOfObject(const Value& object) const;

  const Corpus& corpus_;
  std::multimap<std::string, const LintResource*> resources_;  // by name
  CompositeType composite_;
  KindSchema common_composite_;
  // Keyed by object.
  mutable std::map<const Value*, KindSchema> known_;
};

// Returns the type of the value of an expression: the static type of the expression or,
// if it only names a field of the composite, the type in the schema. `composite` may be
// nullptr.
std::string TypeOfExpression(absl::string_view expression,
                             const KindSchema* composite);

// Returns whether a patch may change the kind or apiVersion of the object.
bool PatchesIdentity(const LintResource& resource);

// Returns the type of the result of a transform for a value of `type`.
std::string TypeAfter(const Value& transform, absl::string_view type);
// Returns the same for all transforms of a patch.
std::string TypeAfterTransforms(const LintPatch& patch, absl::string_view type);

}  // namespace loom
