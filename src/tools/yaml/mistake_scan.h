// SPDX-License-Identifier: Apache-2.0
// What FindMistake (tools/yaml/mistake.h) knows of the parts of a text: tokens of a line,
// blocks of text, and lists and maps between brackets.
#pragma once

#include <optional>

#include "absl/strings/string_view.h"
#include "tools/yaml/mistake.h"

namespace loom {

// What FindMistake knows of the parts of a line: where a quoted text and a plain
// text end, and the mistakes inside of them.
//
//   size_t quoted = QuoteEnd("'it''s' x", 0);      // 7
//   size_t plain = PlainEnd("a b: c", 0);          // 3
//   std::optional<YamlMistake> mistake = CheckQuoted("\"x", 0);
//   // unclosed ": add the " that ends this text

// Whether `c` is a space or a tab.
bool IsBlank(char c);
// Whether the text or its line ends at `at`, or a blank is there.
bool EndsWord(absl::string_view text, size_t at);
// Whether the line that begins at `at` begins or ends a document.
bool IsMarker(absl::string_view text, size_t at);
// The position of the line break behind `at`, or the end of the text.
size_t LineEnd(absl::string_view text, size_t at);
// Whether the line that begins at `at` looks like a key of a block map or an
// item of a block list.
bool LooksLikeBlock(absl::string_view text, size_t at);

// The end of a text without quotes and brackets, on its line: in front of `: `,
// of ` #` and of the blanks before them.
size_t PlainEnd(absl::string_view text, size_t at);
// The position behind the quote that closes the one at `at`, or npos.
size_t QuoteEnd(absl::string_view text, size_t at);
// The end of a part of a list or map between brackets. Plain text goes on to
// the end of the line at most. npos: a quote is never closed.
size_t FlowTokenEnd(absl::string_view text, size_t at);
// Whether a value can end at `end`.
bool ClosesWell(absl::string_view text, size_t end);

// That the quote or bracket at `at` is never closed.
YamlMistake Unclosed(absl::string_view text, size_t at);
// The first mistake in the quoted text at `at`.
std::optional<YamlMistake> CheckQuoted(absl::string_view text, size_t at);
// The mistake of a character that no value can begin with.
std::optional<YamlMistake> BadBeginning(absl::string_view text, size_t at);

// ScanBlockText reads a text below `|` or `>`: where it ends, and the first
// mistake in it.
//
//   BlockText block = ScanBlockText("|\n  x\ny", /*at=*/0, /*indent=*/0);
//   size_t end = block.end;              // 5: behind the x
//
//   >=1.0     the text of a block begins on the line below >; quote …

struct BlockText {
  // The end of its last line.
  size_t end = 0;
  std::optional<YamlMistake> mistake;
};

// `at` is the | or >, and `indent` the column of the key or list item whose
// value it is, counted from 0, or -1.
BlockText ScanBlockText(absl::string_view text, size_t at, int indent);

// ScanFlow reads a list or a map between brackets: where it ends, and the first
// mistake in it.
//
//   FlowScan good = ScanFlow("[a, {b: c}] x", /*at=*/0, /*indent=*/-1);
//   size_t end = good.end;                         // 11
//
//   [a, b          unclosed [: add the ] that ends this list
//   {a: [1}        this } does not close the [ at (the place of the [)
//   {a: 1 b: 2}    a comma is missing in front of this (the b)

struct FlowScan {
  // The position behind the closing bracket. It means nothing if there is a
  // mistake.
  size_t end = 0;
  std::optional<YamlMistake> mistake;
};

// `at` is the bracket, [ or {, and `indent` the column of the key or list item
// whose value it is, counted from 0, or -1.
FlowScan ScanFlow(absl::string_view text, size_t at, int indent);

}  // namespace loom
