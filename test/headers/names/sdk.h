// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sdk/request.h"

namespace loom::example {

extern const Request request;
extern size_t size_hint;

}  // namespace loom::example
