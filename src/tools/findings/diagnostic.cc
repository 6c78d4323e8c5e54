// SPDX-License-Identifier: Apache-2.0
#include "tools/findings/diagnostic.h"

#include <tuple>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace loom {
namespace {

auto KeyOf(const Diagnostic& finding) {
  return std::tie(finding.file, finding.position.offset, finding.rule,
                  finding.message);
}

auto PlaceOf(const Diagnostic& finding) {
  return std::tie(finding.position.file, finding.position.offset, finding.path);
}

}  // namespace

std::string TextOf(const Diagnostic& finding) {
  const bool has_place = !finding.position.file.empty();
  return absl::StrCat(has_place ? PlaceText(finding.position) : "",
                      has_place ? ": " : "", finding.path,
                      finding.path.empty() ? "" : ": ", finding.message,
                      finding.help.empty() ? "" : "\n  ", finding.help);
}

absl::Status ErrorOf(const Diagnostics& findings) {
  if (findings.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrJoin(
      findings, "\n", [](std::string* out, const Diagnostic& each) {
        absl::StrAppend(out, TextOf(each));
      }));
}

bool HasPlaceOf(const Diagnostics& findings, const Diagnostic& other) {
  return absl::c_any_of(findings, [&](const Diagnostic& each) {
    return PlaceOf(each) == PlaceOf(other);
  });
}

bool HasSubjectOf(const Diagnostics& findings, const Diagnostic& other) {
  return absl::c_any_of(findings, [&](const Diagnostic& each) {
    return each.rule == other.rule && each.subject == other.subject;
  });
}

void Order(Diagnostics* findings) {
  absl::c_stable_sort(*findings, [](const Diagnostic& a, const Diagnostic& b) {
    return KeyOf(a) < KeyOf(b);
  });
  auto same = [](const Diagnostic& a, const Diagnostic& b) {
    return KeyOf(a) == KeyOf(b);
  };
  findings->erase(std::unique(findings->begin(), findings->end(), same),
                  findings->end());
}

}  // namespace loom
