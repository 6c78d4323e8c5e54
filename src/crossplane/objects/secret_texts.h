// SPDX-License-Identifier: Apache-2.0
// SecretTexts holds the values that must not be printed or recorded: those of core
// Secrets, of credentials, and of connection details. Every leaf of a tree that
// contains such a value is replaced before anything is printed, so no escaping of an
// output format hides one.
//
// A value is recognized as it is, in base64, in a string of JSON and in any case of its
// letters:
//
//   as a whole        in a longer string only if it has four bytes or more, because a
//                     shorter one may occur there by chance
//   in part           eight bytes or more in a row
//
// Parts that the author of the Composition wrote are public, such as the beginning of a
// URL, and so are the words that identify objects, where they do so.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

class SecretTexts {
 public:
  // A number with fewer digits is most likely a port or a count.
  static constexpr size_t kDigits = 6;

  bool empty() const { return texts_.empty(); }
  // Return the number of values, and the bytes of memory that they take.
  size_t size() const { return values_; }
  size_t bytes() const { return bytes_; }
  // Adds a value, and those of all Secrets inside an object.
  void Add(absl::string_view text);
  void AddObject(const Value& object);
  // Declare words to be public: those that identify an object, and the parts of what an
  // author wrote.
  void AddIdentity(const Value& object);
  void AddIdentity(absl::string_view word) { identities_.emplace(word); }
  void Publish(const Value& tree);
  void Publish(absl::string_view text);

  bool IsIn(absl::string_view text) const { return IsIn(text, 0); }
  // Return whether a leaf has to be replaced: a string, or a number of many digits.
  // `member` is its name: an object may be called like a value.
  bool Hides(absl::string_view member, absl::string_view text) const {
    return !IsPublic(member, text) && IsIn(text);
  }
  bool Hides(absl::string_view member, const Value& leaf) const;
  bool IsPublic(absl::string_view member, absl::string_view text) const;
  // Replaces each string, number and name in a tree that contains a value. Returns the
  // paths of what it has replaced.
  std::vector<std::string> Redact(Value* tree, Pool* pool,
                                  absl::string_view by = "(secret)") const;
  // Replaces the values in a sentence or a path.
  std::string Redacted(absl::string_view text,
                       absl::string_view by = "(secret)") const;

 private:
  void AddParts(absl::string_view form);
  bool IsIn(absl::string_view text, int depth) const;
  bool IsPart(uint64_t part) const {
    return parts_.contains(part) && !public_parts_.contains(part);
  }
  // Marks the bytes of the text that belong to a value.
  std::vector<bool> Covered(absl::string_view text) const;
  void RedactAt(const std::string& path, absl::string_view member, Value* value,
                Pool* pool, absl::string_view by,
                std::vector<std::string>* paths) const;

  size_t values_ = 0;
  size_t bytes_ = 0;
  std::set<std::string> texts_;
  absl::flat_hash_set<uint64_t> parts_;
  absl::flat_hash_set<uint64_t> public_parts_;
  std::set<std::string> identities_;
};

}  // namespace loom
