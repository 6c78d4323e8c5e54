// SPDX-License-Identifier: Apache-2.0
// SequenceUsages makes the Usages with which function-sequencer orders deletion: of two
// neighbors in a sequence, the first is not deleted while the second exists. Their
// logical names are <by>-<of>-usage.
//
// `by` is every observed resource that matches the second pattern and is not a Usage
// itself. `of` is every desired and observed resource that matches the first pattern.
// The rules that differ from the native input (sections/dependencies/usages.h) are
// function-sequencer's: the namespace is that of `of`, that of `by` is never written,
// v1 omits namespaces, and a resource that both patterns match uses itself.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "sections/drop_in/sequencer/sequence_pattern.h"

namespace loom {

struct SequenceUsageOptions {
  bool v1 = false;
  bool replay_deletion = false;
};

class SequenceUsages {
 public:
  explicit SequenceUsages(const SequenceUsageOptions& options)
      : options_(options) {}

  // Adds the pairs. InvalidArgument: a pattern is not a valid regular expression.
  absl::Status Add(const SequencePattern& first, const SequencePattern& second,
                   Call& call);

  // Adds all Usages to the desired resources, and sets them ready. If two have the same
  // name, the pair that was added later stays; of the pairs of one call of Add, the
  // last one in the order of (by, of).
  absl::Status LayOver(Call& call) const;

 private:
  // An object that is used or uses; the call owns its strings.
  struct End {
    absl::string_view api_version, kind, name, ns;
  };
  static End EndOf(const Value& observed);

  bool IsUsage(const End& end) const;
  Value Make(const End& by, const End& of, Pool* pool) const;

  SequenceUsageOptions options_;
  // By and of, by the name of the Usage in the Composition.
  std::map<std::string, std::pair<End, End>> pairs_;
};

}  // namespace loom
