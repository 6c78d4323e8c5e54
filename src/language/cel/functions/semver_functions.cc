// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "absl/strings/str_cat.h"
#include "data/go/format.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/semver.h"

namespace loom {
namespace {

// The steps for parsing a version, besides those for its bytes.
constexpr uint64_t kSemverParsing = 50;

// Parses a version; the second argument says whether it is normalized.
CelValue Semver(CelArguments of, CelContext* context) {
  absl::string_view given = of[0].AsText();
  CelValue text = of[0];
  if (!context->Takes(kSemverParsing + Writing(given.size()))) {
    return context->ended();
  }
  absl::Status status;
  if (of.size() > 1 && of[1].AsBool()) {
    absl::StatusOr<std::string> normalized = NormalizedSemver(given);
    status = normalized.status();
    if (status.ok()) text = context->Text(*normalized);
    if (text.IsError()) return text;
  }
  auto* version = context->New<CelSemver>();
  if (status.ok()) status = ParseSemver(text.AsText(), version);
  if (status.ok()) return CelValue::Semver(version);
  return context->Failed(absl::StrCat(
      Quoted(given), " is not a valid semantic version: ", status.message()));
}

CelValue IsSemver(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(kSemverParsing + Writing(text.size()))) {
    return context->ended();
  }
  bool normalize = of.size() > 1 && of[1].AsBool();
  absl::StatusOr<std::string> whole =
      normalize ? NormalizedSemver(text) : std::string(text);
  CelSemver version;
  return CelValue::Bool(whole.ok() && ParseSemver(*whole, &version).ok());
}

template <uint64_t CelSemver::*number>
CelValue NumberOfSemver(CelArguments of, CelContext*) {
  return CelValue::Int(int64_t(of[0].AsSemver().*number));
}

int SemverOrder(CelArguments of, CelContext* context) {
  context->Note(Reading(of[0].AsSemver().prerelease.size()));
  return CompareSemvers(of[0].AsSemver(), of[1].AsSemver());
}

CelValue CompareSemver(CelArguments of, CelContext* context) {
  return CelValue::Int(SemverOrder(of, context));
}
CelValue IsGreaterSemver(CelArguments of, CelContext* context) {
  return CelValue::Bool(SemverOrder(of, context) > 0);
}
CelValue IsLessSemver(CelArguments of, CelContext* context) {
  return CelValue::Bool(SemverOrder(of, context) < 0);
}

CelValue TextOfSemver(CelArguments of, CelContext*) {
  return CelValue::String(of[0].AsSemver().text);
}

constexpr FunctionRow kSemverFunctions[] = {
    {"semver(string): Semver", Semver},
    {"semver(string, bool): Semver", Semver},
    {"isSemver(string): bool", IsSemver},
    {"isSemver(string, bool): bool", IsSemver},
    {"Semver.major(): int", NumberOfSemver<&CelSemver::major>},
    {"Semver.minor(): int", NumberOfSemver<&CelSemver::minor>},
    {"Semver.patch(): int", NumberOfSemver<&CelSemver::patch>},
    {"Semver.compareTo(Semver): int", CompareSemver},
    {"Semver.isGreaterThan(Semver): bool", IsGreaterSemver},
    {"Semver.isLessThan(Semver): bool", IsLessSemver},
    {"string(Semver): string", TextOfSemver},
};

}  // namespace

absl::Span<const FunctionRow> SemverRows() { return kSemverFunctions; }

}  // namespace loom
