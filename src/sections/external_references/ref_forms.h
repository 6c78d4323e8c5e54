// SPDX-License-Identifier: Apache-2.0
// RefForms are the references that a field holds, each in one of two forms:
//
//   {external: projects/p-1/global/networks/blue}     a name in the cloud
//   {name: blue, namespace: infra}                    an object; its namespace is by
//                                                     default the composite's
//
// Both may have a `kind`. A field holds one of them or a list, in which all have the
// same form. What is wrong, in the words of Config Connector:
//
//   {name: a, external: b}         cannot specify both name and external
//   {}                             must specify either name or external
//   [{name: a}, {external: b}]     a list must not mix name and external
//   the same `external` twice      duplicate external "b"; if the list has unique
//                                  items
//   a text                         want an object with name or external
//   a list of 501                  more than 500 references (limits::kRequirements)
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "sections/shared/values_from/failure.h"
#include "sections/shared/values_from/named_object.h"

namespace loom {

struct RefForm {
  std::string external;  // "": the form has a name
  ObjectName name;
  std::string kind;
};

struct RefForms {
  std::vector<RefForm> forms;
  bool is_list = false;
  // Without a cause: there is none.
  Failure failure = {};

  // An error is one of the account of the call.
  static absl::StatusOr<RefForms> Read(const Value& field, bool unique,
                                       Pool* pool);
};

}  // namespace loom
