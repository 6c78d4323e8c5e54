// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/access.h"

#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

// The value that the empty path reads. Writes to it are lost.
Value* NullValue() {
  static thread_local Value null;
  null.SetNull();
  return &null;
}

absl::Status CheckIndexes(absl::Span<const Segment> segments) {
  for (const Segment& segment : segments) {
    if (!segment.is_index || segment.index <= kMaxIndex) continue;
    return absl::FailedPreconditionError(
        absl::StrCat("index ", segment.index,
                     " is greater than max allowed index ", kMaxIndex));
  }
  return absl::OkStatus();
}

absl::Status NotA(absl::Span<const Segment> up_to, absl::string_view kind) {
  return absl::FailedPreconditionError(
      absl::StrCat(ToString(up_to), " is not an ", kind));
}

Value Container(const Segment& next) {
  return next.is_index ? Array() : Object();
}

absl::Status Fill(Value& list, uint32_t index, Pool* pool) {
  if (list.Size() > index) return absl::OkStatus();
  LOOM_RETURN_IF_ERROR(Charge((index + 1 - list.Size()) * sizeof(Value), pool));
  list.Reserve(index + 1, pool->allocator());
  while (list.Size() <= index) list.PushBack(Value(), pool->allocator());
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<const Value*> Get(const Value& root,
                                 absl::Span<const Segment> segments,
                                 Pool* pool) {
  if (segments.empty()) return NullValue();
  pool->account().Note(Finding(segments.size()));
  const Value* at = &root;
  for (size_t i = 0; i < segments.size(); ++i) {
    const Segment& segment = segments[i];
    if (segment.is_index) {
      if (!at->IsArray()) {
        return absl::FailedPreconditionError(
            absl::StrCat(ToString(segments.first(i)), ": not an array"));
      }
      if (segment.index >= at->Size()) {
        return absl::NotFoundError(
            absl::StrCat(ToString(segments.first(i + 1)), ": no such element"));
      }
      at = &ItemAt(*at, segment.index);
      continue;
    }
    if (at->IsNull()) {
      return absl::NotFoundError(
          absl::StrCat(ToString(segments.first(i)), ": expected map, got nil"));
    }
    if (!at->IsObject()) {
      return absl::FailedPreconditionError(
          absl::StrCat(ToString(segments.first(i)), ": not an object"));
    }
    at = Find(*at, segment.field, pool);
    if (at == nullptr) {
      return absl::NotFoundError(
          absl::StrCat(ToString(segments.first(i + 1)), ": no such field"));
    }
  }
  return at;
}

absl::StatusOr<const Value*> Get(const Value& root, const Path& path,
                                 Pool* pool) {
  return Get(root, path.segments(), pool);
}

absl::StatusOr<Value*> GetMutable(Value& root,
                                  absl::Span<const Segment> segments,
                                  Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(const Value* found, Get(root, segments, pool));
  return const_cast<Value*>(found);
}

absl::StatusOr<Value*> GetMutable(Value& root, const Path& path, Pool* pool) {
  return GetMutable(root, path.segments(), pool);
}

absl::Status Put(Value& root, const Path& path, Value value, Pool* pool) {
  absl::Span<const Segment> segments = path.segments();
  LOOM_RETURN_IF_ERROR(CheckIndexes(segments));
  LOOM_RETURN_IF_ERROR(Spend(Finding(segments.size()), pool));
  Value* at = &root;
  for (size_t i = 0; i < segments.size(); ++i) {
    const Segment& segment = segments[i];
    if (segment.is_index) {
      if (!at->IsArray()) return NotA(segments.first(i), "array");
      LOOM_RETURN_IF_ERROR(Fill(*at, segment.index, pool));
      at = &ItemAt(*at, segment.index);
      bool last = i + 1 == segments.size();
      if (!last && at->IsNull()) *at = Container(segments[i + 1]);
      continue;
    }
    if (!at->IsObject()) return NotA(segments.first(i), "object");
    Value* member = Find(*at, segment.field, pool);
    if (member == nullptr) {
      member = &Add(*at, pool->Keep(segment.field), pool);
      if (i + 1 < segments.size()) *member = Container(segments[i + 1]);
    }
    at = member;
  }
  if (at != &root) *at = value;
  return absl::OkStatus();
}

void EraseField(Value& root, const Path& path, Pool* pool) {
  absl::Span<const Segment> segments = path.segments();
  if (segments.empty() || segments.back().is_index) return;
  absl::StatusOr<Value*> parent =
      GetMutable(root, segments.first(segments.size() - 1), pool);
  if (parent.ok() && (*parent)->IsObject()) {
    Erase(**parent, segments.back().field, pool);
  }
}

namespace {

// Returns a Value with the same nodes. RapidJSON has no such function, because the
// destructor of a Value may free its nodes. In a pool, it frees nothing.
Value Shared(const Value& value) {
  static_assert(!Allocator::kNeedFree);
  Value shared;
  std::memcpy(static_cast<void*>(&shared), static_cast<const void*>(&value),
              sizeof shared);
  return shared;
}

}  // namespace

Value CopyToWrite(const Value& base, const FieldMask& written, Pool* pool) {
  if (written.is_all()) return Copy(base, pool);
  if (base.IsObject()) {
    Value object = Object();
    for (const Member& member : Members(base)) {
      const FieldMask* part = written.Find(View(member.name));
      object.AddMember(Shared(member.name),
                       part == nullptr ? Shared(member.value)
                                       : CopyToWrite(member.value, *part, pool),
                       pool->allocator());
    }
    return object;
  }
  if (!base.IsArray()) return Shared(base);
  Value list = Array();
  list.Reserve(base.Size(), pool->allocator());
  for (const Value& element : Items(base)) {
    list.PushBack(CopyToWrite(element, written, pool), pool->allocator());
  }
  return list;
}

}  // namespace loom
