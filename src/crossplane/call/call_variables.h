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

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
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

// `desired` and `context` of the native input: the desired state and the context of the
// pipeline, as the sections of the call have made them so far. state_records.h has those
// of the request.
//
//   desired.resources["app"].resource.spec.size
//   desired.resources["app"].ready == 1
//   desired.composite.resource.status.?endpoint
//   context["example.org/stage"]
//
// Of connection details only those of the composite are known. What is not there may
// come, and is pending.

CelValue DesiredSoFar(Call* call, CelContext* context);
CelValue ContextSoFar(Call* call, CelContext* context);

// The messages of a call that expressions read: `observed`, `desired` and `context`, with
// the fields that language/cel/program/declarations.h declares.
//
//   observed.resources["db"].resource.status.ready
//   observed.composite.connection_details["password"]      // bytes
//   has(desired.composite.resource)
//   "region" in context
//
// An object is decoded when an expression comes to it, and not before. What the request
// does not have is empty, as protobuf has it: observed.composite.resource is {} then, and
// has() says false. A connection detail that is not published, and a field of an object
// that is empty, may come, so selecting it is pending as in other objects.
//
// `desired` is that of the request, as function-sequencer has it, but for the readiness
// of the composite, which is that of the call. Connection details make the call discreet
// (base/discretion.h).

CelValue ObservedState(Call* call, CelContext* context);
CelValue DesiredState(Call* call, CelContext* context);
CelValue ContextMap(Call* call, CelContext* context);

// `required` in an expression: what entries of extraResources and references read, by
// the names of the entries (RequiredState::Named). An entry of extraResources has a list
// of objects, and a reference one object. An entry that has read nothing yet is not
// there, which is pending. sections/environment/extra_resources.h and sections/references/references.h say
// when an entry is there.
//
//   required.nets.map(n, n.spec.cidr)
//   has(required.vpc)

CelValue RequiredByName(const Call& call, CelContext* context);

// The remarks (remark.h) of the condition ExpressionsResolved, which says whether all
// that expressions of the native input name is there.
//
//   outcome->remarks.push_back(ExpressionsResolved());
//   outcome->remarks.push_back(PendingExpression("replica", status, discreet));
//
//   ExpressionsResolved: Unknown, FieldMissing
//   replica: resources[1].condition: 1:15: no such key: "replicas"
//
// A section that has expressions gives the first of them in each call, and one of the
// second for each expression that is pending.

inline constexpr absl::string_view kExpressionsResolved = "ExpressionsResolved";

Remark ExpressionsResolved();

// `subject` is what waits: the name of a resource or of an entry; "" if it is the
// composite as a whole. `why` is the NotFound of the expression.
Remark PendingExpression(absl::string_view subject, const absl::Status& why,
                         bool discreet);

}  // namespace loom
