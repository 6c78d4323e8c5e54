// SPDX-License-Identifier: Apache-2.0
// CallVariables gives the names of language/cel/program/expression_names.h their values in a call
// of the native input.
//
//   CallVariables variables(&call);
//   variables.object = observed;      // nullptr: it is not observed yet
//   LOOM_ASSIGN_OR_RETURN(bool holds, condition->Bool(&variables, call.pool));
//
// Objects are decoded once in a call, when an expression comes to them; what is only
// read, with the fields alone that the input names (data/fieldpath/reads.h). `desired` and
// `context` are what the sections have made of them by then, unlike those of a drop-in
// input (state_records.h).
//
//   "app" in desired.resources      // also one that this step has just made
//   environment.region              // with what this step has merged and patched
//   required.nets[0].spec.cidr      // an entry of extraResources has a list
//   required.vpc.status.id          // a reference has one object
#pragma once

#include "crossplane/call/call.h"
#include "data/value/value.h"
#include "language/cel/program/declarations.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"

namespace loom {

// An element of forEach.
struct LoopItem {
  const Value* item = nullptr;
  absl::string_view key;
  size_t index = 0;
};

class CallVariables final : public CelVariables {
 public:
  explicit CallVariables(Call* call) : call_(*call) {}

  const Value* object = nullptr;
  const LoopItem* loop =
      nullptr;  // of an expression that is not in one it is null

  CelValue Get(int number, CelContext* context) override;

 private:
  Call& call_;
};

}  // namespace loom
