// SPDX-License-Identifier: Apache-2.0
#include "command_line/errors.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/strings.h"
#include "command_line/json_writer.h"

namespace loom {

void PrintErrors(const absl::Status& status, std::ostream& err) {
  for (absl::string_view line : absl::StrSplit(status.message(), '\n')) {
    const bool advice = absl::StartsWith(line, "  ");
    err << (advice ? "" : "function-loom: error: ") << Printed(line) << "\n";
  }
}

void PrintNote(absl::string_view note, std::ostream& err) {
  err << "function-loom: note: " << Printed(Visible(note)) << "\n";
}

bool WantsJson(const std::vector<std::string>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--output=json" ||
        (arguments[i] == "json" && i > 0 && arguments[i - 1] == "--output")) {
      return true;
    }
  }
  return false;
}

int Refuse(absl::string_view command, const std::vector<std::string>& arguments,
           const absl::Status& status, std::ostream& out, std::ostream& err) {
  PrintErrors(status, err);
  if (WantsJson(arguments)) out << ErrorJson(command, status);
  return absl::IsFailedPrecondition(status) ? 1 : 2;
}

std::string ErrorJson(absl::string_view command, const absl::Status& status) {
  std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(status.message(), absl::MaxSplits('\n', 1));
  JsonWriter json;
  json.Object([&] {
    json.Text("format", absl::StrCat("loom.", command, "/v1"));
    json.Key("error").Object([&] {
      json.Text("message", parts.first);
      json.TextIfAny("help", absl::StripAsciiWhitespace(parts.second));
    });
  });
  return json.Line();
}

}  // namespace loom
