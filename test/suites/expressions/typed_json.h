// SPDX-License-Identifier: Apache-2.0
// Values of CEL as JSON that says their types, for programs that compare evaluators:
//
//   {"int": "5"}  {"uint": "5"}  {"double": "1.5"}  {"bool": true}  {"null": null}
//   {"string": "a"}  {"bytes": "YQ=="}  {"type": "int"}
//   {"timestamp": "2024-01-01T00:00:00Z"}  {"duration": "1.5s"}
//   {"list": [{"int": "1"}]}  {"map": [[{"string": "a"}, {"int": "1"}]]}
//   {"optional": {"int": "1"}}  {"optional": null}
//
// Entries of maps come in the order of their keys. When it is read, {"tree": {…}} is an
// object of a cluster.
#pragma once

#include <string>

#include "data/value/value.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"

namespace loom::testing {

// Wants JSON of that form.
CelValue FromTypedJson(const Value& json, CelContext* context);

// Appends the value; one of another type, such as an IP address, as a text.
void AppendTypedJson(const CelValue& value, std::string* out);

}  // namespace loom::testing
