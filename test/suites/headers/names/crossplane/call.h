// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "crossplane/call/call.h"
#include "crossplane/call/field.h"
#include "crossplane/call/lookup.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/path.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"

namespace loom::example::crossplane_call {

extern Call call;
extern const Value object;

extern const std::shared_ptr<const InputExpression> condition;
extern const Value* observed;
extern Outcome* outcome;
extern const Lookup lookup;
extern const Path path;
extern const Place place;
extern const AccessPolicies policies;
extern const Rules& rules;
extern Value& target;

}  // namespace loom::example::crossplane_call
