// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/call_variables.h"

#include "crossplane/call/desired_records.h"
#include "crossplane/call/required_map.h"
#include "crossplane/call/state_records.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/tree_value.h"

namespace loom {
namespace {

CelValue OfTree(absl::StatusOr<const Value*> tree, CelContext* context) {
  if (!tree.ok()) return context->End(tree.status());
  return FromTree(**tree, context);
}

const Value& NoObject() {
  static const Value empty(rapidjson::kObjectType);
  return empty;
}

}  // namespace

CelValue CallVariables::Get(int number, CelContext* context) {
  switch (ExpressionName(number)) {
    case ExpressionName::kObserved:
      return ObservedState(&call_, context);
    case ExpressionName::kDesired:
      return DesiredSoFar(&call_, context);
    case ExpressionName::kContext:
      return ContextSoFar(&call_, context);
    case ExpressionName::kComposite:
      return OfTree(call_.composite.Observed(), context);
    case ExpressionName::kEnvironment:
      return OfTree(call_.context.Environment(), context);
    case ExpressionName::kRequired:
      return RequiredByName(call_, context);
    case ExpressionName::kObject:
      return FromTree(object == nullptr ? NoObject() : *object, context);
    case ExpressionName::kItem:
      return FromTree(*loop->item, context);
    case ExpressionName::kKey:
      return CelValue::String(loop->key);
    case ExpressionName::kIndex:
      return CelValue::Int(int64_t(loop->index));
    case ExpressionName::kValue:
      break;  // language/transforms/expression_transform.h has it
  }
  return context->Failed("no such name");
}

}  // namespace loom
