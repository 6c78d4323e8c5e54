// SPDX-License-Identifier: Apache-2.0
// The environment of a composite: default data, what earlier steps put into the
// pipeline's context, and the data of selected EnvironmentConfigs, merged.
//
//   environment:
//     defaultData: {stage: test}
//     configs: [{ref: {name: base}}, {type: Selector, selector: {…}}]
//     policy: {resolution: Optional}      a Reference may find nothing
//
// Lowest to highest: defaultData < the incoming environment < the configs. The
// configs are merged with each other first: those of one toFieldPath in listed
// order, and these groups in the order in which their paths are first named. The
// result is laid over the incoming environment, and that over the defaults.
// Objects are united, everything else replaced (value/merge.h), so the order
// shows where types collide:
//   defaultData {v: {a: 1}}, configs {v: 5} and {v: {}}   →   {v: {a: 1}}
// The environment stands under the context key
// apiextensions.crossplane.io/environment. It is flat: the members of `data`
// beside an apiVersion and kind of its own.
//
// It takes two rounds: one that asks for the configs, one that has them. The
// rules are function-environment-configs'; where the native input differs is
// said in input/rules.h.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "call/section.h"
#include "environment/object_query.h"
#include "resource/asked.h"
#include "resource/required_resources.h"
#include "resource/requirement.h"

namespace loom {

class Environment : public Section {
 public:
  // The section of the native input, whose member `patches` is the templates'
  // (render/templates.h), and the input of function-environment-configs.
  static std::unique_ptr<const Section> ParseNative(Fields& input);
  static std::unique_ptr<const Section> ParseDropIn(Fields& input);

  // Reads the members of the section; `configs` is the name of its list. The
  // values it keeps refer to the input's tree.
  static Environment Parse(Fields& section, absl::string_view configs);

  bool asks() const override { return true; }
  absl::Status Run(Call& call, Outcome* outcome) const override;

  // Nothing to select and no defaults: the environment is left as it came.
  bool idle() const { return default_data_ == nullptr && !has_configs_; }

  // The error of an entry names the label that has no value.
  Asked Ask(const Value& composite, const Value& incoming, Pool* pool) const;

  // Whether what was asked for is here.
  absl::StatusOr<bool> Answered(const Asked& asked,
                                RequiredResources& required) const;

  // The merged environment; `incoming` is taken over. An error names the
  // config.
  absl::StatusOr<Value> Merge(Value incoming, const Asked& asked,
                              RequiredResources& required, Pool* pool) const;

 private:
  struct Entry {
    ObjectQuery query;
    absl::StatusOr<Path> to;
    std::string key;  // of the drop-in input: where it is in the author's list
  };
  absl::StatusOr<std::vector<const Value*>> Select(
      const Entry& entry, const std::optional<std::string>& key,
      RequiredResources& required, Pool* pool) const;

  const Value* default_data_ = nullptr;
  bool has_configs_ = false;
  bool optional_ = false;
  const Rules* rules_ = nullptr;
  std::vector<Entry> entries_;
};

}  // namespace loom
