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
// (sections/environment/selection.h). If two entries have the same name, the later one
// applies.
//
// The rules are function-extra-resources', whose input has `policy` and `context.key`
// once for all entries. In the native input, a name may be used only once for each
// context key, and a matcher may read the environment as this step has merged it. In
// the drop-in input, the last entry of a name that requests anything applies.
// language/input/rules.h lists the other differences.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/requirement.h"
#include "crossplane/kinds/access_policy.h"
#include "crossplane/kinds/kinds.h"
#include "language/cel/program/expression_names.h"
#include "language/input/fields.h"
#include "sections/environment/object_query.h"

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

  // Reads the entries of the native section.
  static ExtraResources Parse(const std::vector<Input>& entries);
  // Reads the `spec` of function-extra-resources' input.
  static ExtraResources ParseSpec(Fields& spec);

  // Returns the requirements of the entries. If the environment is not `merged` yet,
  // entries that read it request nothing. The error of an entry names the field path
  // for which a label has no value, or reports that `policies` do not allow it.
  Asked Ask(const QueryValues& values, bool merged,
            AccessPolicies policies = {}) const;

  // A context key, whose characters belong to this section, and its value.
  struct ContextValue {
    absl::string_view key;
    Value value;
  };
  // Returns the context values, in the order in which their keys first appear. An error
  // names the entry. Unless `named` is null, it receives the results of the entries by
  // name.
  absl::StatusOr<std::vector<ContextValue>> Collect(
      const Asked& asked, RequiredResources& required, Pool* pool,
      RequiredState* named = nullptr) const;

 private:
  struct Entry {
    std::string place;
    std::string into;
    std::string context_key;
    Requirement what;  // apiVersion, kind, namespace
    ObjectQuery query;
    bool optional = false;
  };
  // The context key of an entry, and its name there.
  using Name = std::pair<absl::string_view, absl::string_view>;
  static Name NameOf(const Entry& entry) {
    return {entry.context_key, entry.into};
  }
  static Entry ParseEntry(const Input& input);
  // Returns why an entry may not read objects of that namespace; OK if it may.
  absl::Status Refused(const Entry& entry, absl::string_view ns,
                       const QueryValues& values,
                       AccessPolicies policies) const;
  // Does the same for the objects found by an entry that names no namespace.
  absl::Status RefusedFound(const Asked& asked, const QueryValues& values,
                            AccessPolicies policies, Call& call) const;
  void AddKey(const std::string& key);
  // Returns the objects of the entry with that index; nullopt if it requested nothing.
  absl::StatusOr<std::optional<std::vector<const Value*>>> Got(
      size_t index, const Asked& asked, RequiredResources& required,
      Pool* pool) const;
  absl::StatusOr<std::vector<const Value*>> Select(
      const Entry& entry, std::vector<const Value*> objects, Pool* pool) const;

  const Rules* rules_ = nullptr;
  std::shared_ptr<const RequiredNames> names_;  // of the native input
  std::shared_ptr<const AccessPolicy> access_;  // the same
  std::shared_ptr<const Kinds> kinds_;          // the same
  bool has_expressions_ = false;
  std::vector<Entry> entries_;
  std::vector<std::string> context_keys_;
};

}  // namespace loom
