// SPDX-License-Identifier: Apache-2.0
// Section is a section of an input, read and ready to run on any number of calls
// at once. Each has a folder of its own and one row in plan/sections.cc.
//
//   class Labels : public Section {
//    public:
//     static std::unique_ptr<const Section> Parse(Fields& input);
//     absl::Status Run(Call& call, Outcome* outcome) const override;
//   };
//
// A section reads a call through const views (call.composite.Observed()) and
// changes it through what is called Change…, Set… or Erase…. What else it has to
// say stands in its Outcome.
//
// A call takes several rounds if a section asks for objects: in each of them the
// section adds all its requirements to its outcome, and says that it waits until
// they are answered. The response to a call that waits is made from the request,
// so nothing has to be undone.
#pragma once

#include "absl/status/status.h"
#include "call/call.h"
#include "resource/outcome.h"

namespace loom {

class Section {
 public:
  virtual ~Section() = default;

  // Whether the section may ask for objects. One that does not is left out while
  // the call is incomplete (Call::incomplete).
  virtual bool asks() const { return false; }

  // An error makes the call FATAL, once nothing is waited for any more; its
  // message is the result's. What the outcome has by then still counts.
  virtual absl::Status Run(Call& call, Outcome* outcome) const = 0;
};

}  // namespace loom
