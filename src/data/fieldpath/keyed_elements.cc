// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/keyed_elements.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/number.h"
#include "data/value/object.h"

namespace loom {
namespace {

using Way = std::vector<Segment>;

bool HasKey(const Value& element, absl::string_view key,
            absl::string_view wanted) {
  const Value* value = element.IsObject() ? Find(element, key) : nullptr;
  if (value == nullptr) return false;
  if (value->IsString()) return View(*value) == wanted;
  if (!value->IsNumber()) return false;
  std::string text;
  AppendJsonNumber(*value, &text);
  return text == wanted;
}

// Replaces the segments with keys by indexes, from the first to the last.
class Walk {
 public:
  // `writable` is the same object, or nullptr if nothing is to be added.
  Walk(const Value& root, Value* writable, Pool* pool)
      : root_(root), writable_(writable), pool_(pool) {}

  absl::StatusOr<std::vector<Path>> Along(const Path& path) {
    for (const Segment& segment : path.segments()) {
      const absl::string_view key = ElementKeyOf(segment);
      if (key.empty()) {
        for (Way& way : ways_) way.push_back(segment);
      } else {
        LOOM_RETURN_IF_ERROR(Select(segment, key));
      }
    }
    std::vector<Path> paths;
    paths.reserve(ways_.size());
    for (const Way& way : ways_) {
      LOOM_ASSIGN_OR_RETURN(Path found, Path::Parse(ToString(way)));
      paths.push_back(std::move(found));
    }
    return paths;
  }

 private:
  absl::Status Select(const Segment& segment, absl::string_view key) {
    const absl::string_view wanted =
        absl::string_view(segment.field).substr(key.size() + 1);
    std::vector<Way> selected;
    for (Way& way : ways_) {
      LOOM_ASSIGN_OR_RETURN(const Value* list, ListAt(way));
      if (list == nullptr) continue;
      if (list->IsObject()) {
        way.push_back(segment);
        selected.push_back(std::move(way));
        continue;
      }
      LOOM_RETURN_IF_ERROR(Spend(list->Size(), pool_));
      const size_t before = selected.size();
      for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
        if (!HasKey(ItemAt(*list, i), key, wanted)) continue;
        selected.push_back(way);
        selected.back().push_back(Segment::Index(i));
      }
      if (selected.size() == before && writable_ != nullptr) {
        LOOM_RETURN_IF_ERROR(Add(way, key, wanted));
        selected.push_back(std::move(way));
      }
      if (selected.size() > kMaxFanOut) {
        return Harmless(absl::FailedPreconditionError(absl::StrCat(
            "more than ", kMaxFanOut, " elements have ", segment.field)));
      }
    }
    ways_ = std::move(selected);
    return absl::OkStatus();
  }

  // Returns the list or the object; nullptr if there is none, which was not added.
  absl::StatusOr<const Value*> ListAt(const Way& way) {
    absl::StatusOr<const Value*> found = Get(root_, way, pool_);
    if (!found.ok() && !absl::IsNotFound(found.status())) return found;
    const bool is_missing = !found.ok() || (*found)->IsNull();
    if (!is_missing && !(*found)->IsArray() && !(*found)->IsObject()) {
      return Harmless(absl::FailedPreconditionError(absl::StrCat(
          ToString(way), ": expected a list, got ", KindName(**found))));
    }
    if (!is_missing) return found;
    if (writable_ == nullptr) return nullptr;
    LOOM_ASSIGN_OR_RETURN(const Path path, Path::Parse(ToString(way)));
    LOOM_RETURN_IF_ERROR(Put(*writable_, path, Array(), pool_));
    return Get(root_, way, pool_);
  }

  // Adds an element, and its index to the way.
  absl::Status Add(Way& way, absl::string_view key, absl::string_view wanted) {
    LOOM_ASSIGN_OR_RETURN(Value * list, GetMutable(*writable_, way, pool_));
    const rapidjson::SizeType index = list->Size();
    Value element = Object();
    Set(element, pool_->Keep(key), Text(wanted, pool_), pool_);
    LOOM_RETURN_IF_ERROR(Charge(element, pool_));
    list->PushBack(std::move(element), pool_->allocator());
    way.push_back(Segment::Index(index));
    return absl::OkStatus();
  }

  const Value& root_;
  Value* writable_;
  Pool* pool_;
  std::vector<Way> ways_ = {{}};
};

}  // namespace

absl::string_view ElementKeyOf(const Segment& segment) {
  if (segment.is_index) return "";
  const size_t sign = segment.field.find('=');
  return sign == std::string::npos
             ? absl::string_view()
             : absl::string_view(segment.field).substr(0, sign);
}

bool NamesElements(const Path& path) {
  return std::any_of(
      path.segments().begin(), path.segments().end(),
      [](const Segment& segment) { return !ElementKeyOf(segment).empty(); });
}

absl::StatusOr<std::vector<Path>> FindElements(const Value& root,
                                               const Path& path, Pool* pool) {
  return Walk(root, nullptr, pool).Along(path);
}

absl::StatusOr<std::vector<Path>> MakeElements(Value& root, const Path& path,
                                               Pool* pool) {
  return Walk(root, &root, pool).Along(path);
}

}  // namespace loom
