// SPDX-License-Identifier: Apache-2.0
// ExtraResources puts whole objects of any kind into the pipeline's context for later
// steps.
//
//   extraResources:
//   - into: networks                     # their name in the context
//     apiVersion: net.example.org/v1
//     kind: Network
//     namespace: team-a                  # absent: cluster-scoped, or all namespaces.
//                                        # namespace_of.h has the other forms
//     type: Selector                     # as in sections/environment/object_query.h
//     selector: {matchLabels: [{type: Value, key: stage, value: prod}]}
//     policy: {resolution: Optional}     # a Reference may find nothing
//     contextKey: example.org/mine       # the default is kExtraResourcesKey
//
// This entry makes the context value {"networks": [{…}, …]}. The value of a name is
// always a list, even for a Reference. The context value replaces the previous one of
// the key. An entry that requests nothing, and an optional Reference that finds
// nothing, have no field.
//
// Expressions can use the result of an entry as required.<into>, a list. It is empty if
// the entry requested or found nothing, and missing while the namespace is pending
// (query_answer.h). If two entries have the same name, the later one
// applies.
//
// The rules are function-extra-resources', whose input has `policy` and `context.key`
// once for all entries. In the native input, a name may be used only once for each
// context key, and a matcher may read the environment as this step has merged it. In
// the drop-in input, the last entry of a name that requests anything applies.
// language/input/rules.h lists the other differences.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "crossplane/kinds/access_policy.h"
#include "language/cel/program/expression_names.h"
#include "language/input/fields.h"
#include "sections/environment/object_query.h"
#include "sections/environment/query_answer.h"

namespace loom {

inline constexpr absl::string_view kExtraResourcesKey =
    "apiextensions.crossplane.io/extra-resources";

class ExtraResources : public Section {
 public:
  // Read the section of the native input and the input of
  // function-extra-resources.
  static std::unique_ptr<const Section> ParseNative(Fields& input);
  static std::unique_ptr<const Section> ParseDropIn(Fields& input);

  bool asks() const override { return true; }
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  struct Entry {
    std::string into;
    std::string context_key;
    ObjectQuery query;
  };

  static Entry ParseEntry(const Input& input);
  void Add(Entry entry);
  // Writes the context values, and the results of the entries by name for expressions.
  // An error names the entry.
  absl::Status Collect(const std::vector<QueryAnswer>& answers,
                       Call& call) const;

  std::shared_ptr<const RequiredNames> names_;  // of the native input
  std::shared_ptr<const AccessPolicy> access_;  // the same
  std::vector<Entry> entries_;
  // In the order in which they first appear.
  std::vector<std::string> context_keys_;
  bool follows_go_ = false;
};

}  // namespace loom
