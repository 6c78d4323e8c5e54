// SPDX-License-Identifier: Apache-2.0
// CelList, CelMap and CelRecord are the lists, maps and messages of CEL. An expression
// makes them, or they are parts of objects (tree_value.h). All of them live in the pool
// of a call, which runs no destructors.
//
// The keys of a map are strings, integers and booleans. Equal numbers are the same key:
// 1, 1u and 1.0. Entries are sorted by key, so results do not depend on the order in
// which a map was written.
#pragma once

#include <cstddef>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"

namespace loom {

class CelList {
 public:
  virtual size_t size() const = 0;
  // `index` must be less than size().
  virtual CelValue At(size_t index) const = 0;
  // Returns whether the list is part of an object or derived from one, so that it may
  // get more elements later.
  virtual bool observed() const { return false; }

 protected:
  ~CelList() = default;
};

class CelMap {
 public:
  struct Entry {
    CelValue key;
    CelValue value;
  };

  virtual size_t size() const = 0;
  // Returns the value of a key; nullopt if the map does not have the key. The value may
  // be an error, because it may be decoded only now and be malformed.
  virtual std::optional<CelValue> Find(const CelValue& key) const = 0;
  // Returns the entry at that position in the order of the keys.
  virtual Entry At(size_t index) const = 0;
  virtual bool observed() const { return false; }
  // Returns what to wait for if a key may still appear, as words before the key:
  // "composed resource"; "" if there are no such words.
  virtual absl::string_view awaited() const { return ""; }
  // Returns why a key is missing, if the map can say more than that: the object that it
  // stands for does not exist, or may not be read. "" otherwise.
  virtual absl::string_view WhyMissing(const CelValue& /*key*/) const {
    return "";
  }

 protected:
  ~CelMap() = default;
};

class CelRecord {
 public:
  // Returns a field; nullopt if the message has no field of that name. A field that is
  // not set has the empty value of its type.
  virtual std::optional<CelValue> Field(absl::string_view name) const = 0;
  virtual bool Has(absl::string_view name) const = 0;
  virtual absl::string_view type_name() const = 0;
  // Returns the names of all fields that the message may have.
  virtual absl::Span<const absl::string_view> fields() const = 0;

 protected:
  ~CelRecord() = default;
};

// A list that an expression made. `values` live in the pool. The list is observed if
// its source is.
class MadeList final : public CelList {
 public:
  MadeList(const CelValue* values, size_t size, bool observed)
      : values_(values), size_(size), observed_(observed) {}
  size_t size() const override { return size_; }
  CelValue At(size_t index) const override { return values_[index]; }
  bool observed() const override { return observed_; }

 private:
  const CelValue* values_;
  size_t size_;
  bool observed_;
};

// A map that an expression made. It is observed if its source is.
class MadeMap final : public CelMap {
 public:
  MadeMap(const Entry* entries, size_t size, bool observed)
      : entries_(entries), size_(size), observed_(observed) {}
  size_t size() const override { return size_; }
  std::optional<CelValue> Find(const CelValue& key) const override;
  Entry At(size_t index) const override { return entries_[index]; }
  bool observed() const override { return observed_; }

 private:
  const Entry* entries_;  // in the order of their keys
  size_t size_;
  bool observed_;
};

// Returns whether a list or a map is observed; false for any other value.
bool IsObserved(const CelValue& collection);

class ListMaker {
 public:
  // Reserves space for `room` elements. `observed` is true if the list may get more
  // elements later: a list literal is complete; a list derived from an observed one is
  // not.
  ListMaker(size_t room, CelContext* context, bool observed = false)
      : context_(context),
        observed_(observed),
        room_(room),
        values_(context->NewValues(room)) {}
  void Add(CelValue value);
  size_t size() const { return size_; }
  CelValue Finish() const;

 private:
  CelContext* context_;
  bool observed_;
  size_t room_;
  CelValue* values_;
  size_t size_ = 0;
};

class MapMaker {
 public:
  // The parameters are those of ListMaker.
  MapMaker(size_t room, CelContext* context, bool observed = false);
  void Add(CelValue key, CelValue value);
  // Returns an error if a key has a type that maps do not allow, or occurs twice.
  CelValue Finish();

 private:
  CelContext* context_;
  bool observed_;
  size_t room_;
  CelMap::Entry* entries_;
  size_t size_ = 0;
};

CelValue ListOf(const CelValue* values, size_t size, CelContext* context,
                bool observed = false);

// Returns a key for a message, in CEL syntax.
std::string ShownKey(const CelValue& key);

}  // namespace loom
