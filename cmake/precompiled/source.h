// SPDX-License-Identifier: Apache-2.0
// What many sources include of others (cmake/precompiled.cmake). Each source includes what
// it uses all the same, so nothing depends on this list.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "rapidjson/document.h"
