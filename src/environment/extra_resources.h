// SPDX-License-Identifier: Apache-2.0
// Extra resources are objects of any kind that are put into the pipeline's
// context, whole, for a later step to read.
//
//   extraResources:
//   - into: networks                       its name in the context
//     apiVersion: net.example.org/v1
//     kind: Network
//     namespace: team-a                    absent: cluster-scoped, or all
//     type: Selector                       as in environment/object_query.h
//     selector: {matchLabels: [{type: Value, key: stage, value: prod}]}
//     policy: {resolution: Optional}       a Reference may find nothing
//     contextKey: example.org/mine         the default is kExtraResourcesKey
//
// makes the context value {"networks": [{…}, …]}, always a list, also of a
// Reference. It replaces what stood under that key. An entry that asks for
// nothing, and an optional Reference that finds nothing, have no member.
//
// The rules are function-extra-resources', whose input has `policy` and
// `context.key` once for all entries. In the native input a name may be given
// only once, and a matcher may read the environment: the one that this step has
// just merged. What else differs is said in input/rules.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "call/section.h"
#include "environment/object_query.h"
#include "resource/asked.h"

namespace loom {

inline constexpr absl::string_view kExtraResourcesKey =
    "apiextensions.crossplane.io/extra-resources";

class ExtraResources : public Section {
 public:
  // The section of the native input, and the input of function-extra-resources.
  static std::unique_ptr<const Section> ParseNative(Fields& input);
  static std::unique_ptr<const Section> ParseDropIn(Fields& input);

  bool asks() const override { return true; }
  absl::Status Run(Call& call, Outcome* outcome) const override;

  // The native section.
  static ExtraResources Parse(const std::vector<Input>& entries);
  // The `spec` of function-extra-resources' input.
  static ExtraResources ParseSpec(Fields& spec);

  // Entries that read the environment ask for nothing before it is `merged`. The
  // error of an entry names the label that has no value.
  Asked Ask(const Value& composite, const Value& environment, bool merged,
            Pool* pool) const;

  // Whether what was asked for is here.
  absl::StatusOr<bool> Answered(const Asked& asked,
                                RequiredResources& required) const;

  // A context key, which lives as long as this, and its value.
  struct ContextValue {
    absl::string_view key;
    Value value;
  };
  // In the order in which the keys are first named. An error names the entry.
  absl::StatusOr<std::vector<ContextValue>> Collect(const Asked& asked,
                                                    RequiredResources& required,
                                                    Pool* pool) const;

 private:
  struct Entry {
    std::string into;
    std::string context_key;
    Requirement what;  // apiVersion, kind, namespace
    ObjectQuery query;
    bool optional = false;
  };
  static Entry ParseEntry(const Input& input);
  void AddKey(const std::string& key);
  absl::StatusOr<std::vector<const Value*>> Select(
      const Entry& entry, std::vector<const Value*> objects, Pool* pool) const;

  const Rules* rules_ = nullptr;
  std::vector<Entry> entries_;
  std::vector<std::string> context_keys_;
};

}  // namespace loom
