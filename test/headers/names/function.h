// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "test/headers/names.h"
