// SPDX-License-Identifier: Apache-2.0
// What examples in headers use without declaring it, for all rooms; examples.py
// says more.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

extern absl::Status status;
extern absl::string_view bytes;
extern absl::string_view text;
extern absl::string_view name;
extern absl::string_view request;
extern Pool pool;
extern Value value;
extern Value object;

}  // namespace loom
