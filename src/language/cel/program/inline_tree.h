// SPDX-License-Identifier: Apache-2.0
// InlineTree is a value of the native input whose form depends on its expressions: a map
// with expressions in its keys, or a document that becomes one string.
//
//   "app/${composite.spec.name}": x            {"app/shop": "x"}
//   $json: {team: "${composite.spec.team}"}    {"team":"blue"}, a string
//   $yaml: [a, "${composite.spec.zone}"]       - a\n- eu\n, a string
//   $$json: a                                  {"$json": "a"}
//
// A document is the value of the only key of an object, `$json` or `$yaml`
// (data/yaml/marshal.h). An object that has to keep such a key writes it with two
// dollars. A string (InlineText) is the simplest tree. A field or an element whose
// expression is optional.none() is left out, and so is an entry whose key is.
//
// The errors are those of InlineText, and these:
//
//   FailedPrecondition   "app/${composite.spec.name}" and "${composite.spec.key}" are both
//                        the key "app/shop"
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "language/cel/program/inline_text.h"

namespace loom {

// Returns whether a key has expressions. A key without them may have `$${`.
bool IsComputedKey(absl::string_view key);
bool HasComputedKeys(const Value& object);
// Returns the key of an object as the object that is made has it, if it has no
// expressions: `${a}` for `$${a}`, and `$json` for the only key `$$json`.
std::string ConstantKey(absl::string_view key, const Value& object);
// Returns whether an object is a document.
bool IsDocument(const Value& object);

class InlineTree {
 public:
  // Reads any value. Returns nullopt after reporting an error.
  static std::optional<InlineTree> Read(const Input& at, ExpressionNames names);
  // Reads the entries of a map that have computed keys. The others must be in the object
  // that the entries are added to.
  static std::optional<InlineTree> ReadComputedKeys(const Input& at,
                                                    ExpressionNames names);
  // Implicit, because a string is a tree.
  InlineTree(InlineText text);  // NOLINT(google-explicit-constructor)

  // Returns the expressions in the order of the keys.
  std::vector<const InputExpression*> expressions() const;
  // Returns whether the entries are added to a map (ReadComputedKeys).
  bool adds_entries() const { return adds_entries_; }

  // Returns nullopt if the value is optional.none().
  absl::StatusOr<std::optional<Value>> OptionalTree(
      CelVariables* variables, Pool* pool,
      BytesAs bytes = BytesAs::kText) const;

 private:
  class Reader;
  enum class Form { kText, kConstant, kMap, kList, kJson, kYaml };
  struct Entry;

  InlineTree() = default;
  void AddExpressions(std::vector<const InputExpression*>* all) const;
  absl::StatusOr<std::optional<Value>> MapTree(CelVariables* variables,
                                               Pool* pool) const;
  absl::StatusOr<std::optional<Value>> ListTree(CelVariables* variables,
                                                Pool* pool) const;
  absl::StatusOr<std::optional<Value>> DocumentTree(CelVariables* variables,
                                                    Pool* pool) const;
  absl::Status AddEntry(const Entry& entry, absl::string_view key, Value value,
                        Value* map, std::vector<const Entry*>* from,
                        Pool* pool) const;

  Form form_ = Form::kConstant;
  bool adds_entries_ = false;
  std::optional<InlineText> text_;
  // The entries of a map, the elements of a list, or the content of a document.
  std::vector<std::shared_ptr<const Entry>> entries_;
  // The keys that a map to which entries are added has besides.
  std::vector<std::string> taken_;
  // The constant, and its pool, which copies share.
  std::shared_ptr<const Value> constant_;
  std::shared_ptr<Pool> pool_;
  std::string place_;
};

}  // namespace loom
