// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "test/unit/tools/explain/sample.h"
#include "tools/embedded.h"

namespace loom {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string DataOf(const std::string& page) {
  const std::string start_tag =
      "<script type=\"application/json\" id=\"data\">";
  const size_t start = page.find(start_tag) + start_tag.size();
  return page.substr(start, page.find("</script>", start) - start);
}

TEST(PageView, HasTheJsonInIt) {
  std::string page = PageView(Sample(), {});
  EXPECT_EQ(DataOf(page), JsonView(Sample()));
  EXPECT_THAT(page, Not(HasSubstr("{{"))) << "every place is filled";
  EXPECT_THAT(page, HasSubstr("default-src 'none'; style-src 'unsafe-inline'; "
                              "script-src 'unsafe-inline'"));
}

TEST(PageView, LetsNoValueEndTheScript) {
  Explanation all = Sample();
  all.fields[3].value.json = R"("</script><script>alert(1)</script>{{style}}")";
  all.name = "</title><img src=x onerror=alert(1)>";
  std::string page = PageView(all, {});
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_EQ(ReadSample(DataOf(page)).fields[3].value.json,
            R"("\u003c/script\u003e\u003cscript\u003ealert(1)\u003c/script)"
            R"(\u003e{{style}}")");
}

TEST(Views, ShowNoSecret) {
  Explanation all = Sample();
  const ShownValue secret = {"\"planted\"", true};
  all.sources[3].value = all.fields[3].value = all.fields[3].before = secret;
  all.fields[3].was = {{secret, 3}};
  all.fields[4].change = "value";
  all.fields[4].before = secret;
  all.steps[5].transforms[0].in = all.steps[5].transforms[0].out = secret;
  all.steps[5].from.push_back({Origin::Kind::kSource, 3});
  all.steps[2].over = {{Origin::Kind::kSource, 3}};
  for (const std::string& view :
       {TextView(all, {.full = true}), JsonView(all),
        MermaidView(all, {.full = true}), PageView(all, {.full = true})}) {
    EXPECT_THAT(view, Not(HasSubstr("planted")));
    EXPECT_THAT(view, HasSubstr("secret"));
  }
}

TEST(PageView, IsSmall) {
  EXPECT_LT(PageView(Explanation(), {}).size(), 60'000u);
  std::string script = EmbeddedText("graph.js") + EmbeddedText("page.js");
  EXPECT_LE(std::count(script.begin(), script.end(), '\n'), 500);
}

TEST(PageView, SaysWhatItLeavesOut) {
  Explanation all = Sample();
  for (size_t i = 0; i < 30; ++i) {
    all.resources.push_back({.name = absl::StrCat("r", i), .kind = "Bucket"});
    for (size_t field = 0; field < 100; ++field) {
      all.fields.push_back(
          FieldOf(absl::StrCat("r", i), absl::StrCat("spec.f", field), "1", 3));
    }
  }
  std::string page = PageView(all, {});
  EXPECT_THAT(page, HasSubstr("Shows 1907 of 3007 fields. Ask for the others "
                              "with --at RESOURCE."));
  Explanation shown = ReadSample(DataOf(page));
  EXPECT_TRUE(shown.truncated);
  EXPECT_EQ(shown.because.size(), 2u) << "what is not ready is never left out";
}

}  // namespace
}  // namespace loom
