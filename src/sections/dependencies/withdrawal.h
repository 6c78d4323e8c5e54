// SPDX-License-Identifier: Apache-2.0
// Withdrawal lets what leaves a Composition go in order. It is the last section of the
// native input, and runs for each native input, also for one without `dependencies` or
// with a `condition` that is false.
//
// A condition turns false, a list becomes shorter, or a new revision drops templates:
// Crossplane deletes everything that is no longer desired at once, in no order. A Usage
// then refuses the deletion of what is in use, and a refusal ends the reconcile before
// anything is applied. So a resource stays desired until it may go:
//
//   observed, and no step desires      stays desired while
//   what an observed resource          a dependent, or a Usage of the pair, is observed
//     depends on
//   a Usage that a step of             both sides are observed, and no step desires one
//     function-loom has made           of them; a Usage of which both sides stay goes
//
// What depends on what is said by the entries of this step that make Usages, and by the
// observed Usages: a new revision often drops the entry with the templates. A Usage is
// ours if its name follows from its pair (usages.h). A resource that is
// being deleted already is left alone. For a database and its configuration:
//
//   reconcile   not desired              desired
//   1           configuration            Usage, database     Crossplane deletes the first
//   2           configuration, Usage     database            the first is gone
//   3           all                                          the Usage is gone
//
// A resource stays as what it is (applied_object.h): it is not rendered, it counts as
// ready, and no other section sees it. The condition DependenciesReady says why:
//
//   database stays: configuration uses it           configuration is desired
//   database stays until configuration is gone      it is not
//   database stays until its Usage is gone          it is gone
//
// Resources that depend on each other by Usages alone, because entries were turned round,
// could never go. Their Usages go first.
//
// A later step may desire what this one does not know, and it then replaces what this
// section has desired. So an entry alone, or a Usage that nobody else desires, is a reason
// to say so: the latter gets the annotation kKeptAnnotation, which only stays in the
// cluster if no later step desires the Usage.
//
// All rules are ours.
#pragma once

#include <memory>

#include "crossplane/call/call.h"
#include "language/input/fields.h"

namespace loom {

inline constexpr absl::string_view kKeptAnnotation =
    "loom.fn.crossplane.io/kept";

class Withdrawal : public Section {
 public:
  // Never nullptr.
  static std::unique_ptr<const Section> Parse(Fields& input);

  bool runs_always() const override { return true; }
  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;
};

}  // namespace loom
