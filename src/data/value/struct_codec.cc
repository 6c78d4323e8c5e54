// SPDX-License-Identifier: Apache-2.0
//
// How it works. Decoding makes one pass over the bytes and sends events to a RapidJSON
// document, which builds the tree in the arena of the call. Strings are not copied: the
// tree refers to the bytes of the request.
//
// Most of an object is small entries of a few shapes, so two shortcuts come before the
// general code. Each of them checks the whole shape and otherwise does nothing:
//
//   IsShortText   an entry of a map whose value is an ASCII string and that has fewer than
//                 128 bytes, so all its lengths are single bytes
//   UsualValue    a Value that holds one kind and nothing else
//
// Without IsShortText, pt-medium.steady takes 2 % more instructions.
//
// Encoding goes from the end to the beginning (data/wire/writer.h): the length of a nested
// message is known once its content is written, so nothing is measured or moved.
#include "data/value/struct_codec.h"

#include <cstring>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "base/strings.h"
#include "data/value/map_keys.h"
#include "data/value/number.h"
#include "data/value/utf8.h"
#include "data/wire/reader.h"

namespace loom {
namespace {

using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, Allocator,
                                            rapidjson::CrtAllocator>;

// The initial size of the document's stack of unfinished nodes in bytes. Most objects,
// and most single levels, need no more.
constexpr size_t kStackBytes = 16 << 10;
constexpr size_t kLevelStackBytes = 1 << 10;

// Returns whether a varint continues after this byte. The signedness of char depends on
// the processor.
bool HasMoreBytes(char byte) { return static_cast<uint8_t>(byte) >= 0x80; }

// Sends the events of a Value, or of the content of a Struct or ListValue, to the
// document.
class Events {
 public:
  enum class Of { kStruct, kList, kValue };

  // With an origin, only one level is decoded: the objects and lists in it become
  // deferred values. `depth` is the depth of the content.
  Events(absl::string_view bytes, Of of, int depth,
         const ObjectOrigin* origin = nullptr)
      : bytes_(bytes), of_(of), depth_(depth), origin_(origin) {}

  bool operator()(Document& document) {
    document_ = &document;
    switch (of_) {
      case Of::kStruct:
        return AllMembers(bytes_, depth_);
      case Of::kList:
        return AllElements(bytes_, depth_);
      case Of::kValue:
        return AnyValue(bytes_, depth_);
    }
    return false;
  }
  bool has_secret() const { return has_secret_; }
  absl::Status status() const { return absl::InvalidArgumentError(error_); }

 private:
  bool Fail(absl::string_view error) {
    error_ = std::string(error);
    return false;
  }
  bool GivenTwice(absl::string_view key) {
    return Fail(
        absl::StrCat("the key \"", Cut(key, limits::kName), "\" occurs twice"));
  }
  bool Utf8(absl::string_view text) {
    return IsUtf8(text) || Fail("a string is not valid UTF-8");
  }

  bool Object(absl::string_view bytes, int depth) {
    if (depth >= kMaxDepth) return Fail("an object is nested too deeply");
    if (origin_ == nullptr) return AllMembers(bytes, depth);
    Defer(bytes, kDeferredObject, depth);
    return true;
  }

  // Sends what Reveal reads (data/value/deferred.h).
  void Defer(absl::string_view bytes, uint32_t mark, int depth) {
    document_->StartObject();
    document_->Key(reinterpret_cast<const char*>(origin_),
                   mark | rapidjson::SizeType(depth), false);
    String(bytes);
    document_->EndObject(1);
  }

  bool EndObject(const RepeatedField& entries, rapidjson::SizeType count) {
    if (!entries.ok()) return Fail("a Struct is truncated");
    document_->EndObject(count);
    return count <= limits::kElements || Fail("an object has too many fields");
  }

  bool AllMembers(absl::string_view bytes, int depth) {
    document_->StartObject();
    MapKeys keys(bytes);
    rapidjson::SizeType count = 0;
    RepeatedField entries(bytes);
    for (absl::string_view entry; entries.Next(&entry);) {
      absl::string_view key, value;
      const bool is_text = IsShortText(entry, &key, &value);
      if (!is_text && !Entry(entry, &key, &value)) return false;
      ++count;
      if (keys.IsRepeated(key)) return GivenTwice(key);
      if (!is_text) {
        if (!Member(key, value, depth)) return false;
        continue;
      }
      if (key == "kind" && IsSecret(value)) has_secret_ = true;
      Key(key);
      String(value);
    }
    return EndObject(entries, count);
  }

  // Returns whether the entry has a string and is ASCII of fewer than 128 bytes, as
  // most entries are.
  static bool IsShortText(absl::string_view entry, absl::string_view* key,
                          absl::string_view* text) {
    constexpr size_t kHeaders = 6;
    const size_t size = entry.size();
    if (size < kHeaders || size >= 0x80) return false;
    const auto* p = reinterpret_cast<const uint8_t*>(entry.data());
    const size_t key_size = p[1];
    if (p[0] != (1 << 3 | 2) || key_size + kHeaders > size) return false;
    const size_t text_size = size - key_size - kHeaders;
    const uint8_t* const value = p + 2 + key_size;
    if (value[0] != (2 << 3 | 2) || value[1] != text_size + 2 ||
        value[2] != (kStringField << 3 | 2) || value[3] != text_size ||
        !IsAscii(entry)) {
      return false;
    }
    *key = entry.substr(2, key_size);
    *text = entry.substr(size - text_size);
    return true;
  }

  static bool IsSecret(absl::string_view kind) {
    return kind == "Secret" || kind == "SecretList";
  }

  bool Member(absl::string_view key, absl::string_view value, int depth) {
    if (key == "kind" && NamesSecret(value)) has_secret_ = true;
    Key(key);
    return AnyValue(value, depth + 1);
  }

  void Key(absl::string_view key) {
    document_->Key(key.empty() ? "" : key.data(),
                   rapidjson::SizeType(key.size()), false);
  }
  bool String(absl::string_view text) {
    return document_->String(text.empty() ? "" : text.data(),
                             rapidjson::SizeType(text.size()), false);
  }

  // Returns whether a Value is the string "Secret" or "SecretList".
  static bool NamesSecret(absl::string_view value) {
    constexpr size_t kShortest = 2 + 6;  // tag, length and "Secret"
    if (value.size() < kShortest) return false;
    // Nearly always, the Value has only the string. Its last letter then
    // distinguishes most kinds.
    bool usual = value[0] == char(kStringField << 3 | 2) &&
                 !HasMoreBytes(value[1]) &&
                 size_t(value[1]) == value.size() - 2;
    if (usual && value.back() != 't') return false;
    WireReader in(value);
    while (in.Next()) {
      if (!in.Is(kStringField, WireType::kBytes)) continue;
      if (IsSecret(in.bytes())) return true;
    }
    return false;
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
    if (!in.ok()) return Fail("a map entry is truncated");
    if (keys > 1) return Fail("the key of a map entry occurs twice");
    if (values > 1) return Fail("the value of a map entry occurs twice");
    return Utf8(*key);
  }

  bool List(absl::string_view bytes, int depth) {
    if (depth >= kMaxDepth) return Fail("a list is nested too deeply");
    if (origin_ == nullptr) return AllElements(bytes, depth);
    document_->StartArray();
    Defer(bytes, kDeferredList, depth);
    document_->EndArray(1);
    return true;
  }

  bool AllElements(absl::string_view bytes, int depth) {
    document_->StartArray();
    rapidjson::SizeType count = 0;
    RepeatedField elements(bytes);
    for (absl::string_view element; elements.Next(&element); ++count) {
      if (!AnyValue(element, depth + 1)) return false;
    }
    document_->EndArray(count);
    if (count > limits::kElements) return Fail("a list has too many elements");
    return elements.ok() || Fail("a ListValue is truncated");
  }

  // Decodes a Value that has one kind and nothing else, as nearly all do. Returns
  // false and does nothing if the Value has other content.
  bool UsualValue(absl::string_view bytes, int depth, bool* good) {
    if (bytes.size() < 2) return false;
    const auto tag = static_cast<uint8_t>(bytes[0]);
    if (tag == kBoolField << 3 && bytes.size() == 2 &&
        !HasMoreBytes(bytes[1])) {
      *good = document_->Bool(bytes[1] != 0);
      return true;
    }
    if (tag == (kNumberField << 3 | 1) && bytes.size() == 1 + sizeof(double)) {
      double number;
      std::memcpy(&number, bytes.data() + 1, sizeof number);
      *good = document_->Double(number);
      return true;
    }
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    absl::string_view content;
    if (!ReadUsualField(tag, &at, end, &content) || at != end) return false;
    switch (tag) {
      case kStringField << 3 | 2:
        *good = Utf8(content) && String(content);
        return true;
      case kStructField << 3 | 2:
        *good = Object(content, depth);
        return true;
      case kListField << 3 | 2:
        *good = List(content, depth);
        return true;
      default:
        return false;
    }
  }

  bool AnyValue(absl::string_view bytes, int depth) {
    bool usual = false;
    if (UsualValue(bytes, depth, &usual)) return usual;
    WireReader in(bytes);
    bool has_kind = false;
    while (in.Next()) {
      if (!IsKind(in)) continue;
      if (has_kind) return Fail("the kind of a Value occurs twice");
      has_kind = true;
      if (!Kind(in, depth)) return false;
    }
    if (!in.ok()) return Fail("a Value is truncated");
    return has_kind || document_->Null();
  }

  // A known number with another wire type is an unknown field, as for protobuf.
  static bool IsKind(const WireReader& in) {
    switch (in.number()) {
      case kNullField:
      case kBoolField:
        return in.type() == WireType::kVarint;
      case kNumberField:
        return in.type() == WireType::kFixed64;
      case kStringField:
      case kStructField:
      case kListField:
        return in.type() == WireType::kBytes;
      default:
        return false;
    }
  }

  bool Kind(const WireReader& in, int depth) {
    switch (in.number()) {
      case kNumberField:
        return document_->Double(in.real());
      case kStringField:
        return Utf8(in.bytes()) && String(in.bytes());
      case kBoolField:
        return document_->Bool(in.integer() != 0);
      case kStructField:
        return Object(in.bytes(), depth);
      case kListField:
        return List(in.bytes(), depth);
      default:
        return document_->Null();
    }
  }

  absl::string_view bytes_;
  Of of_;
  int depth_;
  const ObjectOrigin* origin_;
  Document* document_ = nullptr;
  bool has_secret_ = false;
  std::string error_;
};

absl::StatusOr<Value> Decode(Events events, size_t stack_bytes, Pool* pool) {
  rapidjson::CrtAllocator stack;
  Document document(&pool->allocator(), stack_bytes, &stack);
  document.SetNull();
  bool good = false;
  auto generate = [&](Document& target) { return good = events(target); };
  document.Populate(generate);
  if (events.has_secret()) pool->NoteSecret();
  if (!good) return events.status();
  return Value(std::move(static_cast<Value&>(document)));
}

}  // namespace

absl::StatusOr<Value> DecodeStruct(absl::string_view bytes, Pool* pool,
                                   int depth) {
  return Decode({bytes, Events::Of::kStruct, depth}, kStackBytes, pool);
}

absl::StatusOr<Value> DecodeList(absl::string_view bytes, Pool* pool,
                                 int depth) {
  return Decode({bytes, Events::Of::kList, depth}, kStackBytes, pool);
}

absl::StatusOr<Value> DecodeValue(absl::string_view bytes, Pool* pool) {
  return Decode({bytes, Events::Of::kValue, 0}, kStackBytes, pool);
}

absl::StatusOr<Value> ReadStruct(absl::string_view bytes,
                                 const ObjectOrigin& origin, int depth) {
  return Decode({bytes, Events::Of::kStruct, depth, &origin}, kLevelStackBytes,
                origin.pool);
}

absl::StatusOr<Value> ReadList(absl::string_view bytes,
                               const ObjectOrigin& origin, int depth) {
  return Decode({bytes, Events::Of::kList, depth, &origin}, kLevelStackBytes,
                origin.pool);
}

absl::StatusOr<Value> ReadValue(absl::string_view bytes,
                                const ObjectOrigin& origin) {
  absl::StatusOr<Value> value = Decode({bytes, Events::Of::kValue, 0, &origin},
                                       kLevelStackBytes, origin.pool);
  if (value.ok()) Reveal(&*value);
  return value;
}

void EncodeStruct(const Value& object, WireWriter* out) {
  const auto members = Members(object);
  for (auto it = members.end(); it != members.begin();) {
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
      return out->Integer(kNullField, 0);
    case rapidjson::kFalseType:
      return out->Integer(kBoolField, 0);
    case rapidjson::kTrueType:
      return out->Integer(kBoolField, 1);
    case rapidjson::kNumberType:
      return out->Double(kNumberField, AsDouble(value));
    case rapidjson::kStringType:
      return out->String(kStringField, View(value));
    case rapidjson::kArrayType: {
      const auto items = Items(value);
      for (auto it = items.end(); it != items.begin();) {
        size_t element = out->size();
        EncodeValue(*--it, out);
        out->Message(1, element);
      }
      return out->Message(kListField, end);
    }
    case rapidjson::kObjectType:
      EncodeStruct(value, out);
      return out->Message(kStructField, end);
  }
}

}  // namespace loom
