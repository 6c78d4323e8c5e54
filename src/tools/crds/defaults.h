// SPDX-License-Identifier: Apache-2.0
// FillDefaults sets what an object leaves out and its schema has a default for, as
// the API server does when it stores the object.
//
//   properties: {spec: {default: {}, properties: {size: {default: 3}}}}
//
//   {}                      {spec: {size: 3}}
//   {spec: {size: 5}}       the same
//   {spec: {size: null}}    {spec: {size: 3}}, because size is not nullable
//
// Without `default: {}` of spec the first one stays {}: defaults are filled in only
// below what is there. The rules are Kubernetes'.
#pragma once

#include "data/value/value.h"

namespace loom {

// The pool keeps what is added; the schema has to outlive it.
void FillDefaults(const Value& schema, Value& object, Pool* pool);

}  // namespace loom
