// SPDX-License-Identifier: Apache-2.0
// ConfigKind is a kind of objects whose data is merged into the environment:
//
//   type of the entry     kind                its data
//   Reference, Selector   EnvironmentConfig   `data`
//   ConfigMap             ConfigMap           `data`, texts; without `binaryData`
//   Secret                Secret              `data`, each value decoded to a text
//
// A Secret whose values are not all texts in base64 (language/transforms/decoded_text.h) is an
// error, which names neither key nor value:
//
//   cannot get data from Secret "db": not valid base64
//
// The last two are read under the access policy of references (crossplane/kinds/access_policy.h).
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "crossplane/kinds/access_policy.h"
#include "data/fieldpath/path.h"
#include "data/value/field_mask.h"
#include "data/value/value.h"

namespace loom {

struct ConfigKind {
  absl::string_view type;  // "" for Reference and Selector
  absl::string_view api_version;
  absl::string_view kind;
  absl::string_view noun;  // as messages name one
  bool encoded = false;
  bool guarded = false;  // the access policy counts
};

// The row of ObjectQuery::kind.
const ConfigKind& ConfigKindOf(absl::string_view type);

// Why an object of a guarded kind may not be read in that namespace; "" if it may.
// `fixed`: the author of the input wrote the namespace. An error is one of the account
// of the call.
absl::StatusOr<absl::string_view> RefusalOf(const ConfigKind& kind,
                                            absl::string_view ns, bool fixed,
                                            const Value& composite,
                                            AccessPolicies policies,
                                            Pool* pool);

// What AddData reads of a config.
const FieldMask& FieldsOfConfig();

// Merges the data of a config into `group`, the data of its toFieldPath; below an index
// of a list the data takes the place of the group. The nodes of the data are moved.
absl::Status AddData(const ConfigKind& kind, Value config, const Path& to,
                     Value* group, Pool* pool);

}  // namespace loom
