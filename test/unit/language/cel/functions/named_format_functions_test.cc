// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "language/cel/functions/library.h"
#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(NamedFormatFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {"format.dns1123Label().validate('a')", "none"},
      {"format.dns1123Label().validate('a.b')",
       R"(optional ["must not contain dots"])"},
      {"format.uri().validate('a')",
       R"(optional ["parse \"a\": invalid URI for request"])"},
      {"format.date().validate('x').orValue(['-'])[0]", R"("invalid date")"},
      {"format.named('uuid').value().validate('x')",
       R"(optional ["does not match the UUID format"])"},
      {"format.named('named')", "none"},
      {"format.named('')", "none"},
      {"format.named('uuid').optMap(f, f.validate('x').hasValue())",
       "optional true"},
      {"format.uri() == format.uri()", "true"},
      {"format.uri() == format.uuid()", "false"},
      {"format.nothing()", R"(refused 1:8: unknown function "nothing")"},
      {"format.uri().validate(1)",
       "refused 1:14: no such overload: validate of kubernetes.NamedFormat and "
       "int"},
      {"type(format.uri()) == kubernetes.NamedFormat", "true"},
      // The function of strings is another one.
      {"'%s'.format(['a'])", R"("a")"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(NamedFormatFunctions, AreFoundByName) {
  const char* names[] = {"dns1123Label",
                         "dns1123Subdomain",
                         "dns1035Label",
                         "qualifiedName",
                         "dns1123LabelPrefix",
                         "dns1123SubdomainPrefix",
                         "dns1035LabelPrefix",
                         "labelValue",
                         "uri",
                         "uuid",
                         "byte",
                         "date",
                         "datetime"};
  EXPECT_EQ(NamedFormatRows().size(), std::size(names) + 2);
  for (absl::string_view name : names) {
    EXPECT_EQ(Evaluated(absl::StrCat("format.named('", name, "') == ",
                                     "optional.of(format.", name, "())")),
              "true")
        << name;
  }
}

}  // namespace
}  // namespace loom::testing
