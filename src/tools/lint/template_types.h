// SPDX-License-Identifier: Apache-2.0
// What is known of the kinds that a pipeline is about, and of the types of values
// on their way through a patch. Types are those of schemas: "string", "integer",
// "number", "boolean", "object", "array", and "" for one that is not known.
//
//   TemplateTypes types(corpus, pipeline);
//   const KindSchema* composite = types.composite().schema;
//   const KindSchema* bucket = types.SchemaOf(resource);    // or nullptr
//
// The composite of an input on its own is that of the only XRD that is given.
#pragma once

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "tools/crds/kind_schemas.h"
#include "tools/lint/corpus.h"
#include "tools/lint/input_walk.h"

namespace loom {

struct CompositeType {
  std::string api_version;
  std::string kind;  // "" if nobody knows
  const KindSchema* schema = nullptr;
};

class TemplateTypes {
 public:
  TemplateTypes(const Corpus& corpus, const LintPipeline& pipeline);

  const CompositeType& composite() const { return composite_; }
  // What is known of the objects of a template: the schema of their kind if it is given,
  // and what all such objects have if it is not (tools/crds/common_schema.h). nullptr: the resource
  // has no base, or a patch may change what it is.
  const KindSchema* SchemaOf(const LintResource& resource) const;
  // The same of the resource that a template of the pipeline makes by that name; nullptr
  // if none does, or several, or the name is that of a loop.
  const KindSchema* SchemaOfNamed(absl::string_view name) const;

 private:
  const KindSchema* SchemaOfObject(const Value& object) const;

  const Corpus& corpus_;
  std::multimap<std::string, LintResource> resources_;  // by name
  CompositeType composite_;
  KindSchema common_composite_;
  // By the objects.
  mutable std::map<const Value*, KindSchema> known_;
};

// The type of the value of an expression: what the expression says of itself, or, of one
// that only names a field of the composite, what the schema says of that. `composite` may
// be nullptr.
std::string TypeOfExpression(absl::string_view expression,
                             const KindSchema* composite);

// Whether a patch may change what the object is.
bool PatchesIdentity(const LintResource& resource);

// The type of what a transform makes of a value of a type.
std::string TypeAfter(const Value& transform, absl::string_view type);
// The same of all transforms of a patch.
std::string TypeAfterTransforms(const LintPatch& patch, absl::string_view type);

}  // namespace loom
