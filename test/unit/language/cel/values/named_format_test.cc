// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/named_format.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"

namespace loom {
namespace {

const std::string kLong(64, 'a');
const std::string kVeryLong(254, 'a');

// The messages are those of apimachinery; here, the beginnings are enough.
TEST(NamedFormat, SaysWhyAStringDoesNotHaveIt) {
  const std::string label = "a lowercase RFC 1123 label";
  const std::string subdomain = "a lowercase RFC 1123 subdomain";
  const std::string old_label = "a DNS-1035 label";
  const std::string dots = "must not contain dots";
  const std::string name = "name part must consist of";
  const std::string value = "a valid label must be";
  const std::string long_label = "must be no more than 63 characters";
  const std::string long_subdomain = "must be no more than 253 characters";
  const std::string long_prefix = "prefix part must be no more than 253 bytes";
  const std::string long_name = "name part must be no more than 63 bytes";
  const std::string long_value = "must be no more than 63 bytes";
  const struct {
    CelFormat::Errors errors;
    std::string text;
    std::vector<std::string> want;
  } tests[] = {
      {Dns1123LabelErrors, "a-1", {}},
      {Dns1123LabelErrors, "1", {}},
      {Dns1123LabelErrors, kLong.substr(1), {}},
      {Dns1123LabelErrors, kLong, {long_label}},
      {Dns1123LabelErrors, "", {label}},
      {Dns1123LabelErrors, "A", {label}},
      {Dns1123LabelErrors, "a-", {label}},
      {Dns1123LabelErrors, "-a", {label}},
      {Dns1123LabelErrors, "a\n", {label}},
      {Dns1123LabelErrors, "a.b", {dots}},
      {Dns1123LabelErrors, "a.", {label}},
      {Dns1123LabelErrors, kLong + ".a", {long_label, dots}},
      {Dns1123LabelErrors, kLong + "_", {long_label, label}},
      {PrefixErrors<Dns1123LabelErrors>, "a-", {}},
      {PrefixErrors<Dns1123LabelErrors>, "-", {label}},
      {PrefixErrors<Dns1123LabelErrors>, "A-", {}},  // both are masked
      {PrefixErrors<Dns1123LabelErrors>, "Aa-", {label}},
      {PrefixErrors<Dns1123LabelErrors>, "a--", {}},
      {PrefixErrors<Dns1123LabelErrors>, "a---", {}},
      {PrefixErrors<Dns1123LabelErrors>, kLong.substr(1) + "-", {}},

      {Dns1123SubdomainErrors, "a.b-c.1", {}},
      {Dns1123SubdomainErrors, kLong, {}},
      {Dns1123SubdomainErrors, kVeryLong, {long_subdomain}},
      {Dns1123SubdomainErrors, "a..b", {subdomain}},
      {Dns1123SubdomainErrors, "a.-b", {subdomain}},
      {PrefixErrors<Dns1123SubdomainErrors>, "a.b-", {}},
      {PrefixErrors<Dns1123SubdomainErrors>, "a.-", {}},
      {PrefixErrors<Dns1123SubdomainErrors>, "a.", {subdomain}},

      {Dns1035LabelErrors, "a-1", {}},
      {Dns1035LabelErrors, "1a", {old_label}},
      {Dns1035LabelErrors, "", {old_label}},
      {Dns1035LabelErrors, kLong + ".", {long_label, old_label}},
      {PrefixErrors<Dns1035LabelErrors>, "a-", {}},

      {QualifiedNameErrors, "A_1.b", {}},
      {QualifiedNameErrors, "example.org/Name", {}},
      {QualifiedNameErrors, "", {"name part must be non-empty", name}},
      {QualifiedNameErrors, "/a", {"prefix part must be non-empty"}},
      {QualifiedNameErrors, "A/a", {"prefix part " + subdomain}},
      {QualifiedNameErrors,
       kVeryLong + "/",
       {long_prefix, "name part must be non-empty", name}},
      {QualifiedNameErrors, "a/" + kLong, {long_name}},
      {QualifiedNameErrors, "_", {name}},
      {QualifiedNameErrors, "a/b/c", {"a valid label key must consist of"}},

      {LabelValueErrors, "", {}},
      {LabelValueErrors, "A.b_c-1", {}},
      {LabelValueErrors, "a/b", {value}},
      {LabelValueErrors, kLong, {long_value}},
      {LabelValueErrors, kLong + "-", {long_value, value}},

      {UriErrors, "/a", {}},
      {UriErrors, "a", {R"(parse "a": invalid URI for request)"}},
  };
  for (const auto& test : tests) {
    std::vector<std::string> got = test.errors(test.text);
    ASSERT_EQ(got.size(), test.want.size())
        << test.text << ": " << absl::StrJoin(got, "\n");
    for (size_t i = 0; i < got.size(); ++i) {
      EXPECT_TRUE(absl::StartsWith(got[i], test.want[i]))
          << test.text << ": " << got[i];
    }
  }
}

TEST(NamedFormat, QuotesExamplesAsApimachineryDoes) {
  EXPECT_EQ(Dns1123LabelErrors("_")[0],
            "a lowercase RFC 1123 label must consist of lower case "
            "alphanumeric characters or '-', and must start and end with an "
            "alphanumeric character (e.g. 'my-name',  or '123-abc', regex used "
            "for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')");
  EXPECT_EQ(QualifiedNameErrors("a/b/c")[0],
            "a valid label key must consist of alphanumeric characters, '-', "
            "'_' or '.', and must start and end with an alphanumeric character "
            "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "
            "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an "
            "optional DNS subdomain prefix and '/' (e.g. "
            "'example.com/MyName')");
}

TEST(NamedFormat, ChecksValuesAsKubeOpenapiDoes) {
  const struct {
    const char* reason;
    CelFormat::Errors errors;
    const char* text;
    bool want;
  } tests[] = {
      {"hyphens", UuidErrors, "123e4567-e89b-12d3-a456-426614174000", true},
      {"none", UuidErrors, "123E4567E89B12D3A456426614174000", true},
      {"some", UuidErrors, "123e4567e89b-12d3a456-426614174000", true},
      {"two together", UuidErrors, "123e4567--e89b-12d3-a456-426614174000",
       false},
      {"another letter", UuidErrors, "123g4567-e89b-12d3-a456-426614174000",
       false},
      {"a digit more", UuidErrors, "123e4567-e89b-12d3-a456-4266141740000",
       false},
      {"a digit less", UuidErrors, "123e4567-e89b-12d3-a456-42661417400",
       false},

      {"padded", Base64Errors, "YQ==", true},
      {"not padded", Base64Errors, "YWJj", true},
      {"bits that nothing needs", Base64Errors, "YR==", true},
      {"of two", Base64Errors, "YWJjYWI=", true},
      {"no padding", Base64Errors, "YQ", false},
      {"too much", Base64Errors, "Y===", false},
      {"only that", Base64Errors, "====", false},
      {"inside", Base64Errors, "YQ==YQ==", false},
      {"a line break", Base64Errors, "YWJj\n", false},
      {"the other alphabet", Base64Errors, "YW-_", false},
      {"nothing", Base64Errors, "", false},

      {"a date", DateErrors, "2024-02-29", true},
      {"the first", DateErrors, "0000-01-01", true},
      {"a day that the year does not have", DateErrors, "2023-02-29", false},
      {"a month", DateErrors, "2024-13-01", false},
      {"one digit", DateErrors, "2024-1-01", false},
      {"something behind it", DateErrors, "2024-01-01T", false},
      {"no date", DateErrors, "", false},

      {"a time", DateTimeErrors, "2024-02-29T12:00:00Z", true},
      {"small letters", DateTimeErrors, "2024-02-29t12:00:00z", true},
      {"a fraction", DateTimeErrors, "2024-02-29T12:00:00.5+05:30", true},
      {"any point", DateTimeErrors, "2024-02-29T12:00:00é5Z", true},
      {"no digits behind it", DateTimeErrors, "2024-02-29T12:00:00.Z", false},
      {"a line break as the point", DateTimeErrors, "2024-02-29T12:00:00\n5Z",
       false},
      {"any offset", DateTimeErrors, "2024-02-29T12:00:00-99:99", true},
      {"a second T", DateTimeErrors, "2024-02-29T12:00:00ZTx", true},
      {"an hour", DateTimeErrors, "2024-02-29T24:00:00Z", false},
      {"a minute", DateTimeErrors, "2024-02-29T12:60:00Z", false},
      {"a leap second", DateTimeErrors, "2024-02-29T12:00:60Z", false},
      {"no offset", DateTimeErrors, "2024-02-29T12:00:00", false},
      {"a day that the year does not have", DateTimeErrors,
       "2023-02-29T12:00:00Z", false},
      {"a date alone", DateTimeErrors, "2024-02-29", false},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(test.errors(test.text).empty(), test.want)
        << test.reason << ": " << test.text;
  }
  EXPECT_EQ(UuidErrors("")[0], "does not match the UUID format");
  EXPECT_EQ(Base64Errors("")[0], "invalid base64");
  EXPECT_EQ(DateErrors("")[0], "invalid date");
  EXPECT_EQ(DateTimeErrors("")[0], "invalid datetime");
}

}  // namespace
}  // namespace loom
