// SPDX-License-Identifier: Apache-2.0
// DerivedRefField gives the path of the field that holds a reference, from that of
// the field that gets its value. It stands beside it. The rule is ACK's: an ending
// such as Id, Name or Arn goes, and Ref takes its place; of a list, the singular and
// Refs.
//
//   DerivedRefField("spec.securityGroupIDs", true)   "spec.securityGroupRefs"
//   DerivedRefField("spec.apiId", false)             "spec.apiRef"
//   DerivedRefField("spec.roleARN", false)           "spec.roleRef"
//   DerivedRefField("spec.subnets", true)            "spec.subnetRefs"
//   DerivedRefField("spec.name", false)              nullopt: nothing is left of it
#pragma once

#include <optional>
#include <string>

#include "data/fieldpath/path.h"

namespace loom {

std::optional<Path> DerivedRefField(const Path& field, bool list);

}  // namespace loom
