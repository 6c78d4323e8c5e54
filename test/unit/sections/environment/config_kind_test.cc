// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sections/environment/environment.h"
#include "test/testing/json.h"

namespace loom {
namespace {

TEST(ConfigKind, HasData) {
  const struct {
    const char* reason;
    const char* type;
    const char* config;
    const char* to;
    const char* want;  // beside {"a": 1}; or the error
  } tests[] = {
      {"An EnvironmentConfig, of any types.", "", R"({"data": {"b": [2]}})", "",
       R"({"a":1,"b":[2]})"},
      {"A ConfigMap, whose texts stay.", "ConfigMap",
       R"({"data": {"b": "YW5u", "c": "2"}})", "",
       R"({"a":1,"b":"YW5u","c":"2"})"},
      {"Its bytes are left out.", "ConfigMap",
       R"({"data": {"b": "2"}, "binaryData": {"c": "YW5u"}})", "",
       R"({"a":1,"b":"2"})"},
      {"A Secret is decoded.", "Secret", R"({"data": {"b": "YW5u", "c": ""}})",
       "", R"({"a":1,"b":"ann","c":""})"},
      {"… also below a path.", "Secret", R"({"data": {"b": "YW5u"}})", "db",
       R"({"a":1,"b":"ann"})"},
      {"… and in a list, which replaces the one before.", "Secret",
       R"({"data": {"b": "YW5u"}})", "db[0]", R"({"b":"ann"})"},
      {"Without data.", "Secret", "{}", "", R"({"a":1})"},
      {"Without data below a path.", "Secret", R"({"data": null})", "db",
       R"({"a":1})"},

      {"Data of a ConfigMap that is no object.", "ConfigMap",
       R"({"metadata": {"name": "x"}, "data": []})", "",
       "cannot get data from ConfigMap \"x\": data: expected an object, got a "
       "list"},
      {"That of a Secret, anywhere.", "Secret",
       R"({"metadata": {"name": "x"}, "data": "a"})", "db",
       "cannot get data from Secret \"x\": data: expected an object, got a "
       "string"},
      {"No base64.", "Secret",
       R"({"metadata": {"name": "x"}, "data": {"b": "###"}})", "",
       "cannot get data from Secret \"x\": not valid base64"},
      {"No text.", "Secret",
       R"({"metadata": {"name": "x"}, "data": {"b": "/w=="}})", "",
       "cannot get data from Secret \"x\": NotText: the decoded value is not "
       "UTF-8 text"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Value group = Json(R"({"a": 1})");
    absl::Status status = AddData(ConfigKindOf(test.type), Json(test.config),
                                  *Path::Parse(test.to), &group, TestPool());
    EXPECT_EQ(status.ok() ? ToJson(group) : std::string(status.message()),
              test.want);
  }
}

TEST(ConfigKind, NotesThatASecretWasRead) {
  for (const bool secret : {false, true}) {
    Pool pool;
    Value group = Object();
    EXPECT_TRUE(AddData(ConfigKindOf(secret ? "Secret" : "ConfigMap"),
                        Json(R"({"data": {"a": "YW5u"}})"), Path(), &group,
                        &pool)
                    .ok());
    EXPECT_EQ(pool.has_read_secret(), secret);
  }
}

}  // namespace
}  // namespace loom
