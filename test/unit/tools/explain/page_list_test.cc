// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/explain/sample.h"
#include "tools/explain/views.h"

namespace loom {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Html, EscapesWhatIsNoText) {
  EXPECT_EQ(Html("<b a=\"1\" c='2'>&"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
  EXPECT_EQ(Html("a\u202eb\n"), "a\\u202eb\\u000a");
  EXPECT_EQ(Html("grüße"), "grüße");
}

TEST(PageVerdict, SaysWhyAndFoldsWhatIsMuch) {
  Explanation all = Sample();
  std::string head = PageVerdict(all);
  EXPECT_THAT(head, HasSubstr("<h1>XApp shop <span class=\"verdict bad\">"));
  EXPECT_THAT(head, HasSubstr("<li>spec.forProvider.policy: patch 1 at "
                              "composition.yaml:36:11<li>would"));
  EXPECT_THAT(head, Not(HasSubstr("<details>")));
  all.because.resize(7, all.because[0]);
  EXPECT_THAT(PageVerdict(all), HasSubstr("<summary>and 2 more</summary>"));
  all.because.clear();
  all.ready = true;
  EXPECT_EQ(PageVerdict(all),
            "<h1>XApp shop <span class=\"verdict good\">ready</span></h1>\n");
}

TEST(PageList, HasAnItemForEachField) {
  std::string list = PageList(Sample(), false);
  EXPECT_THAT(
      list,
      HasSubstr("<section><h3>bucket <small>s3.aws.upbound.io/v1beta1 Bucket, "
                "new</small></h3>\n<ul>\n<li data-f=2>"));
  EXPECT_THAT(
      list,
      HasSubstr(
          "<li data-f=4><code>spec.forProvider.tags.stage</code> = "
          "<samp>PROD</samp><ul><li>patch 2 FromEnvironmentFieldPath  "
          "composition.yaml:27:11<li>string Convert ToUpper  prod -&gt; PROD  "
          "composition.yaml:31:13<li>EnvironmentConfig eu-west-1 data.stage  "
          "environment.yaml:9:15<ul><li>over test of EnvironmentConfig base  "
          "environment.yaml:4:40</ul></ul></li>\n"));
  EXPECT_THAT(list, HasSubstr("<code>status.bucketArn</code> is not set<ul>"
                              "<li>skipped: patch 3"));
  EXPECT_THAT(list, HasSubstr("EnvironmentConfig//base of step environment"));
}

TEST(PageList, TellsChangesInWords) {
  Explanation after = Sample();
  after.fields[3].value.json = "\"us-east-1\"";
  after.fields[4].value = {std::nullopt, true};
  Explanation before = Sample();
  before.fields[4].value = {std::nullopt, true};
  MarkChanges(before, &after);
  std::string list = PageList(after, false);
  EXPECT_THAT(list, HasSubstr("~ value <code>spec.forProvider.region</code> = "
                              "<samp>eu-west-1 → us-east-1</samp>"));
  EXPECT_THAT(list, HasSubstr("<samp>(secret, not compared)</samp>"));
}

TEST(PageList, HasFieldsOfUnknownOwners) {
  Explanation all = Sample();
  all.fields[3].owner = "nobody";
  EXPECT_THAT(PageList(all, false),
              HasSubstr("<h3>nobody</h3>\n<ul>\n<li data-f=3>"));
}

TEST(PageList, ListsStepsThatWouldHaveWrittenNothingKnown) {
  Explanation all = Sample();
  all.steps[6].to.reset();
  EXPECT_THAT(PageList(all, false),
              HasSubstr("<li>skipped: patch 3 ToCompositeFieldPath"));
}

}  // namespace
}  // namespace loom
