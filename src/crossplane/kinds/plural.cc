// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/plural.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// A rule for kinds that end like this: so many letters go, and each of these
// endings takes their place. The first rule that applies counts.
struct Rule {
  absl::string_view ending;
  size_t dropped;
  absl::string_view endings[2];  // the second may be empty
};

constexpr absl::string_view kSame = "=";
constexpr Rule kRules[] = {
    {"endpoints", 0, {kSame}},
    {"metadata", 0, {kSame, "es"}},
    {"data", 0, {kSame, "es"}},
    {"dns", 0, {kSame, "es"}},
    {"redis", 0, {kSame, "es"}},
    {"is", 2, {"es"}},
    {"ex", 2, {"ices", "exes"}},
    {"ix", 2, {"ices", "ixes"}},
    {"s", 0, {"es"}},
    {"x", 0, {"es"}},
    {"z", 0, {"es"}},
    {"ch", 0, {"es"}},
    {"sh", 0, {"es"}},
    {"ay", 0, {"s"}},
    {"ey", 0, {"s"}},
    {"iy", 0, {"s"}},
    {"oy", 0, {"s"}},
    {"uy", 0, {"s"}},
    {"y", 1, {"ies"}},
    {"", 0, {"s"}},
};

}  // namespace

std::vector<std::string> PluralCandidates(absl::string_view kind) {
  const std::string name = absl::AsciiStrToLower(kind);
  std::vector<std::string> candidates;
  for (const Rule& rule : kRules) {
    if (!absl::EndsWith(name, rule.ending)) continue;
    absl::string_view stem(name.data(), name.size() - rule.dropped);
    for (absl::string_view ending : rule.endings) {
      if (ending.empty()) continue;
      candidates.push_back(ending == kSame ? name : absl::StrCat(stem, ending));
    }
    return candidates;
  }
  return candidates;
}

}  // namespace loom
