// SPDX-License-Identifier: Apache-2.0
// WatchTests implements `function-loom test --watch`: it plays tests, and plays them again
// whenever a file changes that they have read, or a file appears in a directory that they
// have read. Errors do not end it. The paths are looked at four times a second.
//
//   WatchTests(play_tests, [] { return std::cout.good(); }, std::cerr);
//
// Before each further run, it says which path has changed. It returns when `again`, called
// after each run, returns false.
#pragma once

#include <functional>
#include <ostream>

namespace loom {

void WatchTests(const std::function<void()>& play,
                const std::function<bool()>& again, std::ostream& err);

}  // namespace loom
