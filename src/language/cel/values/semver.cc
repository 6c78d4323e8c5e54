// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/semver.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "data/go/format.h"

namespace loom {
namespace {

absl::Status NoSemver(absl::string_view reason) {
  return absl::InvalidArgumentError(reason);
}

bool HasOnlyDigits(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), absl::ascii_isdigit);
}

bool IsIdentifier(absl::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return absl::ascii_isalnum(c) || c == '-'; });
}

bool HasLeadingZero(absl::string_view text) {
  return text.size() > 1 && text[0] == '0';
}

// Parses digits as strconv.ParseUint does.
absl::Status ParseNumber(absl::string_view digits, uint64_t* number) {
  if (absl::SimpleAtoi(digits, number)) return absl::OkStatus();
  return NoSemver(
      absl::StrCat("strconv.ParseUint: parsing ", Quoted(digits), ": ",
                   digits.empty() ? "invalid syntax" : "value out of range"));
}

// Parses one of the three numbers. `name` is in upper case.
absl::Status ParsePart(absl::string_view name, absl::string_view digits,
                       uint64_t* number) {
  if (!HasOnlyDigits(digits)) {
    return NoSemver(absl::StrCat("Invalid character(s) found in ",
                                 absl::AsciiStrToLower(name), " number ",
                                 Quoted(digits)));
  }
  if (HasLeadingZero(digits)) {
    return NoSemver(absl::StrCat(
        name, " number must not contain leading zeroes ", Quoted(digits)));
  }
  return ParseNumber(digits, number);
}

absl::Status CheckPrerelease(absl::string_view identifier) {
  if (identifier.empty()) return NoSemver("Prerelease is empty");
  if (!IsIdentifier(identifier)) {
    return NoSemver(absl::StrCat("Invalid character(s) found in prerelease ",
                                 Quoted(identifier)));
  }
  if (!HasOnlyDigits(identifier)) return absl::OkStatus();
  if (HasLeadingZero(identifier)) {
    return NoSemver(absl::StrCat(
        "Numeric PreRelease version must not contain leading zeroes ",
        Quoted(identifier)));
  }
  uint64_t number = 0;
  return ParseNumber(identifier, &number);
}

absl::Status CheckBuild(absl::string_view identifier) {
  if (identifier.empty()) return NoSemver("Build meta data is empty");
  if (IsIdentifier(identifier)) return absl::OkStatus();
  return NoSemver(absl::StrCat("Invalid character(s) found in build meta data ",
                               Quoted(identifier)));
}

template <typename T>
int OrderOfTwo(const T& a, const T& b) {
  return a == b ? 0 : a < b ? -1 : 1;
}

// Numbers are less than words.
int CompareIdentifiers(absl::string_view a, absl::string_view b) {
  bool a_is_number = HasOnlyDigits(a);
  bool b_is_number = HasOnlyDigits(b);
  if (a_is_number != b_is_number) return a_is_number ? -1 : 1;
  // Numbers have no zeros in front.
  if (a_is_number && a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return OrderOfTwo(a, b);
}

// Removes the first identifier and the point behind it.
absl::string_view TakeIdentifier(absl::string_view* rest) {
  absl::string_view first = rest->substr(0, rest->find('.'));
  rest->remove_prefix(std::min(first.size() + 1, rest->size()));
  return first;
}

int ComparePrereleases(absl::string_view a, absl::string_view b) {
  if (a.empty() || b.empty()) return int(a.empty()) - int(b.empty());
  while (!a.empty() && !b.empty()) {
    int order = CompareIdentifiers(TakeIdentifier(&a), TakeIdentifier(&b));
    if (order != 0) return order;
  }
  return int(b.empty()) - int(a.empty());
}

}  // namespace

absl::Status ParseSemver(absl::string_view text, CelSemver* version) {
  version->text = text;
  if (text.empty()) return NoSemver("Version string empty");
  std::vector<absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits('.', 2));
  if (parts.size() != 3) return NoSemver("No Major.Minor.Patch elements found");
  LOOM_RETURN_IF_ERROR(ParsePart("Major", parts[0], &version->major));
  LOOM_RETURN_IF_ERROR(ParsePart("Minor", parts[1], &version->minor));
  std::vector<absl::string_view> with_build =
      absl::StrSplit(parts[2], absl::MaxSplits('+', 1));
  std::vector<absl::string_view> with_prerelease =
      absl::StrSplit(with_build[0], absl::MaxSplits('-', 1));
  LOOM_RETURN_IF_ERROR(ParsePart("Patch", with_prerelease[0], &version->patch));
  if (with_prerelease.size() > 1) {
    version->prerelease = with_prerelease[1];
    for (absl::string_view part : absl::StrSplit(with_prerelease[1], '.')) {
      LOOM_RETURN_IF_ERROR(CheckPrerelease(part));
    }
  }
  if (with_build.size() > 1) {
    for (absl::string_view part : absl::StrSplit(with_build[1], '.')) {
      LOOM_RETURN_IF_ERROR(CheckBuild(part));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> NormalizedSemver(absl::string_view text) {
  absl::ConsumePrefix(&text, "v");
  std::vector<std::string> parts =
      absl::StrSplit(text, absl::MaxSplits('.', 2));
  for (std::string& part : parts) {
    if (part.size() < 2) continue;
    part.erase(0, part.find_first_not_of('0'));
    if (part.empty() || !absl::ascii_isdigit(part[0])) part.insert(0, "0");
  }
  if (parts.size() < 3 &&
      parts.back().find_first_of("+-") != std::string::npos) {
    return NoSemver("short version cannot contain PreRelease/Build meta data");
  }
  parts.resize(3, "0");
  return absl::StrJoin(parts, ".");
}

int CompareSemvers(const CelSemver& a, const CelSemver& b) {
  if (a.major != b.major) return OrderOfTwo(a.major, b.major);
  if (a.minor != b.minor) return OrderOfTwo(a.minor, b.minor);
  if (a.patch != b.patch) return OrderOfTwo(a.patch, b.patch);
  return ComparePrereleases(a.prerelease, b.prerelease);
}

}  // namespace loom
