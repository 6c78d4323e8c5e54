// SPDX-License-Identifier: Apache-2.0
// InlineTree is a value of the native input that contains expressions anywhere: in its
// strings (inline_text.h), and in the keys of its maps. It can also be a document that
// becomes one string.
//
//   ${composite.spec.zones}                    the list
//   {owner: "${composite.spec.team}", n: 3}    {"owner": "blue", "n": 3}
//   [a, "${composite.spec.?zone}"]             ["a"], if there is no zone
//   "app/${composite.spec.name}": x            {"app/shop": "x"}
//   $json: {team: "${composite.spec.team}"}    {"team":"blue"}, a string
//   $yaml: [a, "${composite.spec.zone}"]       - a\n- eu\n, a string
//   $$json: a                                  {"$json": "a"}
//
// A document is the value of the only key of an object, `$json` or `$yaml`
// (data/yaml/marshal.h). An object that has to keep such a key writes it with two
// dollars. A field or an element whose expression is optional.none() is left out, and so
// is an entry whose key is, and a field with a map of which all entries are left out.
//
// The errors are those of InlineText, and these:
//
//   FailedPrecondition   "app/${composite.spec.name}" and "${composite.spec.key}" are both
//                        the key "app/shop"
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "language/cel/program/inline_text.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"
#include "language/input/input.h"

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
  InlineTree() = default;  // null
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

  // Returns the value of an expression, so a timestamp stays a timestamp. A key that a
  // map does not have is an error, unless it is one that is left out. Both arguments
  // must outlive the value.
  absl::StatusOr<CelValue> Evaluate(CelVariables* variables,
                                    CelContext* context) const;
  // Returns the JSON form of the value, in which bytes stay bytes; nullopt if the value
  // is optional.none().
  absl::StatusOr<std::optional<Value>> OptionalTree(CelVariables* variables,
                                                    Pool* pool) const;

 private:
  class Reader;
  enum class Form { kText, kConstant, kMap, kList, kJson, kYaml };
  struct Entry;
  // The entries that a map has so far, by key.
  using Made = std::map<absl::string_view, const Entry*>;

  void AddExpressions(std::vector<const InputExpression*>* all) const;
  // Returns whether a field that has this value is left out.
  bool LeavesOut(const CelValue& value) const;
  // Adds the location of this part of the input.
  absl::Status Placed(const absl::Status& status) const;
  absl::StatusOr<CelValue> EvaluateMap(CelVariables* variables,
                                       CelContext* context) const;
  absl::StatusOr<CelValue> EvaluateList(CelVariables* variables,
                                        CelContext* context) const;
  absl::StatusOr<CelValue> EvaluateDocument(CelVariables* variables,
                                            CelContext* context) const;
  absl::Status CheckKey(const Entry& entry, absl::string_view key, Made* made,
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
