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
#include "data/fieldpath/reads.h"
#include "language/cel/program/expression.h"
#include "language/cel/program/expression_names.h"

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

// AddReads adds what an expression reads to the Reads of its plan (data/fieldpath/reads.h).
//
//   composite.spec.users > 200      reads.composite   spec.users
//   object.status.id                object            status.id
//   observed.resources.db.resource.spec.size
//                                   reads.Resource("db")   spec.size
//   observed.resources[key].resource.spec
//                                   reads.resources   all
//   required.nets[0].spec.cidr      reads.required    spec.cidr

// `object` is the mask of the resource that the name `object` stands for; nullptr: it
// is not known there.
void AddReads(const InputExpression& expression, Reads* reads,
              FieldMask* object = nullptr);

// The same of an expression of which only the names are known: all that they name.
void AddReads(ExpressionNames names, Reads* reads, FieldMask* object = nullptr);

}  // namespace loom
