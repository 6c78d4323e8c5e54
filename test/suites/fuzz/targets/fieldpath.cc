// SPDX-License-Identifier: Apache-2.0
// A path that is printed and parsed again is the same path, and what is written
// at a path is read there. The bytes are a path, a line feed and an object as
// JSON; without the object there is a small one.
#include <algorithm>

#include "data/fieldpath/access.h"
#include "data/fieldpath/path.h"
#include "data/value/json.h"
#include "test/suites/fuzz/targets/target.h"

namespace loom::testing {
namespace {

constexpr absl::string_view kObject =
    R"({"spec": {"list": [1, {"a": null}, []], "name": "x", "": {}}})";

bool CanBePrinted(const Path& path) {
  const auto& segments = path.segments();
  return std::none_of(segments.begin(), segments.end(), [](const Segment& at) {
    return !at.is_index && at.field.empty();
  });
}

void CheckText(const Path& path) {
  if (!CanBePrinted(path)) return;
  auto again = Path::Parse(ToString(path.segments()));
  Must(again.ok(), "a path that is printed can be parsed");
  Must(again->segments() == path.segments(), "and it is the same path");
}

}  // namespace

void RunTarget(absl::string_view bytes) {
  const size_t end = std::min(bytes.find('\n'), bytes.size());
  absl::StatusOr<Path> path = Path::Parse(bytes.substr(0, end));
  if (!path.ok()) return;
  CheckText(*path);
  Pool pool;
  absl::StatusOr<Value> given =
      ParseJson(bytes.substr(std::min(end + 1, bytes.size())), &pool);
  if (!given.ok() || !given->IsObject()) given = ParseJson(kObject, &pool);
  (void)Expand(*given, *path, {}, &pool);
  (void)Expand(*given, *path, {.create_last = true}, &pool);
  absl::StatusOr<const Value*> before = Get(*given, *path, &pool);
  Must(before.ok() == GetMutable(*given, *path, &pool).ok(),
       "both ways of reading find the same");
  if (path->segments().empty()) return;
  if (!Put(*given, *path, Value(12345), &pool).ok()) return;
  absl::StatusOr<const Value*> after = Get(*given, *path, &pool);
  Must(after.ok(), "what was written can be read");
  Must((*after)->IsInt() && (*after)->GetInt() == 12345,
       "what is read is what was written");
}

}  // namespace loom::testing
