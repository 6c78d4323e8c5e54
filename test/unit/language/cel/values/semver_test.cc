// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/semver.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

std::string ReadSemver(absl::string_view text) {
  CelSemver version;
  absl::Status status = ParseSemver(text, &version);
  if (!status.ok()) return std::string(status.message());
  return absl::StrCat(version.major, " ", version.minor, " ", version.patch,
                      " ", version.prerelease);
}

// The results are those of semver.Parse.
TEST(ParseSemver, ReadsWhatTheLibraryReads) {
  const struct {
    const char* reason;
    const char* text;
    const char* want;
  } tests[] = {
      {"a version", "1.20.3", "1 20 3 "},
      {"a pre-release", "1.2.3-alpha.1", "1 2 3 alpha.1"},
      {"with hyphens", "1.2.3--a-b-", "1 2 3 -a-b-"},
      {"a build", "1.2.3+01.b-2", "1 2 3 "},
      {"both", "1.2.3-rc.1+b-1", "1 2 3 rc.1"},
      {"zeros", "0.0.0-0", "0 0 0 0"},
      {"the largest numbers", "18446744073709551615.0.0",
       "18446744073709551615 0 0 "},

      {"nothing", "", "Version string empty"},
      {"two numbers", "1.2", "No Major.Minor.Patch elements found"},
      {"a v", "v1.2.3", R"(Invalid character(s) found in major number "v1")"},
      {"a sign", "1.-2.3",
       R"(Invalid character(s) found in minor number "-2")"},
      {"four numbers", "1.2.3.4",
       R"(Invalid character(s) found in patch number "3.4")"},
      {"zeros in front", "01.2.3",
       R"(Major number must not contain leading zeroes "01")"},
      {"of the second", "1.02.3",
       R"(Minor number must not contain leading zeroes "02")"},
      {"of the third", "1.2.03",
       R"(Patch number must not contain leading zeroes "03")"},
      {"no number", "1..3", R"(strconv.ParseUint: parsing "": invalid syntax)"},
      {"a number that is too large", "18446744073709551616.0.0",
       R"(strconv.ParseUint: parsing "18446744073709551616": value out of range)"},
      {"an empty pre-release", "1.2.3-", "Prerelease is empty"},
      {"an empty part of it", "1.2.3-a..b", "Prerelease is empty"},
      {"another character", "1.2.3-a_b",
       R"(Invalid character(s) found in prerelease "a_b")"},
      {"zeros in front of its number", "1.2.3-a.01",
       R"(Numeric PreRelease version must not contain leading zeroes "01")"},
      {"its number is too large", "1.2.3-18446744073709551616",
       R"(strconv.ParseUint: parsing "18446744073709551616": value out of range)"},
      {"an empty build", "1.2.3+", "Build meta data is empty"},
      {"a plus in a build", "1.2.3+a+b",
       R"(Invalid character(s) found in build meta data "a+b")"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(ReadSemver(test.text), test.want) << test.reason;
  }
}

TEST(NormalizedSemver, AddsAndRemovesAsKubernetesDoes) {
  const struct {
    const char* reason;
    const char* text;
    const char* want;
  } tests[] = {
      {"a v", "v1.2.3", "1.2.3"},
      {"one v only", "vv1.2.3", "0v1.2.3"},
      {"no patch", "1.2", "1.2.0"},
      {"no minor", "1", "1.0.0"},
      {"zeros in front", "01.002.0003", "1.2.3"},
      {"zeros alone", "00.000.00", "0.0.0"},
      {"before a pre-release", "1.2.00-alpha", "1.2.0-alpha"},
      {"not in a pre-release", "1.2.3-01", "1.2.3-01"},
      {"blanks stay", " 1.2.3", "0 1.2.3"},
      {"nothing", "", ".0.0"},
      {"a pre-release without a patch", "1.2-alpha",
       "short version cannot contain PreRelease/Build meta data"},
      {"a build without a patch", "1+b",
       "short version cannot contain PreRelease/Build meta data"},
  };
  for (const auto& test : tests) {
    absl::StatusOr<std::string> got = NormalizedSemver(test.text);
    EXPECT_EQ(got.ok() ? *got : std::string(got.status().message()), test.want)
        << test.reason;
  }
}

TEST(CompareSemvers, FollowsTheSpecification) {
  // In their order. Those that are equal have the same number.
  const struct {
    int rank;
    const char* text;
  } versions[] = {
      {1, "1.0.0-1"},       {2, "1.0.0-2"},
      {3, "1.0.0-10"},      {4, "1.0.0-alpha"},
      {5, "1.0.0-alpha.1"}, {6, "1.0.0-alpha.beta"},
      {7, "1.0.0-beta"},    {8, "1.0.0-beta.2"},
      {9, "1.0.0-beta.11"}, {10, "1.0.0-rc.1"},
      {10, "1.0.0-rc.1+b"}, {11, "1.0.0"},
      {11, "1.0.0+b"},      {12, "1.0.1"},
      {13, "1.2.0"},        {14, "1.10.0"},
      {15, "9.0.0"},        {16, "18446744073709551615.0.0"},
  };
  for (const auto& a : versions) {
    for (const auto& b : versions) {
      CelSemver one, other;
      ASSERT_TRUE(ParseSemver(a.text, &one).ok());
      ASSERT_TRUE(ParseSemver(b.text, &other).ok());
      EXPECT_EQ(CompareSemvers(one, other),
                (a.rank > b.rank) - (a.rank < b.rank))
          << a.text << " and " << b.text;
    }
  }
}

}  // namespace
}  // namespace loom
