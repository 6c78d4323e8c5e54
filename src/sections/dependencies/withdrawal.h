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
//   observed, and no step desires     stays desired while
//   what a resource depends on        a dependent or a Usage of the pair is there
//   a Usage that a step of            the dependent is there, and no step desires it or
//     function-loom has made          what it depends on; a Usage of which both sides
//                                     stay goes
//
// Crossplane forgets what it has deleted: a dependent that a finalizer holds, or a Usage
// that is on its way, is there and is not observed. So this section asks for the
// dependents of Usages by their names. It asks for the Usages of what nothing else keeps
// and what has the label crossplane.io/in-use, the only objects of which Crossplane refuses
// the deletion. Nobody watches these objects, so the next call comes after a few seconds
// (Outcome::unwatched).
//
// What depends on what is said by the entries of this step that make Usages, and by the
// observed Usages: a new revision often drops the entry with the templates. A Usage is
// ours if its name follows from its pair (usages.h). A resource that is being deleted
// already is left alone. For a database and its configuration:
//
//   reconcile   not desired         desired
//   1           configuration       Usage, database     Crossplane deletes the first
//   2           Usage               database            once the first is gone
//   3           database                                once the Usage is gone
//
// A resource stays as what it is (crossplane/objects/applied_object.h): it is not rendered,
// it counts as ready, and no other section sees it. The condition DependenciesReady says
// why:
//
//   database stays: configuration uses it           configuration is desired
//   database stays until configuration is gone      it is not
//   database stays until its Usage is gone          it is gone
//
// Resources that depend on each other by Usages alone, because entries were turned round,
// could never go. Their Usages go first.
//
// A later step may desire what this one does not know, and it then replaces what this
// section has desired. A later step of function-loom also decides anew about what this one
// has kept (kKeptKey). So only an entry of this step, or a Usage that nobody else desires,
// is a reason to say something: such a Usage gets the annotation kKeptAnnotation, which
// only comes into the cluster if no later step desires the Usage.
//
// All rules are ours.
#pragma once

#include <memory>
#include <string>

#include "crossplane/call/call.h"
#include "crossplane/kinds/kinds.h"
#include "language/input/fields.h"

namespace loom {

// Of a Usage: nobody else desires it, and who its dependent is.
inline constexpr absl::string_view kKeptAnnotation =
    "loom.fn.crossplane.io/kept";
inline constexpr absl::string_view kDependentAnnotation =
    "loom.fn.crossplane.io/dependent";
// A context key with the names of the resources that steps before have kept.
inline constexpr absl::string_view kKeptKey = "loom.fn.crossplane.io/kept";

class Withdrawal : public Section {
 public:
  // Never nullptr. The first is the first section of all, and takes away what earlier steps
  // have kept.
  static std::unique_ptr<const Section> ParseEarly(Fields& input);
  static std::unique_ptr<const Section> Parse(Fields& input);

  bool runs_always() const override { return true; }
  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::shared_ptr<const Kinds> kinds_;
  std::string ignore_label_;
};

}  // namespace loom
