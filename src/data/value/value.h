// SPDX-License-Identifier: Apache-2.0
// Value is the tree in which objects are read and changed: a RapidJSON value whose
// memory comes from a pool. The pool lives as long as the call or, for a plan, as long
// as the plan.
//
//   Pool pool;
//   Value name = Text("bucket", &pool);      // the pool keeps the characters
//   Value also = Borrow(text);               // `text` outlives the tree
//   absl::string_view view = View(name);
//
// Every string in a tree refers to characters that are kept elsewhere: in the request,
// in the plan or in the pool. Copying a tree therefore copies its nodes and shares its
// characters, and moving a Value never moves the characters of its string.
//
// As in Go, there are two kinds of numbers: doubles, which a Struct carries, and int64,
// which `convert` and `math` make (number.h).
#pragma once

#include <cstdint>
#include <cstring>
#include <new>
#include <unordered_map>

#include "absl/strings/string_view.h"
#include "base/limits.h"
#include "data/value/account.h"
#include "data/value/name_table.h"
#include "rapidjson/document.h"

namespace loom {
// MemberIndex finds fields of large objects by name without visiting all of them. Only
// data/value/object.h uses it.
//
// RapidJSON looks up a field by visiting one after the other, so n patches into a map
// of n keys would take n² steps. Objects with up to kLinear fields are searched that
// way. For a larger object, the first lookup builds a table of its names, and later
// lookups add the fields that were appended since. An index belongs to the array in
// which RapidJSON holds the fields. When the array moves to a larger block, a new index
// is built. data/value/object.h calls Forget when fields are removed or reordered.
class MemberIndex {
 public:
  static constexpr uint32_t kLinear = 24;
  // Bytes of memory that an index takes for each field.
  static constexpr size_t kBytes = 64;

  struct Names {
    NameTable positions;
    uint32_t indexed = 0;  // fields [0, indexed) are in `positions`
  };

  // Returns the index of the array that begins at `members`. It is empty at first.
  Names& Of(const void* members) { return arrays_[members]; }

  // Drops the index of an array whose fields were removed or reordered.
  void Forget(const void* members) { arrays_.erase(members); }

 private:
  std::unordered_map<const void*, Names> arrays_;
};

// Allocates the blocks of a pool and counts them in its account. RapidJSON's own
// allocator does not detect that memory is exhausted. This one throws std::bad_alloc.
class BlockAllocator {
 public:
  static const bool kNeedFree = true;

  explicit BlockAllocator(Account* account = nullptr) : account_(account) {}

  void* Malloc(size_t size) {
    if (size == 0) return nullptr;
    if (account_ != nullptr) account_->Hold(size);
    return operator new(size);
  }
  void* Realloc(void* block, size_t size, size_t new_size) {
    void* moved = Malloc(new_size);
    if (block != nullptr && moved != nullptr) {
      std::memcpy(moved, block, size < new_size ? size : new_size);
    }
    Free(block);
    return moved;
  }
  static void Free(void* block) { operator delete(block); }

 private:
  Account* const account_;
};

using Allocator = rapidjson::MemoryPoolAllocator<BlockAllocator>;
using Value = rapidjson::GenericValue<rapidjson::UTF8<>, Allocator>;
using Member = Value::Member;

// The maximum nesting depth of a value that is read or written.
inline constexpr int kMaxDepth = limits::kDepth;

// Pool owns the memory of trees. Two threads must not use it at the same time. The pool
// of a call also has the account of the call (account.h), and records whether the
// messages of the call are redacted.
class Pool {
 public:
  // The size of the blocks, unless a single allocation is larger.
  static constexpr size_t kBlockBytes = 64 << 10;
  explicit Pool(size_t block_bytes = kBlockBytes)
      : allocator_(block_bytes, &blocks_) {}

  Allocator& allocator() { return allocator_; }
  MemberIndex& index() { return index_; }
  Account& account() { return account_; }

  size_t Size() const { return account_.held(); }

  // NoteSecret records that the call has read a Secret or credentials, whose values may
  // be in everything that it writes from now on. NoteDetails records that it has read
  // connection details, which go only to the composite and to its connection Secret.
  void NoteSecret() { secret_ = true; }
  void NoteDetails() { details_ = true; }
  // Returns whether the call has read any of these. If so, no message of the call may
  // quote a value of any object (base/redacted_message.h).
  bool redacted() const { return secret_ || details_; }
  // Returns whether the values that the call writes to the context may come from a
  // Secret.
  bool has_read_secret() const { return secret_; }

  // Returns a copy of `text` that lives as long as the pool.
  absl::string_view Keep(absl::string_view text) {
    if (text.empty()) return "";
    char* copy = static_cast<char*>(allocator_.Malloc(text.size()));
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
  }

 private:
  Account account_;
  BlockAllocator blocks_{&account_};
  Allocator allocator_;
  MemberIndex index_;
  bool secret_ = false;
  bool details_ = false;
};

// Makes a string of characters that must outlive the tree.
inline Value Borrow(absl::string_view text) {
  return Value(text.empty() ? "" : text.data(),
               rapidjson::SizeType(text.size()));
}

// Makes a string and keeps a copy of its characters in the pool.
inline Value Text(absl::string_view text, Pool* pool) {
  return Borrow(pool->Keep(text));
}

inline Value Object() { return Value(rapidjson::kObjectType); }
inline Value Array() { return Value(rapidjson::kArrayType); }

// Returns the characters of a string.
inline absl::string_view View(const Value& text) {
  return {text.GetString(), text.GetStringLength()};
}

// Decodes everything in a value that is deferred (data/value/deferred.h).
void DecodeAll(const Value& value);

// Makes a deep copy that shares the characters of its strings.
inline Value Copy(const Value& value, Pool* pool) {
  if (value.IsObject() || value.IsArray()) DecodeAll(value);
  return Value(value, pool->allocator());
}

// Returns the kind of a value as messages name it: "a string", "a number", …
inline absl::string_view KindName(const Value& value) {
  switch (value.GetType()) {
    case rapidjson::kNullType:
      return "null";
    case rapidjson::kFalseType:
    case rapidjson::kTrueType:
      return "a boolean";
    case rapidjson::kObjectType:
      return "an object";
    case rapidjson::kArrayType:
      return "a list";
    case rapidjson::kStringType:
      return "a string";
    case rapidjson::kNumberType:
      return "a number";
  }
  return "nothing";
}

}  // namespace loom
