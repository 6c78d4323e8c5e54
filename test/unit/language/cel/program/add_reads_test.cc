// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "data/value/object.h"
#include "language/cel/program/expression_reads.h"
#include "language/input/fields.h"
#include "test/testing/json.h"
#include "test/unit/data/value/mask_text.h"

namespace loom {
namespace {

constexpr ExpressionNames kNames =
    kNamesOfCall | ExpressionName::kObject | kNamesOfItem;

// What is read, by its source; what nothing is read of is left out.
std::string Reported(const Reads& reads, FieldMask* object) {
  std::string reported;
  auto tell = [&](absl::string_view name, const FieldMask& mask) {
    if (mask.empty()) return;
    absl::StrAppend(&reported, " ", name, ":", MaskText(mask));
  };
  tell("composite", reads.composite);
  tell("environment", reads.environment);
  tell("required", reads.required);
  tell("resources", reads.resources);
  tell("db", *const_cast<Reads&>(reads).Resource("db"));
  tell("object", *object);
  return reported;
}

TEST(AddReads, AddsWhatStandsInTheText) {
  const struct {
    const char* reason;
    const char* expression;
    const char* want;
  } tests[] = {
      {"Fields of several sources.",
       "composite.spec.users > int(environment.limits.users)",
       " composite:spec{users{*}} environment:limits{users{*}}"},
      {"Elements of a list share its mask.", "composite.spec.zones[0].name",
       " composite:spec{zones{name{*}}}"},
      {"A key that is computed: all that it may name.",
       "composite.spec[environment.name]",
       " composite:spec{*} environment:name{*}"},
      {"The object of a template.", "object.status.id",
       " object:status{id{*}}"},
      {"An observed resource.", "observed.resources.db.resource.status.id",
       " db:status{id{*}}"},
      {"The same, whole.", "has(observed.resources.db)", " db:*"},
      {"Its details are no part of the object.",
       "observed.resources['db'].connection_details['x']", ""},
      {"One whose name is computed.",
       "observed.resources['d' + key].resource.status", " resources:*"},
      {"All of them.", "observed.resources.all(r, r == 'db')", " resources:*"},
      {"The composite by its longer name.",
       "observed.composite.resource.spec.a", " composite:spec{a{*}}"},
      {"Whatever is observed.", "has(observed.composite)", " composite:*"},
      {"Fields of required objects.", "required.nets[0].spec.cidr",
       " required:spec{cidr{*}}"},
      {"A list of them.", "required.nets.map(n, n.spec)", " required:*"},
      {"What needs no mask.", "size(desired.resources) > index", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Value input = Object();
    Set(input, "x", Text(test.expression, TestPool()), TestPool());
    Problems problems;
    Fields fields(Input(input, Dialect::kNative, &problems));
    auto expression = InputExpression::Read(fields, "x", kNames);
    ASSERT_TRUE(expression.has_value()) << problems.Joined();
    Reads reads;
    FieldMask object;
    AddReads(*expression, &reads, &object);
    EXPECT_EQ(Reported(reads, &object), test.want);
  }
}

TEST(AddReads, AddsAllThatNamesStandFor) {
  Reads reads;
  FieldMask object;
  AddReads(kNamesOfItem | ExpressionName::kValue | ExpressionName::kDesired,
           &reads, &object);
  EXPECT_EQ(Reported(reads, &object), "");
  AddReads(kNames, &reads, &object);
  EXPECT_EQ(Reported(reads, &object),
            " composite:* environment:* required:* resources:* object:*");
}

}  // namespace
}  // namespace loom
