// SPDX-License-Identifier: Apache-2.0
#include "command_line/help.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace loom {
namespace {

constexpr size_t kWidth = 100;
// The column of descriptions is at most this; longer flags have a line of their own.
constexpr size_t kMostColumn = 40;

std::string Left(const Flag& flag) {
  return absl::StrCat("  ", absl::StrJoin(flag.names, ", "),
                      flag.value.empty() ? "" : " ", flag.value);
}

// Returns `text` wrapped from `column` on, where the current line already ends.
std::string Wrapped(absl::string_view text, size_t column) {
  std::string wrapped;
  size_t at = column;
  for (absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    if (at > column && at + 1 + word.size() > kWidth) {
      absl::StrAppend(&wrapped, "\n", std::string(column, ' '));
      at = column;
    } else if (at > column) {
      wrapped += ' ';
      ++at;
    }
    absl::StrAppend(&wrapped, word);
    at += word.size();
  }
  return wrapped + "\n";
}

size_t ColumnOf(const std::vector<Flag>& flags) {
  size_t column = 0;
  for (const Flag& flag : flags) {
    size_t end = Left(flag).size() + 2;
    if (end <= kMostColumn) column = std::max(column, end);
  }
  return column;
}

void AppendFlag(const Flag& flag, size_t column, std::string* text) {
  std::string left = Left(flag);
  if (left.size() + 2 > column) {
    absl::StrAppend(text, left, "\n");
    left.clear();
  }
  left.resize(column, ' ');
  absl::StrAppend(text, left, Wrapped(flag.description, column));
}

void AppendFlags(const std::vector<Flag>& flags, std::string* text) {
  const size_t column = ColumnOf(flags);
  std::vector<absl::string_view> groups;
  for (const Flag& flag : flags) {
    if (std::find(groups.begin(), groups.end(), flag.group) == groups.end()) {
      groups.push_back(flag.group);
    }
  }
  for (absl::string_view group : groups) {
    absl::StrAppend(text, "\n", group, ":\n");
    for (const Flag& flag : flags) {
      if (flag.group == group) AppendFlag(flag, column, text);
    }
  }
}

}  // namespace

std::vector<std::string> WordsOf(absl::string_view value) {
  if (!absl::StrContains(value, '|')) return {};
  return absl::StrSplit(value, '|');
}

std::string HelpText(const HelpPage& page) {
  std::string text =
      absl::StrCat("Usage: function-loom ", page.line.command,
                   page.line.arguments.empty() ? "" : " ", page.line.arguments,
                   page.flags.empty() ? "" : " [flags]", "\n\n", page.text);
  AppendFlags(page.flags, &text);
  if (page.exit_codes.empty()) return text;
  absl::StrAppend(&text, "\nExit codes:\n");
  for (const ExitCode& row : page.exit_codes) {
    absl::StrAppend(&text, "  ", row.code, "  ", Wrapped(row.meaning, 5));
  }
  return text;
}

}  // namespace loom
