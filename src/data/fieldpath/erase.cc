// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/erase.h"

#include "data/fieldpath/access.h"
#include "data/value/object.h"

namespace loom {

void EraseField(Value& root, const Path& path, Pool* pool) {
  absl::Span<const Segment> segments = path.segments();
  if (segments.empty() || segments.back().is_index) return;
  absl::StatusOr<Value*> parent =
      GetMutable(root, segments.first(segments.size() - 1), pool);
  if (parent.ok() && (*parent)->IsObject()) {
    Erase(**parent, segments.back().field, pool);
  }
}

}  // namespace loom
