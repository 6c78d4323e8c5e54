// SPDX-License-Identifier: Apache-2.0
#include "tools/findings/github.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/strings.h"

namespace loom {
namespace {

// `%`, and what ends a line; in properties also what ends a property.
std::string Escaped(absl::string_view text, bool property) {
  std::string escaped =
      absl::StrReplaceAll(text, {{"%", "%25"}, {"\r", "%0D"}, {"\n", "%0A"}});
  if (!property) return escaped;
  return absl::StrReplaceAll(escaped, {{":", "%3A"}, {",", "%2C"}});
}

}  // namespace

std::string GithubCommand(absl::string_view severity, const YamlPosition& at,
                          absl::string_view title, absl::string_view message) {
  return absl::StrCat("::", severity, " file=", Escaped(Visible(at.file), true),
                      ",line=", at.line, ",col=", at.column,
                      ",title=", Escaped(Visible(title), true),
                      "::", Escaped(Printed(message), false), "\n");
}

}  // namespace loom
