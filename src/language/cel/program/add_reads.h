// SPDX-License-Identifier: Apache-2.0
// AddReads adds what an expression reads to the Reads of its plan (data/fieldpath/reads.h).
//
//   composite.spec.users > 200      reads.composite   spec.users
//   object.status.id                object            status.id
//   observed.resources.db.resource.spec.size
//                                   reads.Resource("db")   spec.size
//   observed.resources[key].resource.spec
//                                   reads.resources   all
//   required.nets[0].spec.cidr      reads.required    spec.cidr
#pragma once

#include "data/fieldpath/reads.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/program/input_expression.h"

namespace loom {

// `object` is the mask of the resource that the name `object` stands for; nullptr: it
// is not known there.
void AddReads(const InputExpression& expression, Reads* reads,
              FieldMask* object = nullptr);

// The same of an expression of which only the names are known: all that they name.
void AddReads(ExpressionNames names, Reads* reads, FieldMask* object = nullptr);

}  // namespace loom
