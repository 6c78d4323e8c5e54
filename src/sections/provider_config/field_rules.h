// SPDX-License-Identifier: Apache-2.0
// FieldRules (`fieldPaths`) define the fields in which a kind of resource names its
// provider config, if it is not spec.providerConfigRef. The first rule that matches
// applies. A rule does not make a resource managed; `targets.include` does. Without
// kindPath, no kind is written.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/objects/selector.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/input.h"

namespace loom {
struct FieldRule {
  Selector selector;
  Path name;
  std::optional<Path> kind;

  static FieldRule Parse(const Input& input);

  // Reports whether the resource already names a provider config.
  bool IsNamedIn(const Value& desired, Pool* pool) const;
  // Writes the name and the kind, whose strings must outlive the tree.
  // FailedPrecondition: the resource does not fit a path.
  absl::Status Write(Value& desired, absl::string_view config_name,
                     absl::string_view config_kind, Pool* pool) const;
};

// Returns nullptr if no rule matches. Errors are those of Selector::Matches.
absl::StatusOr<const FieldRule*> FirstMatch(const std::vector<FieldRule>& rules,
                                            const Selectable& id, Pool* pool);

// NameMap (`map`) gives the ProviderConfigs of some API groups a name other than the
// value that the composite requests. A group is that name and all groups below it, and
// "*" all others; the longest matching group applies. Without one, the name is the
// value itself. The label that is written keeps the value.
class NameMap {
 public:
  static NameMap Parse(const Input& map);

  // Returns the name, which refers to `value` or to this map.
  absl::string_view NameFor(absl::string_view value,
                            absl::string_view group) const;

 private:
  using Names = std::map<std::string, std::string, std::less<>>;

  std::map<std::string, Names, std::less<>> by_value_;
};

}  // namespace loom
