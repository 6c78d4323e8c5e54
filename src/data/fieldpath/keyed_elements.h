// SPDX-License-Identifier: Apache-2.0
// Functions that find the elements of lists by a key in them, for paths with segments of
// the form [KEY=VALUE]:
//
//   spec.tags[key=Name].value
//
//   {tags: [{key: Team, value: a}, {key: Name}]}     tags[1].value
//   {tags: [{key: Name}, {key: Name}]}               tags[0].value and tags[1].value
//   {tags: []}, {}                                   none; MakeElements adds {key: Name}
//   {tags: {"key=Name": {}}}                         an object: tags[key=Name].value
//
// A number is compared by its JSON. A value that is neither a list nor an object is
// FailedPrecondition, and so are more than kMaxFanOut elements. The rules are ours.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"

namespace loom {

// Returns whether a segment names elements by key, and by which: "key" of `key=Name`;
// "" if it does not.
absl::string_view ElementKeyOf(const Segment& segment);

bool NamesElements(const Path& path);

// Returns the paths, with indexes, of the elements that exist.
absl::StatusOr<std::vector<Path>> FindElements(const Value& root,
                                               const Path& path, Pool* pool);

// Adds the elements, and the lists, that do not exist, and returns all paths.
absl::StatusOr<std::vector<Path>> MakeElements(Value& root, const Path& path,
                                               Pool* pool);

}  // namespace loom
