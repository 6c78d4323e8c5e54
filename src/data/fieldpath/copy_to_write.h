// SPDX-License-Identifier: Apache-2.0
// CopyToWrite copies of an object what is about to be written to, and shares the rest.
//
//   FieldMask written;
//   written.Add({"metadata", "name"});
//   Value copy = CopyToWrite(base, written, pool);
//   Set(copy["metadata"], "name", Borrow("db"), pool);     // base stays as it is
//   Set(copy["spec"], "size", Value(1), pool);             // wrong: changes base
//
// Each object and list on the way to a field of the mask is copied, and so is all that
// is in such a field. The base has to outlive the copy. Copy (data/value/value.h) of the copy
// shares nothing. Builds with assertions check after each call that the trees of its plan
// are as they were (function/run.cc).
#pragma once

#include "data/value/field_mask.h"
#include "data/value/value.h"

namespace loom {

Value CopyToWrite(const Value& base, const FieldMask& written, Pool* pool);

}  // namespace loom
