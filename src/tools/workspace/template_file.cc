// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/template_file.h"

#include <unistd.h>

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace loom {
namespace {

bool IsInChart(absl::string_view path) {
  while (!path.empty()) {
    const size_t slash = path.rfind('/');
    path = slash == path.npos ? "" : path.substr(0, slash);
    const std::string chart =
        absl::StrCat(path, slash == path.npos ? "" : "/", "Chart.yaml");
    if (access(chart.c_str(), F_OK) == 0) return true;
  }
  return false;
}

bool HasLineOfYtt(absl::string_view text) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "#@")) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool IsTemplateFile(const TextFile& file) {
  if (absl::StrContains(file.text, "{{") &&
      (IsXprinName(file.path) || IsInChart(file.path))) {
    return true;
  }
  return HasLineOfYtt(file.text);
}

bool IsXprinName(absl::string_view path) {
  constexpr absl::string_view kEnd = "_xprin.yaml";
  const absl::string_view base = path.substr(path.rfind('/') + 1);
  return base == "xprin.yaml" ||
         (absl::EndsWith(base, kEnd) && base.size() > kEnd.size());
}

}  // namespace loom
