// SPDX-License-Identifier: Apache-2.0
// ObjectReferences are what an Object of provider-kubernetes says that it depends
// on. The provider applies its manifest only while all of them exist, on the control
// plane, and lets none of them be deleted before the Object.
//
//   spec:
//     references:
//     - dependsOn:
//         apiVersion: sql.example.org/v1
//         kind: Database
//         name: d-1
//         namespace: team-a        # of namespaced kinds
//
//   std::vector<ObjectReference> references = {{.api_version = "sql.example.org/v1",
//                                                .kind = "Database",
//                                                .name = "d-1",
//                                                .ns = "team-a"}};
//   LOOM_RETURN_IF_ERROR(AddReferences(references, object, pool));
//
// References that are there stay, and the same one is not added twice. They have no
// defaults, because the provider fills in none when it runs.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// The texts have to outlive the object that they are written to.
struct ObjectReference {
  absl::string_view api_version;
  absl::string_view kind;
  absl::string_view name;
  absl::string_view ns;  // "": none
};

// Why an object cannot have references; "" if it can:
//   spec is not an object
//   spec.references is not a list
absl::string_view CannotRefer(const Value& object);

// Adds to spec.references of an object that can have them; it is made if it is
// missing. An error is one of the account of the call.
absl::Status AddReferences(const std::vector<ObjectReference>& references,
                           Value& object, Pool* pool);

// Those that an Object has. Whatever is none of its shape is left out.
std::vector<ObjectReference> ReferencesIn(const Value& object, Pool* pool);

}  // namespace loom
