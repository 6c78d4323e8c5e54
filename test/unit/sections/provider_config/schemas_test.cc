// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "sections/provider_config/detection.h"

namespace loom {
namespace {

TEST(SchemaFacts, AreReadFromTheProperties) {
  const struct {
    const char* reason;
    const char* spec;
    bool reference, kind, composite;
  } tests[] = {
      {"The older shape.",
       R"({"providerConfigRef": {"properties": {"name": {}}}})", true, false,
       false},
      {"The newer one.",
       R"({"providerConfigRef": {"properties": {"name": {}, "kind": {}}}})",
       true, true, false},
      {"A composite.", R"({"crossplane": {}})", false, false, true},
      {"An older composite.", R"({"compositionRef": {}})", false, false, true},
      {"Something else.", R"({"size": {}})", false, false, false},
      {"Nothing that fits.", "5", false, false, false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto facts = SchemaFacts::Read(
        ParseJson(absl::StrCat(R"({"properties": {"spec": {"properties": )",
                               test.spec, "}}}"),
                  &pool)
            .value());
    EXPECT_EQ(facts.has_reference, test.reference);
    EXPECT_EQ(facts.reference_has_kind, test.kind);
    EXPECT_EQ(facts.is_composite, test.composite);
  }
  EXPECT_FALSE(SchemaFacts::Read(Object()).has_reference);
}

}  // namespace
}  // namespace loom
