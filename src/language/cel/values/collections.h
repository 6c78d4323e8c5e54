// SPDX-License-Identifier: Apache-2.0
// Lists, maps and messages of CEL: those that an expression makes, and those that are
// parts of objects (tree_value.h).
//
//   CelValue first = list.At(0);
//   std::optional<CelValue> zone = entries.Find(CelValue::String("zone"));
//
// Keys of maps are texts, whole numbers and booleans. Numbers are one key if they are
// equal: 1, 1u and 1.0. Entries come in the order of their keys, so that what is made of
// a map does not depend on the order in which it was written.
//
// All of them live in the pool of a call, which destroys nothing.
#pragma once

#include <cstddef>
#include <optional>

#include "absl/strings/string_view.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"

namespace loom {

class CelList {
 public:
  virtual size_t size() const = 0;
  // `index` is less than size().
  virtual CelValue At(size_t index) const = 0;
  // Whether it is a part of an object, or was taken from one, so that more may come.
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
  // nullopt: there is no such key. The value may be an error: what is decoded only now
  // may be broken.
  virtual std::optional<CelValue> Find(const CelValue& key) const = 0;
  // The entry at that place in the order of keys.
  virtual Entry At(size_t index) const = 0;
  virtual bool observed() const { return false; }

 protected:
  ~CelMap() = default;
};

class CelRecord {
 public:
  // nullopt: there is no field of that name. A field that is not set has the value of
  // one that is empty.
  virtual std::optional<CelValue> Field(absl::string_view name) const = 0;
  // Whether the field is set.
  virtual bool Has(absl::string_view name) const = 0;
  virtual absl::string_view type_name() const = 0;

 protected:
  ~CelRecord() = default;
};

// A list of values that an expression made; `values` live in the pool. It is observed if
// what it was made of is.
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

// A map that an expression made; observed as a list is.
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

// Whether a list or a map is observed; false of anything else.
bool IsObserved(const CelValue& collection);

// Collects the elements of a list.
class ListMaker {
 public:
  // Room for that many elements. `observed` says whether more may come: a list literal
  // is whole, and what is taken from an observed list is not.
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

// Collects the entries of a map.
class MapMaker {
 public:
  // As of a list.
  MapMaker(size_t room, CelContext* context, bool observed = false);
  void Add(CelValue key, CelValue value);
  // Fails on a key of a kind that no map has, and on one that comes twice.
  CelValue Finish();

 private:
  CelContext* context_;
  bool observed_;
  size_t room_;
  CelMap::Entry* entries_;
  size_t size_ = 0;
};

// A list of those values.
CelValue ListOf(const CelValue* values, size_t size, CelContext* context,
                bool observed = false);

// A text for a message: a key as it would be written.
std::string ShownKey(const CelValue& key);

}  // namespace loom
