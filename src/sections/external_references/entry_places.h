// SPDX-License-Identifier: Apache-2.0
// EntryPlaces finds for one call the resources to which the entries of
// `externalReferences` apply, and selects the entry that the references in a field
// mean. A field that may refer to several kinds has an entry for each of them:
//
//   - target: {resource: folder, field: spec.parentRef}
//     kind: {apiVersion: example.org/v1, kind: Folder}
//   - target: {resourceSelector: {kind: Folder}, field: spec.parentRef}
//     kind: {apiVersion: example.org/v1, kind: Organization}
//
//   spec.parentRef of folder    effect of the first entry
//   {name: a}                   it resolves the reference, as does the second
//   {name: a, kind: Folder}     it resolves the reference
//   {name: a, kind: Organization}
//                               nothing, the second one is meant
//   {name: a, kind: Project}    it reports InvalidReference:
//                               kind "Project" is not one of: Folder, Organization
//
// Entries of the same field are considered together if they have the same resource,
// however their targets name it. Messages name at most kMostNamed kinds, and the number
// of the others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "crossplane/call/call.h"
#include "crossplane/call/lookup.h"
#include "crossplane/call/resolution.h"
#include "data/value/value.h"
#include "sections/external_references/external_reference.h"
#include "sections/shared/targets/target.h"

namespace loom {
// RefForms reads the references in a field, each in one of two forms:
//
//   {external: projects/p-1/global/networks/blue}     a name in the cloud
//   {name: blue, namespace: infra}                    an object; its namespace is by
//                                                     default the composite's
//
// Both may have a `kind`. A field holds one reference or a list, in which all have the
// same form. Errors, in the words of Config Connector:
//
//   {name: a, external: b}         cannot specify both name and external
//   {}                             must specify either name or external
//   [{name: a}, {external: b}]     a list must not mix name and external
//   the same `external` twice      duplicate external "b"; if the list has unique
//                                  items
//   a string                       want an object with name or external
//   a list of 501                  more than 500 references (limits::kRequirements)

struct RefForm {
  std::string external;  // "": the form has a name
  ObjectName name;
  std::string kind;
};

struct RefForms {
  std::vector<RefForm> forms;
  bool is_list = false;
  // Without a cause: no failure.
  Failure failure = {};

  // Reads the references. An error comes from the account of the call.
  static absl::StatusOr<RefForms> Read(const Value& field, bool unique,
                                       Pool* pool);
};

class EntryPlaces {
 public:
  static constexpr size_t kMostNamed = 10;

  // Finds the resources of the entries, which must outlive this object. Errors, here
  // and below, come from the request or the account of the call.
  static absl::StatusOr<EntryPlaces> Of(
      const std::vector<ExternalReference>& entries, Call& call);

  // Returns the indexes of the objects of an entry, in the order of Target::Places.
  absl::Span<const uint32_t> PlacesOf(size_t entry) const {
    return places_of_[entry];
  }
  const Place& at(uint32_t place) const { return places_[place]; }

  // Checks whether the references in its field at this object mean this entry. Returns
  // a failure without a cause if they do, a failure with a cause if no entry is for one
  // of their kinds, and nullopt if they mean another entry.
  absl::StatusOr<std::optional<Failure>> Check(const RefForms& forms,
                                               size_t entry, uint32_t place,
                                               Pool* pool) const;

 private:
  explicit EntryPlaces(const std::vector<ExternalReference>& entries)
      : entries_(&entries) {}

  bool HasKind(absl::string_view kind, size_t entry, uint32_t place) const;
  // Returns the kinds of all entries for the same field, as a message names them.
  std::string Kinds(size_t entry, uint32_t place) const;

  const std::vector<ExternalReference>* entries_;
  std::vector<Place> places_;
  std::vector<std::vector<uint32_t>> places_of_;   // of each entry
  std::vector<std::vector<uint32_t>> entries_at_;  // of each object
};

}  // namespace loom
