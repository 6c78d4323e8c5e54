// SPDX-License-Identifier: Apache-2.0
// SequenceUsages makes the Usages by which function-sequencer keeps the order of
// deletion: of two neighbours in a sequence, the first is not deleted while the second
// exists.
//
//   usages.Add(first, second, call);   // patterns of neighbours
//   usages.LayOver(call);              // desired resources <by>-<of>-usage
//
// `by` is every observed resource that matches the second pattern and is no Usage
// itself; `of` every one that is desired and observed and matches the first. Rules
// that differ from the native input's (sections/dependencies/usages.h) are function-sequencer's:
// the namespace is that of `of`, that of `by` is never written, v1 leaves namespaces
// out, and a resource that both patterns match uses itself.
#pragma once

#include <map>
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

  // InvalidArgument: a pattern is no regular expression.
  absl::Status Add(const SequencePattern& first, const SequencePattern& second,
                   Call& call);

  // Makes all of them desired, and ready. Of two with one name the last stays, in
  // the order of (by, of).
  absl::Status LayOver(Call& call) const;

 private:
  // An object that is used or uses, whose texts the call keeps.
  struct End {
    absl::string_view api_version, kind, name, ns;
  };
  static End EndOf(const Value& observed);

  bool IsUsage(const End& end) const;
  Value Make(const End& by, const End& of, Pool* pool) const;

  SequenceUsageOptions options_;
  std::map<std::pair<absl::string_view, absl::string_view>, std::pair<End, End>>
      pairs_;
};

}  // namespace loom
