// SPDX-License-Identifier: Apache-2.0
// An ExternalReference makes the value of an entry of the list `externalReferences`: a
// field that refers to an object by its name in the cloud, as the fields of Config
// Connector do (docs/external-references.md). Every reference becomes the canonical name
// of its object, so that references to the same object are equal strings:
//
//   networkRef: {name: blue}
//     → networkRef: {external: projects/p-1/global/networks/blue}
//   networkRef: {external: //compute.googleapis.com/projects/p-1/…/blue}
//     → networkRef: {external: projects/p-1/global/networks/blue}
//
// With `writeTo`, the name is written to that field, and the reference is removed, because
// its kind may not have the field. Applying the section twice changes nothing. All paths
// to names are below status, because only a status proves that an object exists.
//
// The field holds one reference or a list of them (RefForms). A field that may refer to
// several kinds has an entry for each of them, such as Folder and Organization:
//
//   spec.parentRef              effect of the entry for Folder
//   {name: a}                   it resolves the reference, as does the other
//   {name: a, kind: Folder}     it resolves the reference
//   {name: a, kind: Organization}
//                               nothing, the other one is meant
//   {name: a, kind: Project}    it reports InvalidReference:
//                               kind "Project" is not one of: Folder, Organization
//
// Entries of the same field are considered together if they have the same resource,
// however their targets name it. Failures:
//
//   the object does not exist     DependencyNotFound
//   it has no name yet            DependencyNotReady
//   a name of another shape       DependencyInvalid; the event also reports which segment
//                                 differs
//   two objects with one name     InvalidReference, if the items are unique
//   and the failures of RefForms, FindNamedObject and crossplane/kinds/kind_lookup.h
//
// All objects are requested, even if one of them fails. The first that has no name fails
// the list. Without a name, the field keeps the observed one. The rules are Config
// Connector's; test/suites/oracle/differences.md lists the differences.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "crossplane/call/lookup.h"
#include "crossplane/contract/failure.h"
#include "crossplane/kinds/external_format.h"
#include "crossplane/kinds/kinds.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/fields.h"
#include "sections/references/entry.h"
#include "sections/references/recipe.h"

namespace loom {
// An ExternalName defines the names of the objects of a kind in their cloud, and the
// prefixes that people write before them (the fields formats and trimPrefixes):
//
//   name.Canonical("https://www.googleapis.com/compute/v1/projects/p/global/
//                   networks/n")        "projects/p/global/networks/n"
//   name.Canonical("networks/n")        nullopt
//
// `Compute` means the paths of Google's Compute API, with and without a host, in the
// versions v1, beta and v1beta1. If there are several formats, all are recognized.

struct ExternalName {
  ExternalFormats formats;
  std::vector<std::string> prefixes;

  // Reads the field trimPrefixes.
  static std::vector<std::string> ParsePrefixes(Fields& fields);

  // Returns the name without prefix and host; nullopt if it has no known format.
  std::optional<std::string> Canonical(absl::string_view text,
                                       Pool* pool) const;
  // Returns the templates, for messages: `a/{b} or c/{d}`.
  std::string Templates() const;
  // Returns where the name differs from the format; "" if there are several formats.
  std::string Difference(absl::string_view text) const;

 private:
  absl::string_view Trimmed(absl::string_view text) const;
};

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
//   a string                       expected an object with name or external
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

struct ExternalReference : Recipe {
  // A message names at most so many kinds, and the number of the others.
  static constexpr size_t kMostNamed = 10;

  Path field;  // of the references
  WantedKind kind;
  ExternalName name;
  std::vector<Path> paths;  // of the names; the first that is set applies
  bool writes_elsewhere = false;
  bool unique = false;

  static Entry Parse(const Input& entry, Fields& root);

  absl::StatusOr<std::optional<Resolution>> Make(
      const Filling& filling) const override;
  absl::StatusOr<Keep> KeepLast(const Filling& filling) const override;
  bool has_alternatives() const override { return true; }
};

}  // namespace loom
