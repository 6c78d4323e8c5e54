// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "tools/completion/offers.h"
#include "tools/completion/scripts.h"

namespace loom {
namespace {

constexpr char kZshHead[] = R"(#compdef function-loom
# Completion of function-loom for zsh: as the file _function-loom in a folder of
# $fpath, or
#   source <(function-loom completion zsh)
_function_loom() {
  local -a commands
  commands=(
)";

constexpr char kChoice[] = R"(  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe -t commands command commands
    return
  fi
  local command=serve
  if [[ $words[2] != -* ]]; then
    command=$words[2]
    shift words
    (( CURRENT-- ))
  fi
  case $command in
)";

constexpr char kZshTail[] = R"(  esac
}
if [[ $funcstack[1] == _function-loom ]]; then
  _function_loom "$@"
else
  compdef _function_loom function-loom
fi
)";

// In single quotes, within brackets or between colons.
std::string Escaped(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"'", "'\\''"},
                                    {"\\", "\\\\"},
                                    {"[", "\\["},
                                    {"]", "\\]"},
                                    {":", "\\:"}});
}

std::string ValueOf(const Flag& flag) {
  switch (OfferFor(flag)) {
    case Offer::kWords:
      return absl::StrCat(": :(", absl::StrJoin(WordsOf(flag.value), " "), ")");
    case Offer::kFiles:
      return absl::StrCat(":", Escaped(flag.value), ":_files");
    case Offer::kNothing:
      break;
  }
  return absl::StrCat(":", Escaped(flag.value), ": ");
}

// A short flag has its value behind it or next to it, a long one next to it or
// behind an equals sign.
std::string Spec(const Flag& flag, const std::string& name) {
  std::string spec = absl::StrCat("*", name);
  if (!flag.value.empty()) spec += name.size() == 2 ? "+" : "=";
  absl::StrAppend(&spec, "[", Escaped(flag.description), "]");
  if (!flag.value.empty()) absl::StrAppend(&spec, ValueOf(flag));
  return absl::StrCat("        '", spec, "' \\\n");
}

std::string CommandCase(const HelpPage& page) {
  std::string text =
      absl::StrCat("    ", page.line.command, ")\n      _arguments -S \\\n");
  for (const Flag& flag : AllFlags(page)) {
    for (const std::string& name : flag.names) {
      absl::StrAppend(&text, Spec(flag, name));
    }
  }
  const std::string arguments =
      page.words.empty()
          ? "*:file:_files"
          : absl::StrCat("1: :(", absl::StrJoin(page.words, " "), ")");
  return absl::StrCat(text, "        '", arguments, "' ;;\n");
}

}  // namespace

std::string ZshCompletion(const std::vector<HelpPage>& pages) {
  std::string script = kZshHead;
  for (const HelpPage& page : pages) {
    absl::StrAppend(&script, "    '", page.line.command, ":",
                    Escaped(page.summary), "'\n");
  }
  script += kChoice;
  for (const HelpPage& page : pages) script += CommandCase(page);
  return script + kZshTail;
}

}  // namespace loom
