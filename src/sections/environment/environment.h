// SPDX-License-Identifier: Apache-2.0
// Environment merges the environment of a composite from three sources: default data,
// the environment that earlier steps put into the pipeline's context, and the data of
// selected EnvironmentConfigs. In the native input, ConfigMaps and Secrets can also
// be selected.
//
//   environment:
//     defaultData: {stage: test}
//     configs:
//     - ref: {name: base}
//     - {type: Selector, selector: {…}}
//     - {type: ConfigMap, ref: {name: settings, namespace: team-a}}
//     policy: {resolution: Optional}      # a Reference may find nothing
//
// The order, from lowest to highest, is defaultData, the incoming environment, the
// configs. The configs are merged with each other first: those with the same
// toFieldPath in listed order, then these groups in the order in which their paths
// first appear. The result is merged over the incoming environment, and that over the
// defaults. Objects are merged, everything else is replaced (data/value/object.h). The
// order matters where types differ:
//
//   defaultData {v: {a: 1}}, configs {v: 5} and {v: {}}   →   {v: {a: 1}}
//
// A toFieldPath with an index makes a list. Of several configs with such a path, the
// last that has data applies:
//
//   configs {a: 1} and {b: 1} at q[0]                     →   {q: [{b: 1}]}
//
// A malformed toFieldPath of a drop-in input is an error only if its entry has found
// something, because the path is not used before:
//
//   spec.environmentConfigs[0].toFieldPath: cannot parse path "a..b": unexpected '.' at
//   position 2
//
// The environment is stored under the context key
// apiextensions.crossplane.io/environment. It is flat: it has the fields of `data` and
// an apiVersion and a kind of its own (crossplane/contract/environment_key.h).
//
// A call takes two rounds: the first requests the configs, and the second has them. The
// rules are function-environment-configs'; language/input/rules.h lists how the native
// input differs.
//
// ConfigMaps and Secrets are read under the access policy of references
// (query_answer.h). An entry whose namespace is pending requests nothing, whatever the
// policy. A call that has read a Secret is redacted, and so are the later steps of this
// function (base/redacted_message.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/kinds/access_policy.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/fields.h"
#include "sections/environment/object_query.h"
#include "sections/environment/query_answer.h"

namespace loom {
// A ConfigKind is a kind of object whose data is merged into the environment:
//
//   type of the entry     kind                its data
//   Reference, Selector   EnvironmentConfig   `data`
//   ConfigMap             ConfigMap           `data`, strings; without `binaryData`
//   Secret                Secret              `data`, each value decoded to a string
//
// A Secret with a value that is not a string in base64 (language/transforms/families.h)
// is an error, which names neither key nor value:
//
//   cannot get data from Secret "db": not valid base64

struct ConfigKind {
  absl::string_view type;  // "" for Reference and Selector
  absl::string_view api_version;
  absl::string_view kind;
  absl::string_view noun;  // its name in messages
  bool encoded = false;
};

// Returns the row for ObjectQuery::kind.
const ConfigKind& ConfigKindOf(absl::string_view type);

// Merges the data of a config into `group`, the data of its toFieldPath. Below an index
// of a list, the data replaces the group. The nodes of the data are moved.
absl::Status AddData(const ConfigKind& kind, Value config, const Path& to,
                     Value* group, Pool* pool);

class Environment : public Section {
 public:
  // Read the section of the native input, without its field `patches`, which
  // sections/resources/templates.h reads, and the input of
  // function-environment-configs.
  static std::unique_ptr<const Section> ParseNative(Fields& input);
  static std::unique_ptr<const Section> ParseDropIn(Fields& input);

  bool asks() const override { return true; }
  absl::Status Run(Call& call, Outcome* outcome) const override;

  // Reports whether there are neither defaults nor configs. The environment then stays
  // as it was received.
  bool idle() const { return default_data_ == nullptr && !has_configs_; }

 private:
  struct Entry {
    ObjectQuery query;
    const ConfigKind* kind;
    absl::StatusOr<Path> to;
  };

  // Reads the fields of the section; `configs` is the name of its list. The environment
  // refers to values of the input's tree.
  static Environment Parse(Fields& section, absl::string_view configs);

  // Returns the merged environment, which takes over the nodes of `incoming`. An error
  // names the entry or the config.
  absl::StatusOr<Value> Merge(Value incoming,
                              const std::vector<QueryAnswer>& answers,
                              Call& call) const;

  const Value* default_data_ = nullptr;
  bool has_configs_ = false;
  std::shared_ptr<const AccessPolicy> access_;  // of the native input
  std::vector<Entry> entries_;
};

}  // namespace loom
