// SPDX-License-Identifier: Apache-2.0
#include "tools/completion/manual.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace loom {
namespace {

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
If it is not empty, nothing is coloured.
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
