// SPDX-License-Identifier: Apache-2.0
// These functions scan the parts of a YAML file for FindMistake (tools/yaml/mistake.h):
// tokens of a line, block scalars, and lists and maps between brackets.
#pragma once

#include <optional>

#include "absl/strings/string_view.h"
#include "tools/yaml/mistake.h"

namespace loom {

// The first functions scan a line: they find where quoted and plain scalars end, and
// the mistakes inside them.
//
//   size_t quoted = QuoteEnd("'it''s' x", 0);      // 7
//   size_t plain = PlainEnd("a b: c", 0);          // 3
//   std::optional<YamlMistake> mistake = CheckQuoted("\"x", 0);
//   // unclosed ": add the " that ends this string

// Returns whether `c` is a space or a tab.
bool IsBlank(char c);
// Returns whether the line ends at `at`, or a space or tab is there.
bool EndsWord(absl::string_view text, size_t at);
// Returns whether the line that begins at `at` begins or ends a document.
bool IsMarker(absl::string_view text, size_t at);
// Returns the position of the next line break after `at`, or the end of `text`.
size_t LineEnd(absl::string_view text, size_t at);
// Returns whether the line that begins at `at` looks like a key of a block map or an
// item of a block list.
bool LooksLikeBlock(absl::string_view text, size_t at);

// Returns the end of a plain scalar on its line: before `: ` or ` #`, and before the
// spaces that precede them.
size_t PlainEnd(absl::string_view text, size_t at);
// Returns the position after the quote that closes the one at `at`, or npos.
size_t QuoteEnd(absl::string_view text, size_t at);
// Returns the end of a part of a list or map between brackets. A plain scalar ends at
// the end of the line at the latest. npos: a quote is never closed.
size_t FlowTokenEnd(absl::string_view text, size_t at);
// Returns whether a value can end at `end`.
bool ClosesWell(absl::string_view text, size_t end);

// Returns the mistake that the quote or bracket at `at` is never closed.
YamlMistake Unclosed(absl::string_view text, size_t at);
// Returns the first mistake in the quoted scalar at `at`.
std::optional<YamlMistake> CheckQuoted(absl::string_view text, size_t at);
// Returns the mistake if no value can begin with the character at `at`.
std::optional<YamlMistake> BadBeginning(absl::string_view text, size_t at);

// ScanBlockText reads a block scalar below `|` or `>`, and finds where it ends and the
// first mistake in it.
//
//   BlockText block = ScanBlockText("|\n  x\ny", /*at=*/0, /*indent=*/0);
//   size_t end = block.end;              // 5: after the x
//
//   >=1.0     a block string begins on the line below >; quote …

struct BlockText {
  // The end of its last line.
  size_t end = 0;
  std::optional<YamlMistake> mistake;
};

// `at` is the position of the | or >. `indent` is the column of the key or list item
// whose value it is, counted from 0, or -1.
BlockText ScanBlockText(absl::string_view text, size_t at, int indent);

// ScanFlow reads a list or a map between brackets, and finds where it ends and the
// first mistake in it.
//
//   FlowScan good = ScanFlow("[a, {b: c}] x", /*at=*/0, /*indent=*/-1);
//   size_t end = good.end;                         // 11
//
//   [a, b          unclosed [: add the ] that ends this list
//   {a: [1}        this } does not close the [ at (the location of the [)
//   {a: 1 b: 2}    a comma is missing before this (the b)

struct FlowScan {
  // The position after the closing bracket. Meaningless if `mistake` is set.
  size_t end = 0;
  std::optional<YamlMistake> mistake;
};

// `at` is the position of the bracket, [ or {. `indent` is the column of the key or
// list item whose value it is, counted from 0, or -1.
FlowScan ScanFlow(absl::string_view text, size_t at, int indent);

}  // namespace loom
