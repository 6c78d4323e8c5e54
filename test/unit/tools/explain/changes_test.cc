// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/tools/explain/sample.h"
#include "tools/provenance/wording.h"

namespace loom {
namespace {

// The signs of the fields that changed, in a line each.
std::string Signs(const Explanation& all) {
  std::string text;
  for (const ExplainedField& field : all.fields) {
    if (field.change.empty()) continue;
    absl::StrAppend(&text, std::string(1, ChangeSign(field.change)), " ",
                    FieldName(field), "\n");
  }
  return text;
}

std::string Changes(const Explanation& before, Explanation after) {
  MarkChanges(before, &after);
  EXPECT_TRUE(after.compared);
  EXPECT_EQ(JsonView(ReadSample(JsonView(after))), JsonView(after));
  return Signs(after);
}

TEST(MarkChanges, FindsNoneInTheSame) {
  EXPECT_EQ(Changes(Sample(), Sample()), "");
}

TEST(MarkChanges, TellsValuesFromOrigins) {
  Explanation after = Sample();
  after.fields[3].value.json = "\"us-east-1\"";
  after.steps[5].from = {{Origin::Kind::kSource, 3}};
  EXPECT_EQ(Changes(Sample(), after),
            "~ bucket.spec.forProvider.region\n"
            "@ bucket.spec.forProvider.tags.stage\n");
  Explanation marked = after;
  MarkChanges(Sample(), &marked);
  EXPECT_EQ(marked.fields[3].before.json, "\"eu-west-1\"");
  EXPECT_EQ(marked.fields[4].before.json, std::nullopt);
}

TEST(MarkChanges, FollowsOriginsThroughFields) {
  Explanation after = Sample();
  after.steps[2].from = {{Origin::Kind::kSource, 1}};
  EXPECT_EQ(Changes(Sample(), after),
            "@ env.stage\n@ bucket.spec.forProvider.tags.stage\n");
}

TEST(MarkChanges, TakesAnotherIndexOrNameOfTheCompositeForNone) {
  Explanation after = Sample();
  after.steps[4].index = 5;
  after.sources[3].name = "XApp other";
  EXPECT_EQ(Changes(Sample(), after), "");
}

TEST(MarkChanges, KeepsWhatIsGone) {
  Explanation after = Sample();
  after.fields.erase(after.fields.begin() + 2, after.fields.end());
  after.steps.resize(3);
  after.because.clear();
  Explanation marked = after;
  MarkChanges(Sample(), &marked);
  EXPECT_EQ(Signs(marked),
            "- bucket.spec.forProvider.forceDestroy\n"
            "- bucket.spec.forProvider.region\n"
            "- bucket.spec.forProvider.tags.stage\n");
  const ExplainedField& tag = marked.fields[4];
  EXPECT_EQ(tag.before.json, "\"PROD\"");
  EXPECT_EQ(tag.value.json, std::nullopt);
  ASSERT_EQ(marked.steps[tag.by].from.size(), 1u);
  EXPECT_EQ(marked.steps[tag.by].from[0].id, 1u) << "the field env.stage";
  EXPECT_EQ(Changes(after, Sample()),
            "+ bucket.spec.forProvider.forceDestroy\n"
            "+ bucket.spec.forProvider.region\n"
            "+ bucket.spec.forProvider.tags.stage\n");
}

TEST(MarkChanges, KeepsResourcesThatAreGone) {
  Explanation after = Sample();
  after.resources.erase(after.resources.begin());
  MarkChanges(Sample(), &after);
  ASSERT_EQ(after.resources.size(), 2u);
  EXPECT_EQ(after.resources[1].name, "bucket");
  EXPECT_EQ(after.resources[1].state, "removed");
  Explanation later = after;
  later.resources.pop_back();
  MarkChanges(after, &later);
  EXPECT_EQ(later.resources.size(), 1u) << "it was gone before";
}

TEST(MarkChanges, ComparesNoSecrets) {
  Explanation before = Sample();
  Explanation after = Sample();
  before.fields[3].value = after.fields[3].value = {std::nullopt, true};
  EXPECT_EQ(Changes(before, after), "");
  after.fields[3].value = {"\"reported\"", false};
  EXPECT_EQ(Changes(before, after), "~ bucket.spec.forProvider.region\n");
}

TEST(MarkChanges, CountsAValueThatIsNoLongerSet) {
  Explanation before = Sample();
  before.fields[5].value.json = "\"arn\"";
  EXPECT_EQ(Changes(before, Sample()), "- xr.status.bucketArn\n");
  EXPECT_EQ(Changes(Sample(), before), "+ xr.status.bucketArn\n");
}

}  // namespace
}  // namespace loom
