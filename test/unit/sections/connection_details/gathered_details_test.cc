// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sections/connection_details/details_section.h"
#include "test/testing/json.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

GatheredDetails Gathered(const char* entries) {
  TestCall call(RequestBytes(R"({"observed": {"resources": {"db": {
      "resource": {"apiVersion": "example.org/v1", "kind": "Db"},
      "connectionDetails": {"user": "YQ==", "host": "aA=="}}}}})"));
  const AuthorInput input(
      std::string(R"({"connectionDetails": )") + entries + "}",
      Dialect::kNative);
  std::vector<Detail> list;
  for (const Input& entry : input.List("connectionDetails")) {
    list.push_back(Detail::Parse(entry));
  }
  EXPECT_EQ(input.problems(), "");
  auto gathered = GatherDetails(list, call.state);
  EXPECT_TRUE(gathered.ok()) << gathered.status();
  return *std::move(gathered);
}

TEST(GatheredDetails, AreThoseThatAreThere) {
  const GatheredDetails gathered = Gathered(R"([
      {"name": "z", "fromConnectionSecretKey": {"resource": "db", "key": "x"}},
      {"name": "user", "value": "v"}, {"allFrom": {"resource": "db"}},
      {"name": "a", "fromFieldPath": {"resource": "no", "fieldPath": "kind"}},
      {"allFrom": {"resource": "no"}}])");
  EXPECT_THAT(gathered.values,
              ElementsAre(Pair("host", "h"), Pair("user", "a")));
  EXPECT_THAT(gathered.missing, ElementsAre("a", "z"));
  EXPECT_THAT(gathered.texts,
              ElementsAre("z: db connection key x is missing",
                          "a: no field kind is missing",
                          "allFrom: no connection details are missing"));
  EXPECT_TRUE(gathered.Keeps("whatever"));
}

TEST(GatheredDetails, KeepWhatIsMissing) {
  const GatheredDetails gathered = Gathered(R"([
      {"name": "z", "fromConnectionSecretKey": {"resource": "db", "key": "x"}},
      {"name": "user", "value": "v"}])");
  EXPECT_TRUE(gathered.Keeps("z"));
  EXPECT_FALSE(gathered.Keeps("user"));
  EXPECT_FALSE(gathered.Keeps("whatever"));
}

}  // namespace
}  // namespace loom
