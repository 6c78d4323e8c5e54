// SPDX-License-Identifier: Apache-2.0
// Section is one section of an input, read and ready to run on any number of
// calls at once. Each has a folder of its own and one row in function/plan/sections.cc.
//
//   class Labels : public Section {
//    public:
//     static std::unique_ptr<const Section> Parse(Fields& input);
//     void AddReads(Reads* reads) const override;
//     absl::Status Run(Call& call, Outcome* outcome) const override;
//   };
//
// A section reads the call through functions that return pointers to const,
// such as call.composite.Observed(), and changes it through those named
// Change…, Set…, Erase… or Drop…. What else it reports is in its Outcome.
//
// A call takes several rounds if a section asks for objects. In each round the
// section adds all its requirements to its outcome, and sets `waits` until they
// are answered. The response to a call that waits is made from the request, so
// a section does not have to undo its changes.
#pragma once

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "data/fieldpath/reads.h"

namespace loom {

class Section {
 public:
  virtual ~Section() = default;

  // Whether the section may ask for objects. A section that never does is not
  // run while the call is incomplete (Call::incomplete).
  virtual bool asks() const { return false; }

  // Adds what the section reads of the objects of a call, so that all else is not
  // decoded. A field that is left out looks as if it were absent.
  virtual void AddReads(Reads* reads) const = 0;

  // Runs the section. Once all requirements are answered, an error makes the
  // call FATAL, and its message is that of the result. What the outcome had
  // before the error still counts.
  virtual absl::Status Run(Call& call, Outcome* outcome) const = 0;
};

}  // namespace loom
