// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "sections/references/sources/external.h"

namespace loom {
namespace {

std::string ReadForms(absl::string_view json, bool unique,
                      bool redacted = false) {
  Pool pool;
  if (redacted) pool.NoteSecret();
  Value value = ParseJson(json, &pool).value();
  RefForms read = RefForms::Read(value, unique, &pool).value();
  if (!read.failure.cause.empty()) return read.failure.cause;
  std::string text = read.is_list ? "list " : "";
  for (const RefForm& form : read.forms) {
    absl::StrAppend(&text, form.external, form.name.ns, "/", form.name.name,
                    form.kind, " ");
  }
  return text;
}

TEST(RefForms, AreNamesOrObjects) {
  const struct {
    const char* reason;
    const char* json;
    bool unique;
    const char* want;
  } tests[] = {
      {"A name in the cloud.", R"({"external": "a/b"})", false, "a/b/ "},
      {"An object.", R"({"name": "a", "namespace": "n"})", false, "n/a "},
      {"With a kind.", R"({"name": "a", "kind": "K"})", false, "/aK "},
      {"A list, in order.", R"([{"name": "b"}, {"name": "a"}])", true,
       "list /b /a "},
      {"Twice the same object is found out later.",
       R"([{"name": "a"}, {"name": "a"}])", true, "list /a /a "},
      {"Both.", R"({"name": "a", "external": "b"})", false,
       "cannot specify both name and external"},
      {"Neither.", R"({"namespace": "n"})", false,
       "must specify either name or external"},
      {"A name that is no text.", R"({"name": 5})", false,
       "must specify either name or external"},
      {"A text.", R"("a")", false, "expected an object with name or external"},
      {"A mixed list.", R"([{"name": "a"}, {"external": "b"}])", false,
       "a list must not mix name and external"},
      {"The same name twice.", R"([{"external": "b"}, {"external": "b"}])",
       true, "duplicate external \"b\""},
      {"Which may be.", R"([{"external": "b"}, {"external": "b"}])", false,
       "list b/ b/ "},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ReadForms(test.json, test.unique), test.want);
  }
  EXPECT_EQ(ReadForms(R"([{"external": "b"}, {"external": "b"}])", true, true),
            "duplicate external \"?\"");
}

TEST(RefForms, AreNotTooMany) {
  std::string json = "[{}";
  for (int i = 0; i < 500; ++i) absl::StrAppend(&json, ",{}");
  EXPECT_EQ(ReadForms(absl::StrCat(json, "]"), false),
            "more than 500 references");
}

}  // namespace
}  // namespace loom
