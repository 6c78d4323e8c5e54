// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/quick_ready.h"

#include <cmath>
#include <cstring>
#include <utility>

#include "crossplane/objects/status.h"
#include "data/wire/reader.h"

namespace loom {
namespace {

// Members that are passed over have a few bytes at least.
constexpr size_t kBytesOfAStep = 16;

// The first bytes of a google.protobuf.Value, by its kind.
enum Tag : uint8_t {
  kNull = 1 << 3,
  kNumber = 2 << 3 | 1,
  kText = 3 << 3 | 2,
  kStruct = 5 << 3 | 2,
  kList = 6 << 3 | 2,
};
// Of an entry of a Struct, and of an element of a list.
constexpr uint8_t kEntry = 1 << 3 | 2;

// What is not as every writer writes it makes each function below false.

// Calls visit(key, value) for each member.
template <typename Visit>
bool EachMember(absl::string_view object, const Visit& visit) {
  const char* at = object.data();
  const char* end = at + object.size();
  absl::string_view entry, key, value;
  while (ReadUsualField(kEntry, &at, end, &entry)) {
    if (!SplitMapEntry(entry, &key, &value) || !visit(key, value)) return false;
  }
  return at == end;
}

// The content of a Value that is a text, a Struct or a list.
bool Content(absl::string_view value, Tag tag, absl::string_view* content) {
  const char* at = value.data();
  const char* end = at + value.size();
  return ReadUsualField(tag, &at, end, content) && at == end;
}

bool IsNull(absl::string_view value) {
  return value.size() == 2 && value[0] == char(kNull) && value[1] == 0;
}

// A text; "" for null.
bool Text(absl::string_view value, absl::string_view* text) {
  *text = "";
  return IsNull(value) || Content(value, kText, text);
}

bool IsWholeNumber(absl::string_view value) {
  double number;
  if (value.size() != 1 + sizeof number || value[0] != char(kNumber)) {
    return false;
  }
  std::memcpy(&number, value.data() + 1, sizeof number);
  return std::trunc(number) == number && std::abs(number) < 0x1p53;
}

// Members that were seen, of which none may be there twice.
class Seen {
 public:
  bool Add(int member) {
    const unsigned bit = 1U << member;
    return (std::exchange(bits_, bits_ | bit) & bit) == 0;
  }

 private:
  unsigned bits_ = 0;
};

struct WireCondition {
  absl::string_view type;
  absl::string_view status;
};

bool ReadCondition(absl::string_view object, WireCondition* condition) {
  Seen seen;
  absl::string_view text;
  return EachMember(
      object, [&](absl::string_view key, absl::string_view value) {
        if (key == "type") return seen.Add(0) && Text(value, &condition->type);
        if (key == "status")
          return seen.Add(1) && Text(value, &condition->status);
        if (key == "reason") return seen.Add(2) && Text(value, &text);
        if (key == "message") return seen.Add(3) && Text(value, &text);
        if (key == "lastTransitionTime") {
          return seen.Add(4) && Text(value, &text) &&
                 (IsNull(value) || IsRfc3339(text));
        }
        if (key == "observedGeneration") {
          return seen.Add(5) && (IsNull(value) || IsWholeNumber(value));
        }
        return true;
      });
}

// Whether the first condition of the type Ready is True.
bool ReadConditions(absl::string_view list, bool* ready) {
  const char* at = list.data();
  const char* end = at + list.size();
  bool found = false;
  absl::string_view element, object;
  while (ReadUsualField(kEntry, &at, end, &element)) {
    WireCondition condition;
    if (!Content(element, kStruct, &object)) return false;
    if (!ReadCondition(object, &condition)) return false;
    if (found || condition.type != "Ready") continue;
    found = true;
    *ready = condition.status == "True";
  }
  return at == end;
}

// The member `name` of an object; empty if there is none.
bool ReadMember(absl::string_view object, absl::string_view name,
                absl::string_view* value) {
  Seen seen;
  return EachMember(object,
                    [&](absl::string_view key, absl::string_view found) {
                      if (key != name) return true;
                      *value = found;
                      return seen.Add(0);
                    });
}

struct WireObject {
  absl::string_view api_version;
  absl::string_view kind;
  absl::string_view status;
};

bool ReadObject(absl::string_view bytes, WireObject* object) {
  Seen seen;
  return EachMember(bytes, [&](absl::string_view key, absl::string_view value) {
    if (key == "apiVersion") {
      return seen.Add(0) && Text(value, &object->api_version);
    }
    if (key == "kind") return seen.Add(1) && Text(value, &object->kind);
    if (key != "status") return true;
    return seen.Add(2) && Content(value, kStruct, &object->status);
  });
}

}  // namespace

std::optional<bool> QuickReady(absl::string_view object, KindRules rules,
                               Pool* pool) {
  pool->account().Note(1 + object.size() / kBytesOfAStep);
  WireObject read;
  if (!ReadObject(object, &read)) return std::nullopt;
  const KindReads reads = KindReadsOf(read.api_version, read.kind, rules);
  if (reads == KindReads::kNothing) return true;
  if (reads == KindReads::kFields) return std::nullopt;
  absl::string_view value, list;
  if (!ReadMember(read.status, "conditions", &value)) return std::nullopt;
  if (value.empty()) return false;
  bool ready = false;
  if (!Content(value, kList, &list) || !ReadConditions(list, &ready)) {
    return std::nullopt;
  }
  return ready;
}

}  // namespace loom
