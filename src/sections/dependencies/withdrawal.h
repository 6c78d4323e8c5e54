// SPDX-License-Identifier: Apache-2.0
// Withdrawal deletes resources that leave a Composition in order. It is the last
// section of the native input, and runs for each native input, even without
// `dependencies` or with a `condition` that is false.
//
// If a condition becomes false, a list becomes shorter, or a new revision drops
// templates, Crossplane deletes everything that is no longer desired at once, in no
// order. A Usage then refuses the deletion of an object in use, and a refusal ends the
// reconcile before anything is applied. So a resource stays desired until it can be
// deleted:
//
//   observed, and no step desires     stays desired while
//   what a resource depends on        a dependent or a Usage of the pair exists
//   a Usage that a step of            the dependent exists, and no step desires it or
//     function-loom has made          what it depends on; a Usage whose two sides both
//                                     stay is deleted
//
// Crossplane forgets what it has deleted: a dependent held by a finalizer, or a Usage
// that is being deleted, still exists but is not observed. So this section requests the
// dependents of Usages by name. For resources that nothing else keeps and that have the
// label crossplane.io/in-use, it requests the Usages; Crossplane refuses deletion only
// of such objects. These objects are not watched, so the next call comes after a few
// seconds (Outcome::unwatched).
//
// If the kind of a dependent changes under one name, Crossplane does not delete the
// object of the former kind. Its Usage stays as long as an entry has the pair, the
// reason is ObjectLeftBehind, and the next call comes at the usual time.
//
// Dependencies come from the entries of this step that make Usages, and from the
// observed Usages, because a new revision often drops the entry with the templates. A
// Usage is ours if its name follows from its pair (usages.h). A resource that is
// already being deleted is not changed. For a database and its configuration:
//
//   reconcile   not desired         desired
//   1           configuration       Usage, database     Crossplane deletes the first
//   2           Usage               database            once the first is gone
//   3           database                                once the Usage is gone
//
// A kept resource keeps its applied state (crossplane/objects/applied_object.h): it is
// not rendered, it counts as ready, and no other section sees it. It has the annotation
// that Crossplane sets on each composed resource; no function that desires the resource
// has it. The DependenciesReady condition reports the reason.
//
// If entries were reversed, resources can depend on each other by Usages alone, and
// could never be deleted. Their Usages are deleted first.
//
// A later step may desire resources that this step does not know; it then replaces what
// this section has desired. A later step of function-loom also decides again about the
// resources that this one has kept, for the same reasons
// (crossplane/call/earlier_steps.h). It forgets a kept resource only if the resource is
// still as this section has desired it. Otherwise the resource belongs to the step or
// function that has desired or changed it. So only an entry, or a Usage that no other
// step desires, is a reason to report something. Such a Usage gets the annotation
// kKeptAnnotation, which reaches the cluster only if no later step desires the Usage. A
// kept resource gives an event only if a template of this step leaves it out.
//
// All rules are ours.
#pragma once

#include <memory>
#include <string>

#include "crossplane/call/call.h"
#include "crossplane/kinds/kinds.h"
#include "language/input/fields.h"

namespace loom {

// Annotations of a Usage: no other step desires it, and its dependent.
inline constexpr absl::string_view kKeptAnnotation =
    "loom.fn.crossplane.io/kept";
inline constexpr absl::string_view kDependentAnnotation =
    "loom.fn.crossplane.io/dependent";

class Withdrawal : public Section {
 public:
  // Never return nullptr. The early section is the first of all, and removes what
  // earlier steps have kept.
  static std::unique_ptr<const Section> ParseEarly(Fields& input);
  static std::unique_ptr<const Section> Parse(Fields& input);

  bool runs_always() const override { return true; }
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::shared_ptr<const Kinds> kinds_;
  std::string ignore_label_;
};

}  // namespace loom
