// SPDX-License-Identifier: Apache-2.0
// A Recipe says how an entry gets its value in one call. There is one for each list of the
// input: SourcesRecipe, TypedReference and ExternalReference (sources/).
//
// SourcesRecipe makes the value from one source or several:
//
//   fromComposite: {fieldPath: spec.region}       the value of the source
//   combine: {variables: […], fmt: "arn:%s:%s"}   a string, formatted as in Go
//   variables: [{name: region, …}]                a string with named parts
//   template: "bucket-{{ .region }}"
//
// A part of a string may be bytes if they are UTF-8. The string is then also bytes
// (data/value/bytes.h). So a string of values of a Secret is encoded as a whole. Numbers
// and booleans are written as in YAML; lists and objects are not allowed in a string.
//
// Transforms may then change the value. A template supports only {{ .name }}, with or
// without spaces; other braces are literal. If any source has no value, the entry has none.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "crossplane/call/call.h"
#include "crossplane/call/field.h"
#include "crossplane/call/resolution.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/kinds/access_policy.h"
#include "language/input/fields.h"
#include "language/transforms/transform.h"
#include "sections/references/sources/source.h"
#include "sections/references/target.h"

namespace loom {

struct Entry;

// An entry at one of its targets, in one call.
struct Filling {
  const Entry& entry;
  const Place& place;
  Field& field;  // has been read
  AccessPolicies policies;
  Call& call;
  Outcome& outcome;
  // The entries of the same list with the same target, if the recipe asks for them.
  absl::Span<const Entry* const> alternatives;
};

class Recipe {
 public:
  virtual ~Recipe() = default;

  // Makes the value. nullopt: the entry has no effect here. kNothing: the field already
  // has what it gets. All sources are requested in any case. An error, here and below,
  // comes from the request or the account of the call.
  virtual absl::StatusOr<std::optional<Resolution>> Make(
      const Filling& filling) const = 0;
  // Keeps the last value of the field, because it gets no new one.
  virtual absl::StatusOr<Keep> KeepLast(const Filling& filling) const = 0;

  virtual absl::Span<const std::unique_ptr<const Source>> sources() const {
    return {};
  }
  // Whether another entry of the same list may be meant.
  virtual bool has_alternatives() const { return false; }
};

class SourcesRecipe : public Recipe {
 public:
  // Reads the sources, combine, variables, template and transforms of an entry.
  SourcesRecipe(Fields& entry, Fields& root);

  absl::StatusOr<std::optional<Resolution>> Make(
      const Filling& filling) const override;
  absl::StatusOr<Keep> KeepLast(const Filling& filling) const override {
    return filling.field.KeepRest();
  }
  absl::Span<const std::unique_ptr<const Source>> sources() const override {
    return sources_;
  }

 private:
  enum class Form { kCopy, kCombine, kTemplate };
  // A literal string, or the value of a source.
  struct Part {
    std::string text;
    int source = -1;
  };

  void ParseCombine(const Input& input, Fields& root);
  void ParseVariables(Fields& entry, Fields& root);
  void ParseTemplate(const Input& entry, absl::string_view text,
                     const std::vector<std::string>& names);
  // Returns the values of the sources. The first failure in their order applies.
  absl::StatusOr<Resolution> Read(Call& call, const ResolveOptions& options,
                                  Outcome* outcome) const;
  absl::StatusOr<Value> Joined(std::vector<Value> values, Pool* pool) const;

  Form form_ = Form::kCopy;
  std::vector<std::unique_ptr<const Source>> sources_;
  std::string format_;
  std::vector<Part> parts_;
  Transforms transforms_;
  bool decodes_first_ = false;  // whether the first one is FromBase64
};

}  // namespace loom
