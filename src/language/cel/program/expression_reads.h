// SPDX-License-Identifier: Apache-2.0
// ReadsOf lists what an expression reads by names that stand in its text, in the order
// in which they stand there, each once.
//
//   composite.spec.users > 200 && item.?public.orValue(false)
//     composite  spec.users
//     item       public
//   observed.resources['subnet-' + key].resource.spec
//     observed   resources     is_open: which one is computed
//     key
//   composite.spec.zones.map(zone, zone.name)
//     composite  spec.zones    (zone is a name of the expression itself)
//
// What is no expression reads nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/fieldpath/path.h"

namespace loom {

struct ExpressionRead {
  std::string name;
  std::vector<Segment> path;  // behind the name
  size_t offset = 0;  // where the path begins, or the name if there is none
  // Whether it goes on with a key or an index that is computed.
  bool is_open = false;
};

std::vector<ExpressionRead> ReadsOf(absl::string_view expression);

// The same of an expression that is nothing but a name and members of it.
std::optional<ExpressionRead> OnlyReadOf(absl::string_view expression);

}  // namespace loom
