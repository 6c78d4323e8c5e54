// SPDX-License-Identifier: Apache-2.0
// CyclesOf finds the resources that wait for each other: each waits for at most one
// other.
//
//   CyclesOf({{"a", "b"}, {"b", "a"}, {"c", "a"}})   {{"a", "b"}}
//
// A cycle begins with its smallest name, and each waits for the one behind it. What
// waits for a cycle without being part of it (c) is in none.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace loom {

std::vector<std::vector<std::string>> CyclesOf(
    const std::map<std::string, std::string>& waits_for);

}  // namespace loom
