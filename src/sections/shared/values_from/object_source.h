// SPDX-License-Identifier: Apache-2.0
// An ObjectSource is any object of the cluster: the member fromObject.
//
//   fromObject:
//     group: ec2.example.org       # the core group: leave it out
//     version: v1beta1             # or, in place of both:
//     apiVersion: ec2.example.org/v1beta1
//     resource: vpcs               # or kind: VPC, or both
//     name: main-vpc               # or nameFrom
//     namespace: network           # or namespaceFrom; without it, that of the
//                                  # composite for a namespaced kind
//     matchLabels:                 # in place of a name
//     - {key: tier, value: gold}
//     - {key: stage, valueFrom: {…}, policy: Optional}
//     selection:                   # with matchLabels
//       mode: Single               # First, Multiple
//       minMatch: 1                # with Multiple, as the next one
//       maxMatch: 3
//       sortByFieldPath: metadata.name
//     fieldPath: spec.forProvider.cidrBlock
//     decode: Auto                 # None, Base64 (secret_text.h)
//
// nameFrom, namespaceFrom and valueFrom are FieldSources. Single wants exactly one
// object; First takes the first of them, by namespace and name; Multiple gives a
// list with the value of each, sorted.
//
// An entry whose policy is Optional is left out if its value is missing. If none is
// left, nothing is asked for: a query without labels would find every object.
//
// A namespace for a kind that is known to be cluster-scoped has no effect, which is
// logged. Mistakes, each at its place:
//   fromObject: name and matchLabels exclude each other
//   fromObject: one of name, nameFrom and matchLabels is required
//   fromObject.matchLabels: at least one label is required
//   fromObject.version: Required value: version is required
//   fromObject: kind "Vpc" is not the kind of configmaps, which is ConfigMap
//   fromObject.version: Invalid value: "apps/v2": Deployment is served as v1
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/requirement.h"
#include "crossplane/kinds/access_policy.h"
#include "crossplane/kinds/kinds.h"
#include "language/input/fields.h"
#include "sections/shared/values_from/failure.h"
#include "sections/shared/values_from/field_source.h"
#include "sections/shared/values_from/secret_text.h"

namespace loom {

// A text that an author wrote, or the field in which it stands.
// A text, or a field that holds one:
//   name: common
//   nameFrom: {composite: true, fieldPath: spec.name}
struct TextOrField {
  std::string text;
  std::optional<FieldSource> field;

  // Reads the members `member` and `from`, of which there may be one.
  static TextOrField Parse(Fields& fields, absl::string_view member,
                           absl::string_view from);

  bool given() const { return !text.empty() || field.has_value(); }

  // Adds what it reads.
  void AddReads(Reads* reads) const {
    if (field.has_value()) field->AddReads(reads);
  }
};

struct LabelSource {
  std::string key;
  TextOrField value;
  bool optional = false;
};

enum class SelectionMode { kSingle, kFirst, kMultiple };

struct ObjectSource {
  NamedKind kind;
  TextOrField name;
  TextOrField ns;
  std::vector<LabelSource> labels;
  bool by_labels = false;
  SelectionMode mode = SelectionMode::kSingle;
  std::optional<int64_t> min_match;
  std::optional<int64_t> max_match;
  absl::StatusOr<Path> sort_by = Path();
  absl::StatusOr<Path> path = Path();
  Decoding decoding = Decoding::kAuto;

  // What is known of the kind without looking it up.
  std::optional<KnownKind> known;
  std::string place;  // references[2].fromObject

  // `root` is the whole input, which has the members `kinds` and `security`.
  static ObjectSource Parse(const Input& input, Fields& root);

  // Adds what it reads, also of the objects that it finds.
  void AddReads(Reads* reads) const;
};

}  // namespace loom
