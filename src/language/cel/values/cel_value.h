// SPDX-License-Identifier: Apache-2.0
// CelValue is a value of CEL during the evaluation of an expression. It is small. The
// data that it refers to lives as long as the call, in the pool of the call or in the
// plan.
//
// An error is also a value, because && and || may ignore an operand that failed:
//
//   pending   a field, key or index of observed data does not exist (yet)
//   failed    any other error: an overflow, no such overload, …
//   ended     the call has used up its steps; this error is never forgiven
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

namespace loom {

class CelList;
class CelMap;
class CelRecord;
struct CelQuantity;
struct CelNetwork;
struct CelUrl;
struct CelSemver;
struct CelFormat;
class CelValue;

enum class CelKind : uint8_t {
  kNull,
  kBool,
  kInt,
  kUint,
  kDouble,
  kString,
  kBytes,
  kTimestamp,
  kDuration,
  kList,
  kMap,
  kRecord,  // a message, such as `observed`: it has declared fields
  kType,
  kOptional,
  kQuantity,
  kIp,
  kCidr,
  kUrl,
  kSemver,
  kFormat,  // a format of strings with a name, such as that of a label
  kError,
};

struct CelError {
  // An explained value is also pending: its map says why it is missing, and a redacted
  // call may show that.
  enum class Kind { kPending, kExplained, kFailed, kEnded };
  static constexpr size_t kNowhere = size_t(-1);

  Kind kind = Kind::kFailed;
  absl::string_view message;
  size_t offset = kNowhere;  // in the source of the expression

  bool is_pending() const {
    return kind == Kind::kPending || kind == Kind::kExplained;
  }
};

// A point in time or a duration. The parts of a duration have the same sign.
struct CelTime {
  int64_t seconds = 0;  // since 1970 in UTC
  int32_t nanos = 0;

  friend bool operator==(const CelTime& a, const CelTime& b) {
    return a.seconds == b.seconds && a.nanos == b.nanos;
  }
  friend bool operator<(const CelTime& a, const CelTime& b) {
    return a.seconds != b.seconds ? a.seconds < b.seconds : a.nanos < b.nanos;
  }
};

class CelValue {
 public:
  CelValue() : integer_(0) {}
  static CelValue Null() { return CelValue(); }
  static CelValue Bool(bool value) {
    CelValue made(CelKind::kBool);
    made.integer_ = value;
    return made;
  }
  static CelValue Int(int64_t value) {
    CelValue made(CelKind::kInt);
    made.integer_ = value;
    return made;
  }
  static CelValue Uint(uint64_t value) {
    CelValue made(CelKind::kUint);
    made.integer_ = int64_t(value);
    return made;
  }
  static CelValue Double(double value) {
    CelValue made(CelKind::kDouble);
    made.real_ = value;
    return made;
  }
  // The characters must outlive the value.
  static CelValue String(absl::string_view text) {
    return CelValue(CelKind::kString, text.data(), text.size());
  }
  static CelValue OfBytes(absl::string_view bytes) {
    return CelValue(CelKind::kBytes, bytes.data(), bytes.size());
  }
  // Returns the type with that name: "int", "list", …
  static CelValue Type(absl::string_view name) {
    return CelValue(CelKind::kType, name.data(), name.size());
  }
  static CelValue Timestamp(CelTime time) {
    return CelValue(CelKind::kTimestamp, time);
  }
  static CelValue Duration(CelTime time) {
    return CelValue(CelKind::kDuration, time);
  }
  static CelValue List(const CelList* list) {
    return CelValue(CelKind::kList, list, 0);
  }
  static CelValue Map(const CelMap* map) {
    return CelValue(CelKind::kMap, map, 0);
  }
  static CelValue Record(const CelRecord* record) {
    return CelValue(CelKind::kRecord, record, 0);
  }
  // nullptr means optional.none().
  static CelValue Optional(const CelValue* content) {
    return CelValue(CelKind::kOptional, content, 0);
  }
  static CelValue Quantity(const CelQuantity* quantity) {
    return CelValue(CelKind::kQuantity, quantity, 0);
  }
  static CelValue Network(CelKind kind, const CelNetwork* network) {
    return CelValue(kind, network, 0);
  }
  static CelValue Url(const CelUrl* url) {
    return CelValue(CelKind::kUrl, url, 0);
  }
  static CelValue Semver(const CelSemver* version) {
    return CelValue(CelKind::kSemver, version, 0);
  }
  static CelValue Format(const CelFormat* format) {
    return CelValue(CelKind::kFormat, format, 0);
  }
  static CelValue Error(CelError* error) {
    return CelValue(CelKind::kError, error, 0);
  }

  CelKind kind() const { return kind_; }
  bool IsError() const { return kind_ == CelKind::kError; }
  bool IsTrue() const { return kind_ == CelKind::kBool && integer_ != 0; }
  bool IsNumber() const {
    return kind_ >= CelKind::kInt && kind_ <= CelKind::kDouble;
  }

  // Return the content. The value must have the kind of the function.
  bool AsBool() const { return integer_ != 0; }
  int64_t AsInt() const { return integer_; }
  uint64_t AsUint() const { return uint64_t(integer_); }
  double AsReal() const { return real_; }
  // The value must be a string, bytes or a type.
  absl::string_view AsText() const {
    return {static_cast<const char*>(pointer_), size_};
  }
  CelTime AsTime() const { return {integer_, nanos_}; }
  const CelList& AsList() const {
    return *static_cast<const CelList*>(pointer_);
  }
  const CelMap& AsMap() const { return *static_cast<const CelMap*>(pointer_); }
  const CelRecord& AsRecord() const {
    return *static_cast<const CelRecord*>(pointer_);
  }
  const CelValue* AsOptional() const {
    return static_cast<const CelValue*>(pointer_);
  }
  const CelQuantity& AsQuantity() const {
    return *static_cast<const CelQuantity*>(pointer_);
  }
  const CelNetwork& AsNetwork() const {
    return *static_cast<const CelNetwork*>(pointer_);
  }
  const CelUrl& AsUrl() const { return *static_cast<const CelUrl*>(pointer_); }
  const CelSemver& AsSemver() const {
    return *static_cast<const CelSemver*>(pointer_);
  }
  const CelFormat& AsFormat() const {
    return *static_cast<const CelFormat*>(pointer_);
  }
  CelError& AsError() const {
    return *static_cast<CelError*>(const_cast<void*>(pointer_));
  }

 private:
  explicit CelValue(CelKind kind) : kind_(kind), integer_(0) {}
  CelValue(CelKind kind, const void* pointer, size_t size)
      : kind_(kind), pointer_(pointer), size_(size) {}
  CelValue(CelKind kind, CelTime time)
      : kind_(kind), nanos_(time.nanos), integer_(time.seconds) {}

  CelKind kind_ = CelKind::kNull;
  int32_t nanos_ = 0;
  union {
    int64_t integer_;
    double real_;
    const void* pointer_;
  };
  size_t size_ = 0;
};

// Returns the name of `type(value)`: "int", "google.protobuf.Timestamp", …
absl::string_view TypeNameOf(const CelValue& value);
absl::string_view TypeNameOf(CelKind kind);

}  // namespace loom
