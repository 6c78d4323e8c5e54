// SPDX-License-Identifier: Apache-2.0
// A SequencePattern names composed resources in a sequence of function-sequencer, as
// that does. A text that neither begins with ^ nor ends with $ has to match the whole
// name; any other is taken as it is, with its other side open.
//
//   net       net, and not net-1
//   net-.*    net-1
//   ^net      all names that begin with net
//   net$      all names that end with net
//   a|b       all names that begin with a, and all that end with b
//
// What is no regular expression is an error when it is used, and not before: a
// sequence of one name is never looked at, for instance.
//
//   a(        cannot compile regex a(: missing ): ^a($
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/go/regexp.h"
#include "language/input/input.h"

namespace loom {

class SequencePattern {
 public:
  // Reads an element of a sequence; null is the empty name.
  static SequencePattern Parse(const Input& element);

  // As the author wrote it.
  const std::string& text() const { return text_; }

  // InvalidArgument: it is no regular expression.
  absl::Status status() const {
    return is_name_ ? absl::OkStatus() : regexp_.status();
  }

  // Those of `names`, which are sorted, that it matches. InvalidArgument: it is no regular expression.
  absl::StatusOr<std::vector<absl::string_view>> Of(
      const std::vector<absl::string_view>& names, Pool* pool) const;

 private:
  std::string text_;
  // Of a name without special characters there is none.
  bool is_name_ = false;
  absl::StatusOr<Regexp> regexp_ = absl::UnknownError("not read");
};

}  // namespace loom
