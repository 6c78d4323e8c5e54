// SPDX-License-Identifier: Apache-2.0
// Sequencer is function-sequencer as a section: it creates a composed resource only
// when the resources before it in a sequence are ready.
//
// The rules run in order. A resource waits if any resource before it in the sequence is
// not desired, or was not set ready by an earlier step. Its observed readiness does not
// count. A waiting resource that is not observed is withheld, and does not exist for
// later rules. An observed resource is never withheld.
//
// A rule whose condition is false withholds nothing, and this is reported; its Usages
// (sequence_usages.h) are still made.
//
// A rule that is both createOnly and deleteOnly is FATAL, and so is an invalid regular
// expression when it is used. All of this is function-sequencer's.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "language/input/fields.h"
#include "sections/drop_in/sequencer/sequence_pattern.h"
#include "sections/drop_in/sequencer/sequence_usages.h"

namespace loom {

class Sequencer : public Section {
 public:
  static std::unique_ptr<const Section> Parse(Fields& input);

  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  struct Rule {
    std::vector<SequencePattern> sequence;
    SequenceCondition condition;
    bool create_only = false;
    bool delete_only = false;
    std::string name;   // its name in messages: [a b]
    std::string place;  // in the input
  };
  static Rule ParseRule(const Input& input);

  absl::Status RunRule(const Rule& rule, Call& call, SequenceUsages* usages,
                       Outcome* outcome) const;
  absl::Status Delay(const Rule& rule, Call& call, Outcome* outcome) const;
  absl::Status Withhold(const SequencePattern& pattern, Call& call) const;

  std::vector<Rule> rules_;
  bool makes_usages_ = false;
  bool resets_readiness_ = false;
  SequenceUsageOptions usages_;
};

}  // namespace loom
