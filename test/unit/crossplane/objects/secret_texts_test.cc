// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/secret_texts.h"

#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

constexpr char kPassword[] = "n7:\"Qx\\zz\n9w-Lk_4T";

SecretTexts Secrets() {
  SecretTexts secrets;
  for (const char* text : {kPassword, "pin7", "ab", "postgres://root@db"}) {
    secrets.Add(text);
  }
  secrets.Publish("postgres://%s@db2.example.org");
  return secrets;
}

TEST(SecretTexts, AreFoundInEachForm) {
  const std::string password = kPassword;
  const std::string json = CompactJson(Borrow(password)).value();
  const struct {
    const char* reason;
    std::string text;
    bool found;
  } tests[] = {
      {"As it is.", password, true},
      {"In a longer string.", absl::StrCat("x", password, "y"), true},
      {"In base64.", absl::Base64Escape(password), true},
      {"In base64 of a longer string.",
       absl::Base64Escape(absl::StrCat("x", password)), true},
      {"In base64 inside of a string.",
       absl::StrCat("Basic ", absl::Base64Escape("ab" + password)), true},
      {"In base64 of base64.",
       absl::Base64Escape(absl::Base64Escape("x" + password)), true},
      {"In JSON.", absl::StrCat("{\"a\":", json, "}"), true},
      {"A part of eight bytes.", password.substr(3, 8), true},
      {"In upper case.", "9W-LK_4T!", true},
      {"A part of seven bytes.", password.substr(0, 7), false},
      {"A short one inside of a string.", "the pin7.", true},
      {"A very short one alone.", "ab", true},
      {"A very short one inside of a string, by chance.", "table", false},
      {"Something else.", "eu-north-1", false},
      {"What the author wrote.", "postgres://app@db2.example.org", false},
      {"What the author wrote, if it is a value.", "postgres://root@db", true},
      {"What many values have.", "https://example.org", false},
      {"Nothing.", "", false},
  };
  const SecretTexts secrets = Secrets();
  for (const auto& test : tests) {
    EXPECT_EQ(secrets.IsIn(test.text), test.found) << test.reason;
  }
}

TEST(SecretTexts, AreReplacedInTrees) {
  Pool object_pool;
  SecretTexts secrets;
  secrets.Add("team-a");
  secrets.Add("831477210");
  secrets.AddObject(ParseJson(R"({"kind": "Object", "spec": {"manifest": {
      "kind": "Secret", "data": {"k": "czNjcjN0LXdvcmQ="},
      "stringData": {"l": "other-word"}}}})",
                              &object_pool)
                        .value());
  secrets.AddIdentity(
      ParseJson(R"({"metadata": {"namespace": "team-a", "annotations": {
          "crossplane.io/composition-resource-name": "s3cr3t-word"}}})",
                &object_pool)
          .value());
  const struct {
    const char* reason;
    const char* tree;
    const char* want;
  } tests[] = {
      {"A leaf.", R"({"a": ["s3cr3t-word", 1]})", R"x({"a":["(secret)",1]})x"},
      {"A leaf in base64.", R"({"data": {"k": "czNjcjN0LXdvcmQ="}})",
       R"x({"data":{"k":"(secret)"}})x"},
      {"A name.", R"({"x-other-word": 1})", R"x({"(secret)":1})x"},
      {"A number.", R"({"a": 831477210, "b": 8080})",
       R"x({"a":"(secret)","b":8080})x"},
      {"What identifies an object.",
       R"({"metadata": {"namespace": "team-a"}, "spec": {"owner": "team-a"}})",
       R"x({"metadata":{"namespace":"team-a"},"spec":{"owner":"(secret)"}})x"},
      {"The name of a resource in its annotation.",
       R"({"metadata": {"annotations": {
           "crossplane.io/composition-resource-name": "s3cr3t-word",
           "other": "s3cr3t-word"}}})",
       R"x({"metadata":{"annotations":)x"
       R"x({"crossplane.io/composition-resource-name":"s3cr3t-word",)x"
       R"x("other":"(secret)"}}})x"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Value tree = ParseJson(test.tree, &pool).value();
    secrets.Redact(&tree, &pool);
    EXPECT_EQ(CompactJson(tree).value(), test.want);
  }
}

TEST(SecretTexts, AreReplacedInSentences) {
  SecretTexts secrets;
  EXPECT_EQ(secrets.Redacted("all of it"), "all of it");
  secrets.Add("s3cr3t-word");
  EXPECT_EQ(secrets.Redacted("\"s3cr3t-word!\" is no number"),
            "\"(secret)!\" is no number");
  EXPECT_EQ(secrets.Redacted("cr3t-word", "(redacted)"), "(redacted)");
}

}  // namespace
}  // namespace loom
