// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "data/go/format.h"
#include "data/value/json.h"
#include "data/value/number.h"

namespace loom {
namespace {

TEST(GoType, NamesTypes) {
  const struct {
    const char* reason;
    const char* json;
    const char* name;
    const char* printed;
  } tests[] = {
      {"Null is no type.", "null", "<nil>", "<nil>"},
      {"A boolean.", "true", "bool", "bool"},
      {"A text.", R"("5")", "string", "string"},
      {"A whole number prints as one.", "5", "float64", "int64"},
      {"A fraction.", "0.5", "float64", "float64"},
      {"Beyond 2^53 a number may not be whole.", "1e300", "float64", "float64"},
      {"A list.", "[1]", "[]interface {}", "[]interface {}"},
      {"An object.", "{}", "map[string]interface {}",
       "map[string]interface {}"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Value value = *ParseJson(test.json, &pool);
    EXPECT_EQ(GoTypeName(value), test.name);
    EXPECT_EQ(PrintedType(value), test.printed);
  }
  EXPECT_EQ(GoTypeName(Integer(5)), "int64");
  EXPECT_EQ(PrintedType(Integer(5)), "int64");
  EXPECT_EQ(PrintedInteger(Real(5)), 5);
  EXPECT_EQ(PrintedInteger(Real(-0.0)), std::nullopt);
}

}  // namespace
}  // namespace loom
