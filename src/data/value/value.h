// SPDX-License-Identifier: Apache-2.0
// Value is the tree in which objects are read and changed: RapidJSON's value,
// on a pool that lives as long as the call or, for a plan, as long as the plan.
//
//   Pool pool;
//   Value name = Text("bucket", &pool);      // the pool keeps the characters
//   Value also = Borrow(text);               // `text` outlives the tree
//   absl::string_view view = View(name);
//
// Every string in a tree refers to characters that are kept elsewhere: in the
// request, in the plan or in the pool. So copying a tree copies its nodes and
// shares its characters, and moving a Value never moves its text.
//
// There are two kinds of numbers, as in Go: doubles, which a Struct carries,
// and int64, which `convert` and `math` make. number.h says when the difference
// counts.
#pragma once

#include <cstdint>
#include <cstring>
#include <new>
#include <unordered_map>

#include "absl/strings/string_view.h"
#include "base/limits.h"
#include "data/value/account.h"
#include "data/value/field_mask.h"
#include "rapidjson/document.h"

namespace loom {
// MemberIndex finds members of large objects by name without a walk over all of
// them. Only data/value/object.h uses it.
//
// RapidJSON's look-up visits one member after the other, so n patches into a
// map of n keys would take n² steps. In objects of up to kLinear members that
// is done. For a larger object the first look-up builds a table of its names,
// and later look-ups add the members that were appended since. An index belongs
// to the array in which RapidJSON holds the members: when the array moves to a
// larger place, a new index is built. Arrays grow by half each time, so the
// work stays in proportion to the number of members. data/value/object.h calls
// Forget when members are removed or change places.

class MemberIndex {
 public:
  static constexpr uint32_t kLinear = 24;
  // The bytes of memory that an index takes for each member.
  static constexpr size_t kBytes = 64;

  // The positions of names in one array of members.
  struct Names {
    NameTable positions;
    uint32_t indexed = 0;  // members [0, indexed) are in `positions`
  };

  // The index of the array that begins at `members`; empty at first.
  Names& Of(const void* members) { return arrays_[members]; }

  // Drops the index of an array whose members were removed or reordered.
  void Forget(const void* members) { arrays_.erase(members); }

 private:
  std::unordered_map<const void*, Names> arrays_;
};

// Allocates the blocks of a pool, and tells its account. RapidJSON's own
// allocator does not notice when there is no memory left; this one throws
// std::bad_alloc.
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

// The deepest nesting that is read or written. A deeper value is an error.
inline constexpr int kMaxDepth = limits::kDepth;

// Pool is the memory of trees. It must not be used by two threads at once. The
// pool of a call also has the account of the call (account.h), and knows whether
// the call is discreet.
class Pool {
 public:
  Allocator& allocator() { return allocator_; }
  MemberIndex& index() { return index_; }
  Account& account() { return account_; }

  // The bytes of memory that the pool holds.
  size_t Size() const { return account_.held(); }

  // Notes that the call has read a Secret or credentials, whose values may be in
  // all that it writes from now on, or connection details, which go to the
  // composite and to its connection Secret and nowhere else.
  void NoteSecret() { secret_ = true; }
  void NoteDetails() { details_ = true; }
  // Whether it has read any of these. Then no message of the call may quote a
  // value of any object (base/discretion.h).
  bool discreet() const { return secret_ || details_; }
  // Whether what the call writes to the context may come from a Secret.
  bool has_read_secret() const { return secret_; }

  // A copy of `text` that lives as long as the pool.
  absl::string_view Keep(absl::string_view text) {
    if (text.empty()) return "";
    char* copy = static_cast<char*>(allocator_.Malloc(text.size()));
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
  }

 private:
  static constexpr size_t kBlockBytes = 64 << 10;

  Account account_;
  BlockAllocator blocks_{&account_};
  Allocator allocator_{kBlockBytes, &blocks_};
  MemberIndex index_;
  bool secret_ = false;
  bool details_ = false;
};

// A string whose characters outlive the tree.
inline Value Borrow(absl::string_view text) {
  return Value(text.empty() ? "" : text.data(),
               rapidjson::SizeType(text.size()));
}

// A string whose characters the pool keeps.
inline Value Text(absl::string_view text, Pool* pool) {
  return Borrow(pool->Keep(text));
}

inline Value Object() { return Value(rapidjson::kObjectType); }
inline Value Array() { return Value(rapidjson::kArrayType); }

// The characters of a string.
inline absl::string_view View(const Value& text) {
  return {text.GetString(), text.GetStringLength()};
}

// A deep copy that shares the characters of its strings.
inline Value Copy(const Value& value, Pool* pool) {
  return Value(value, pool->allocator());
}

}  // namespace loom
