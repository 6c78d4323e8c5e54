// SPDX-License-Identifier: Apache-2.0
#include "command_line/error_json.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "data/value/json.h"

namespace loom {

bool WantsJson(const std::vector<std::string>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--output=json" ||
        (arguments[i] == "json" && i > 0 && arguments[i - 1] == "--output")) {
      return true;
    }
  }
  return false;
}

std::string ErrorJson(absl::string_view command, const absl::Status& status) {
  std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(status.message(), absl::MaxSplits('\n', 1));
  std::string json = absl::StrCat(R"({"format":"loom.)", command,
                                  R"(/v1","error":{"message":)");
  AppendJsonString(parts.first, &json);
  absl::string_view help = absl::StripAsciiWhitespace(parts.second);
  if (!help.empty()) {
    absl::StrAppend(&json, R"(,"help":)");
    AppendJsonString(help, &json);
  }
  return absl::StrCat(json, "}}\n");
}

}  // namespace loom
