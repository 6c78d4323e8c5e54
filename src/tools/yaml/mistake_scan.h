// SPDX-License-Identifier: Apache-2.0
// These functions scan the parts of a YAML file for FindMistake (tools/yaml/mistake.h):
// tokens of a line, block scalars, and lists and maps between brackets.
#pragma once

#include <optional>

#include "absl/strings/string_view.h"
#include "tools/yaml/mistake.h"

namespace loom {

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

// A block scalar below `|` or `>`: where it ends, and the first mistake in it.
struct BlockText {
  // The end of its last line.
  size_t end = 0;
  std::optional<YamlMistake> mistake;
};

// `at` is the position of the | or >. `indent` is the column of the key or list item
// whose value it is, counted from 0, or -1.
BlockText ScanBlockText(absl::string_view text, size_t at, int indent);

// A list or a map between brackets: where it ends, and the first mistake in it.
struct FlowScan {
  // The position after the closing bracket. Meaningless if `mistake` is set.
  size_t end = 0;
  std::optional<YamlMistake> mistake;
};

// `at` is the position of the bracket, [ or {. `indent` is the column of the key or
// list item whose value it is, counted from 0, or -1.
FlowScan ScanFlow(absl::string_view text, size_t at, int indent);

}  // namespace loom
