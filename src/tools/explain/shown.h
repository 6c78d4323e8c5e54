// SPDX-License-Identifier: Apache-2.0
// ShownText is a value as the text and the diagram show it: a YAML scalar on one
// line, a list or an object as JSON.
//
//   {"\"eu\""}             eu
//   {"\"1e3\""}            "1e3"        (a text that looks like a number)
//   {"\"one\\ntwo\""}      "one\ntwo"
//   {"{\"a\":1}"}          {"a":1}
//   {nullopt, true}        (secret)
//   {nullopt}              (none)
//   a text of 100          its first 60 characters and … (100 characters)
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/explain/explanation.h"

namespace loom {

// Longer texts are cut.
inline constexpr size_t kMostCharacters = 60;
// An object of more leaves is shown as their number.
inline constexpr size_t kMostLeaves = 200;

// Characters that a terminal or a browser may interpret become escapes, such as
// \u202e.
std::string Visible(absl::string_view text);

// `full`: of any length.
std::string ShownText(const ShownValue& value, bool full = false);

// The leaves of an object or a list with their paths, which begin with `path`. A
// value that has none, such as 5 or {}, is its own leaf.
std::vector<std::pair<std::string, ShownValue>> LeavesOf(
    const std::string& path, const ShownValue& value);

}  // namespace loom
