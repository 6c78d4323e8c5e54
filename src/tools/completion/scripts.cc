// SPDX-License-Identifier: Apache-2.0
#include "tools/completion/scripts.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace loom {
namespace {

// For the words of a flag.

constexpr absl::string_view kFileValues[] = {"FILE", "PATH", "DIR", "KEY=FILE"};

// For BashCompletion.

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

// For ZshCompletion.

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

// For FishCompletion.

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

// For Manual.

constexpr char kManualHead[] =
    R"(.TH FUNCTION\-LOOM 1 "" "function\-loom" "User Commands"
.SH NAME
function\-loom \- a Crossplane composition function, and tools for its authors
.SH SYNOPSIS
)";

constexpr char kManualTail[] = R"(.SH ENVIRONMENT
Each flag of
.B serve
has a variable: FUNCTION_LOOM_ and the name of the flag in capitals.
.TP
.B TLS_SERVER_CERTS_DIR
The directory of ca.crt, tls.crt and tls.key.
.TP
.B NO_COLOR
If it is not empty, nothing is colored.
)";

std::string EscapedInManual(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"\\", "\\e"}, {"-", "\\-"}});
}

// A line of text is no request, even if it begins as one.
std::string Line(absl::string_view text) {
  const bool like_request =
      !text.empty() && (text[0] == '.' || text[0] == '\'');
  return absl::StrCat(like_request ? "\\&" : "", EscapedInManual(text), "\n");
}

bool IsExample(absl::string_view line) { return absl::StartsWith(line, "  "); }

// Paragraphs are separated by empty lines; lines that are indented stay as they are.
std::string Paragraphs(absl::string_view text) {
  std::string roff;
  bool in_example = false, in_paragraph = false;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (in_example && !IsExample(line)) {
      roff += ".EE\n.RE\n";
      in_example = in_paragraph = false;
    }
    if (line.empty()) {
      in_paragraph = false;
      continue;
    }
    if (IsExample(line) && !in_example) roff += ".PP\n.RS 2\n.EX\n";
    if (!IsExample(line) && !in_paragraph) roff += ".PP\n";
    in_example = IsExample(line);
    in_paragraph = true;
    roff += Line(in_example ? line.substr(2) : line);
  }
  return roff;
}

std::string FlagEntry(const Flag& flag) {
  std::string names = absl::StrJoin(
      flag.names, ", ", [](std::string* out, const std::string& name) {
        absl::StrAppend(out, "\\fB", EscapedInManual(name), "\\fR");
      });
  if (!flag.value.empty()) {
    absl::StrAppend(&names, " \\fI", EscapedInManual(flag.value), "\\fR");
  }
  return absl::StrCat(".TP\n", names, "\n", Line(flag.description));
}

std::string Command(const HelpPage& page) {
  std::string roff =
      absl::StrCat(".SS \"", page.line.command, "\"\n", Paragraphs(page.text));
  for (const Flag& flag : page.flags) roff += FlagEntry(flag);
  if (page.exit_codes.empty()) return roff;
  roff += ".PP\nExit codes:\n";
  for (const ExitCode& row : page.exit_codes) {
    absl::StrAppend(&roff, ".TP\n.B ", row.code, "\n", Line(row.meaning));
  }
  return roff;
}

}  // namespace

Offer OfferFor(const Flag& flag) {
  if (!WordsOf(flag.value).empty()) return Offer::kWords;
  const bool is_file = std::find(std::begin(kFileValues), std::end(kFileValues),
                                 flag.value) != std::end(kFileValues);
  return is_file ? Offer::kFiles : Offer::kNothing;
}

std::vector<Flag> AllFlags(const HelpPage& page) {
  std::vector<Flag> flags = page.flags;
  flags.insert(flags.end(), page.other_flags.begin(), page.other_flags.end());
  return flags;
}

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

std::string Manual(const std::vector<HelpPage>& pages) {
  std::string roff = kManualHead;
  for (const HelpPage& page : pages) {
    absl::StrAppend(&roff, &page == &pages.front() ? "" : ".br\n",
                    "\\fBfunction\\-loom ", page.line.command, "\\fR",
                    page.line.arguments.empty() ? "" : " ",
                    EscapedInManual(page.line.arguments),
                    page.flags.empty() ? "" : " [\\fIflags\\fR]", "\n");
  }
  roff += ".SH COMMANDS\n";
  for (const HelpPage& page : pages) roff += Command(page);
  return roff + kManualTail;
}

}  // namespace loom
