// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/completion/offers.h"
#include "tools/completion/scripts.h"

namespace loom {
namespace {

constexpr char kBashHead[] = R"(# Completion of function-loom for bash:
#   source <(function-loom completion bash)
_function_loom() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  local command=${COMP_WORDS[1]} words=
  # bash splits --flag=value at the equals sign.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)) && [[ $word != -* ]]; then
)";

constexpr char kBashTail[] = R"(  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _function_loom function-loom
)";

std::string Pattern(const HelpPage& page, const Flag& flag) {
  return absl::StrJoin(flag.names, "|", [&](std::string* out, auto& name) {
    absl::StrAppend(out, "'", page.line.command, " ", name, "'");
  });
}

// The value of a flag; nothing for one without a value.
std::string ValueCase(const HelpPage& page, const Flag& flag) {
  if (flag.value.empty()) return "";
  std::string text = absl::StrCat("    ", Pattern(page, flag), ") ");
  switch (OfferFor(flag)) {
    case Offer::kWords:
      return absl::StrCat(text, "words='",
                          absl::StrJoin(WordsOf(flag.value), " "), "' ;;\n");
    case Offer::kFiles:
      return text + "return ;;\n";
    case Offer::kNothing:
      break;
  }
  return text + "compopt +o default 2>/dev/null; return ;;\n";
}

// Flags, if one has begun, and else what its arguments may be.
std::string BashCommandCase(const HelpPage& page) {
  std::vector<std::string> names;
  for (const Flag& flag : AllFlags(page)) {
    names.insert(names.end(), flag.names.begin(), flag.names.end());
  }
  return absl::StrCat("        ", page.line.command, ")\n",
                      "          if [[ $word == -* ]]; then\n",
                      "            words='", absl::StrJoin(names, " "), "'\n",
                      "          else\n            words='",
                      absl::StrJoin(page.words, " "), "'\n          fi ;;\n");
}

}  // namespace

std::string BashCompletion(const std::vector<HelpPage>& pages) {
  std::string script =
      absl::StrCat(kBashHead, "    COMPREPLY=($(compgen -W '",
                   absl::StrJoin(pages, " ",
                                 [](std::string* out, const HelpPage& page) {
                                   absl::StrAppend(out, page.line.command);
                                 }),
                   "' -- \"$word\"))\n    return\n  fi\n",
                   "  [[ $command != -* ]] || command=serve\n",
                   "  case \"$command $before\" in\n");
  for (const HelpPage& page : pages) {
    for (const Flag& flag : AllFlags(page)) {
      absl::StrAppend(&script, ValueCase(page, flag));
    }
  }
  absl::StrAppend(&script, "    *)\n      case $command in\n");
  for (const HelpPage& page : pages) {
    absl::StrAppend(&script, BashCommandCase(page));
  }
  return absl::StrCat(script, "      esac ;;\n", kBashTail);
}

}  // namespace loom
