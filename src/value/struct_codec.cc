// SPDX-License-Identifier: Apache-2.0
#include "value/struct_codec.h"

#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "value/map_keys.h"
#include "value/number.h"
#include "value/utf8.h"
#include "wire/map_entry.h"
#include "wire/reader.h"

namespace loom {
namespace {

using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, Allocator,
                                            rapidjson::CrtAllocator>;

// The bytes that the document's stack of unfinished nodes begins with. Most
// objects need no more.
constexpr size_t kStackBytes = 16 << 10;

// Field numbers of google.protobuf.Value.
enum Kind : uint32_t {
  kNull = 1,
  kNumber = 2,
  kString = 3,
  kBool = 4,
  kStruct = 5,
  kList = 6,
};

// The member to leave out, and the member of the root that holds it. "": none
// is left out.
struct Omitted {
  absl::string_view parent;
  absl::string_view member;
};

// Sends the events of one Struct or Value to the document.
class Events {
 public:
  Events(absl::string_view bytes, bool is_struct, Omitted omitted = {})
      : bytes_(bytes), is_struct_(is_struct), omitted_(omitted) {}

  bool operator()(Document& document) {
    document_ = &document;
    return is_struct_ ? Object(bytes_, 0) : AnyValue(bytes_, 0);
  }
  bool odd() const { return odd_; }
  bool has_secret() const { return has_secret_; }
  absl::Status status() const { return absl::InvalidArgumentError(error_); }

 private:
  bool Fail(const char* error) {
    error_ = error;
    return false;
  }
  bool Utf8(absl::string_view text) {
    return IsUtf8(text) || Fail("a string is not valid UTF-8");
  }

  bool Object(absl::string_view bytes, int depth) {
    if (depth >= kMaxDepth) return Fail("an object is nested too deeply");
    document_->StartObject();
    rapidjson::SizeType count = 0;
    MapKeys keys(bytes);
    constexpr uint8_t kEntryTag = 1 << 3 | 2;
    const char* at = bytes.data();
    const char* end = at + bytes.size();
    absl::string_view entry;
    while (ReadUsualField(kEntryTag, &at, end, &entry)) {
      if (!MemberOf(entry, depth, &keys, &count)) return false;
    }
    WireReader rest(bytes.substr(at - bytes.data()));
    while (rest.Next()) {
      if (!rest.Is(1, WireType::kBytes)) continue;
      if (!MemberOf(rest.bytes(), depth, &keys, &count)) return false;
    }
    document_->EndObject(count);
    if (count > limits::kElements)
      return Fail("an object has too many members");
    return rest.ok() || Fail("a Struct is truncated");
  }

  bool MemberOf(absl::string_view entry, int depth, MapKeys* keys,
                rapidjson::SizeType* count) {
    absl::string_view key, value;
    if (!Entry(entry, &key, &value)) return false;
    if (IsOmitted(key, depth)) return true;
    ++*count;
    if (keys->IsRepeated(key)) odd_ = true;
    if (key == "kind" && NamesSecret(value)) has_secret_ = true;
    document_->Key(key.empty() ? "" : key.data(),
                   rapidjson::SizeType(key.size()), false);
    return AnyValue(value, depth + 1);
  }

  // Whether a Value is the text "Secret", or "SecretList".
  static bool NamesSecret(absl::string_view value) {
    constexpr size_t kShortest = 2 + 6;  // tag, length and "Secret"
    if (value.size() < kShortest) return false;
    // Nearly always the text is all that the Value holds. Then the last letter
    // tells most kinds apart.
    bool usual = value[0] == char(kString << 3 | 2) &&
                 size_t(value[1]) == value.size() - 2;
    if (usual && value.back() != 't') return false;
    WireReader in(value);
    while (in.Next()) {
      if (!in.Is(kString, WireType::kBytes)) continue;
      if (in.bytes() == "Secret" || in.bytes() == "SecretList") return true;
    }
    return false;
  }

  bool IsOmitted(absl::string_view key, int depth) {
    if (omitted_.member.empty()) return false;
    if (depth == 0) in_parent_ = key == omitted_.parent;
    return depth == 1 && in_parent_ && key == omitted_.member;
  }

  bool Entry(absl::string_view bytes, absl::string_view* key,
             absl::string_view* value) {
    if (SplitMapEntry(bytes, key, value)) return Utf8(*key);
    WireReader in(bytes);
    int keys = 0, values = 0;
    while (in.Next()) {
      if (in.Is(1, WireType::kBytes)) {
        *key = in.bytes();
        ++keys;
      } else if (in.Is(2, WireType::kBytes)) {
        *value = in.bytes();
        ++values;
      }
    }
    if (keys > 1 || values > 1) odd_ = true;
    return in.ok() ? Utf8(*key) : Fail("a map entry is truncated");
  }

  bool List(absl::string_view bytes, int depth) {
    if (depth >= kMaxDepth) return Fail("a list is nested too deeply");
    document_->StartArray();
    rapidjson::SizeType count = 0;
    WireReader in(bytes);
    while (in.Next()) {
      if (!in.Is(1, WireType::kBytes)) continue;
      if (!AnyValue(in.bytes(), depth + 1)) return false;
      ++count;
    }
    document_->EndArray(count);
    if (count > limits::kElements) return Fail("a list has too many elements");
    return in.ok() || Fail("a ListValue is truncated");
  }

  // Decodes a Value that holds one kind and nothing else, as nearly all do.
  // False: it holds something else, and nothing was done.
  bool UsualValue(absl::string_view bytes, int depth, bool* good) {
    if (bytes.size() < 2) return false;
    auto tag = static_cast<uint8_t>(bytes[0]);
    const char* at = bytes.data();
    const char* end = at + bytes.size();
    absl::string_view content;
    switch (tag) {
      case kString << 3 | 2:
        if (!ReadUsualField(tag, &at, end, &content) || at != end) return false;
        *good = Utf8(content) &&
                document_->String(content.data(),
                                  rapidjson::SizeType(content.size()), false);
        return true;
      case kStruct << 3 | 2:
        if (!ReadUsualField(tag, &at, end, &content) || at != end) return false;
        *good = Object(content, depth);
        return true;
      case kNumber << 3 | 1: {
        double number;
        if (bytes.size() != 1 + sizeof number) return false;
        std::memcpy(&number, at + 1, sizeof number);
        *good = document_->Double(number);
        return true;
      }
      default:
        return false;
    }
  }

  bool AnyValue(absl::string_view bytes, int depth) {
    bool usual = false;
    if (UsualValue(bytes, depth, &usual)) return usual;
    WireReader in(bytes);
    int kinds = 0;
    bool good = true;
    while (good && in.Next()) {
      if (in.number() > kList) continue;  // an unknown field
      if (kinds > 0) {                    // two kinds; protobuf may merge them
        odd_ = true;
        continue;
      }
      ++kinds;
      if (in.Is(kString, WireType::kBytes)) {
        good = Utf8(in.bytes()) &&
               document_->String(in.bytes().empty() ? "" : in.bytes().data(),
                                 rapidjson::SizeType(in.bytes().size()), false);
      } else if (in.Is(kStruct, WireType::kBytes)) {
        good = Object(in.bytes(), depth);
      } else if (in.Is(kNumber, WireType::kFixed64)) {
        good = document_->Double(in.real());
      } else if (in.Is(kBool, WireType::kVarint)) {
        good = document_->Bool(in.integer() != 0);
      } else if (in.Is(kList, WireType::kBytes)) {
        good = List(in.bytes(), depth);
      } else if (in.Is(kNull, WireType::kVarint)) {
        good = document_->Null();
      } else {
        --kinds;
      }
    }
    if (!good) return false;
    if (!in.ok()) return Fail("a Value is truncated");
    return kinds > 0 || document_->Null();
  }

  absl::string_view bytes_;
  bool is_struct_;
  Omitted omitted_;
  bool in_parent_ = false;
  Document* document_ = nullptr;
  bool odd_ = false;
  bool has_secret_ = false;
  const char* error_ = "";
};

absl::StatusOr<Value> Decode(Events events, Pool* pool, bool* odd) {
  Document document(&pool->allocator(), kStackBytes);
  document.SetNull();
  bool good = false;
  auto generate = [&](Document& target) { return good = events(target); };
  document.Populate(generate);
  *odd |= events.odd();
  if (events.has_secret()) pool->NoteSecret();
  if (!good) return events.status();
  return Value(std::move(static_cast<Value&>(document)));
}

}  // namespace

absl::StatusOr<Value> Decoder::Struct(absl::string_view bytes) {
  return Decode(Events(bytes, true), pool_, &odd_);
}

absl::StatusOr<Value> Decoder::StructWithout(absl::string_view bytes,
                                             absl::string_view parent,
                                             absl::string_view member) {
  return Decode(Events(bytes, true, {parent, member}), pool_, &odd_);
}

absl::StatusOr<Value> Decoder::Any(absl::string_view bytes) {
  return Decode(Events(bytes, false), pool_, &odd_);
}

void EncodeStruct(const Value& object, WireWriter* out) {
  for (auto it = object.MemberEnd(); it != object.MemberBegin();) {
    --it;
    size_t end = out->size();
    EncodeValue(it->value, out);
    out->Message(2, end);
    out->String(1, View(it->name));
    out->Message(1, end);
  }
}

void EncodeValue(const Value& value, WireWriter* out) {
  size_t end = out->size();
  switch (value.GetType()) {
    case rapidjson::kNullType:
      return out->Integer(kNull, 0);
    case rapidjson::kFalseType:
      return out->Integer(kBool, 0);
    case rapidjson::kTrueType:
      return out->Integer(kBool, 1);
    case rapidjson::kNumberType:
      return out->Double(kNumber, AsDouble(value));
    case rapidjson::kStringType:
      return out->String(kString, View(value));
    case rapidjson::kArrayType:
      for (auto it = value.End(); it != value.Begin();) {
        size_t element = out->size();
        EncodeValue(*--it, out);
        out->Message(1, element);
      }
      return out->Message(kList, end);
    case rapidjson::kObjectType:
      EncodeStruct(value, out);
      return out->Message(kStruct, end);
  }
}

}  // namespace loom
