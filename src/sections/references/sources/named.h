// SPDX-License-Identifier: Apache-2.0
// What typed and external references share: a field names one object or a list of them,
// and gets a value of each.
#pragma once

#include <cstddef>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "crossplane/call/resolution.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/fields.h"

namespace loom {

// Reads the objects one by one, and returns the value of the only one or the list of
// all. All are read, even if one fails, so that all are requested. The first failure
// fails the list, unless an answer is pending.
absl::StatusOr<Resolution> ReadEach(
    size_t count, bool is_list, Pool* pool,
    absl::FunctionRef<absl::StatusOr<Resolution>(size_t)> read);

// Returns a field that is a string; "" if it is missing or something else.
std::string TextAt(const Value& object, absl::string_view name, Pool* pool);

// Parses a path that means one field. `kind` is "a typed" or "an external".
Path ParseOneField(Fields& fields, absl::string_view member,
                   absl::string_view text, absl::string_view kind);

}  // namespace loom
