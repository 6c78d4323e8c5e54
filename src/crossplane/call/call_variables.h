// SPDX-License-Identifier: Apache-2.0
// CallVariables supplies the values of the names in
// language/cel/program/expression_names.h for a call with the native input.
//
//   CallVariables variables(&call);
//   variables.object = observed;      // nullptr: it is not observed yet
//   LOOM_ASSIGN_OR_RETURN(bool holds, condition->Bool(&variables, call.pool));
//
// Each object is decoded once per call, where an expression first reads it
// (data/value/deferred.h). `desired` and `context` are as the sections have made them so
// far. In a drop-in input they are those of the request (DesiredState and ContextMap
// below). `required` has a list for an entry of extraResources, and one object for a
// reference.
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
  const LoopItem* loop = nullptr;     // null outside forEach
  const Value* conditions = nullptr;  // null outside events
  // Replaces the environment of the call, unless null.
  const Value* environment = nullptr;
  // Those of the resource; null outside templates, where they are those of the input.
  ValueState* values = nullptr;
  absl::string_view name = "";  // "" outside overlays

  CelValue Get(int number, CelContext* context) override;

 private:
  Call& call_;
};

// DesiredSoFar and ContextSoFar return `desired` and `context` of the native input: the
// desired state and the context of the pipeline, as the sections of the call have made
// them so far. Only the composite has connection details here. A missing value may
// still appear, so selecting it is pending.
CelValue DesiredSoFar(Call* call, CelContext* context);
CelValue ContextSoFar(Call* call, CelContext* context);

// ObservedState, DesiredState and ContextMap return the parts of the request that
// expressions read as `observed`, `desired` and `context`, with the fields that
// language/cel/program/declarations.h declares.
//
// An object is decoded only when an expression reads it. A field that the request does
// not have is empty, as in protobuf: observed.composite.resource is then {}, and has()
// returns false. A connection detail that is not published, or a field of an empty
// object, may still appear, so selecting it is pending, as in other objects.
//
// `desired` is that of the request, as in function-sequencer, except for the readiness
// of the composite, which is that of the call. If an expression reads connection
// details, the messages of the call are redacted (base/redacted_message.h).
CelValue ObservedState(Call* call, CelContext* context);
CelValue DesiredState(Call* call, CelContext* context);
CelValue ContextMap(Call* call, CelContext* context);

// Returns `required`: the objects that entries of extraResources and references have
// read, by name of the entry (RequiredState::Named). An entry that has read nothing yet
// is missing, so selecting it is pending. sections/environment/extra_resources.h and
// sections/references/references.h say when an entry is present. Selecting an entry
// that an access policy refuses is pending, and the error says how to allow it
// (crossplane/kinds/access_policy.h).
CelValue RequiredByName(const Call& call, CelContext* context);

// These remarks (crossplane/contract/outcome.h) form the ExpressionsResolved condition,
// which says whether everything that the expressions of the native input refer to
// exists:
//
//   ExpressionsResolved: Unknown, FieldMissing
//   replica: resources[1].condition: 1:15: no such key: "replicas"
//
// In each call, a section that has expressions adds ExpressionsResolved() once, and
// PendingExpression() for each expression that is pending.
inline constexpr absl::string_view kExpressionsResolved = "ExpressionsResolved";

Remark ExpressionsResolved();

// `subject` is the name of the resource or entry that waits, or "" for the composite as
// a whole. `why` is the NotFound error of the expression.
Remark PendingExpression(absl::string_view subject, const absl::Status& why,
                         bool redacted);

}  // namespace loom
