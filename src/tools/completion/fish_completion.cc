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

constexpr char kComplete[] = "complete -c function-loom -n ";

std::string Quoted(absl::string_view text) {
  return absl::StrCat(
      "'", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"'", "\\'"}}), "'");
}

// Flags without a command are those of `serve`.
std::string Condition(const HelpPage& page,
                      const std::vector<HelpPage>& pages) {
  if (page.line.command != "serve") {
    return absl::StrCat("'__fish_seen_subcommand_from ", page.line.command,
                        "'");
  }
  std::string others = "'not __fish_seen_subcommand_from";
  for (const HelpPage& other : pages) {
    if (other.line.command != "serve") {
      absl::StrAppend(&others, " ", other.line.command);
    }
  }
  return others + "'";
}

std::string FlagLine(const std::string& condition, const Flag& flag) {
  std::string line = absl::StrCat(kComplete, condition);
  for (const std::string& name : flag.names) {
    if (name.size() == 2) {
      absl::StrAppend(&line, " -s ", name.substr(1));
    } else {
      absl::StrAppend(&line, " -l ", name.substr(2));
    }
  }
  if (!flag.value.empty()) {
    switch (OfferFor(flag)) {
      case Offer::kWords:
        absl::StrAppend(&line, " -x -a ",
                        Quoted(absl::StrJoin(WordsOf(flag.value), " ")));
        break;
      case Offer::kFiles:
        absl::StrAppend(&line, " -r -F");
        break;
      case Offer::kNothing:
        absl::StrAppend(&line, " -x");
        break;
    }
  }
  return absl::StrCat(line, " -d ", Quoted(flag.description), "\n");
}

}  // namespace

std::string FishCompletion(const std::vector<HelpPage>& pages) {
  std::string script =
      "# Completion of function-loom for fish:\n"
      "#   function-loom completion fish | source\n";
  for (const HelpPage& page : pages) {
    absl::StrAppend(&script, kComplete, "__fish_use_subcommand -f -a ",
                    page.line.command, " -d ", Quoted(page.summary), "\n");
  }
  for (const HelpPage& page : pages) {
    const std::string condition = Condition(page, pages);
    if (!page.words.empty()) {
      absl::StrAppend(&script, kComplete, condition, " -f -a ",
                      Quoted(absl::StrJoin(page.words, " ")), "\n");
    }
    for (const Flag& flag : AllFlags(page)) {
      absl::StrAppend(&script, FlagLine(condition, flag));
    }
  }
  return script;
}

}  // namespace loom
