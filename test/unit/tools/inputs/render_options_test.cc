// SPDX-License-Identifier: Apache-2.0
#include "tools/inputs/render_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "test/testing/brief.h"

namespace loom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

TEST(RenderOptionsTest, TakesTheFlagsOfCrossplaneRender) {
  absl::StatusOr<RenderOptions> options =
      ParseRenderOptions({"xr.yaml",
                          "-o",
                          "o1",
                          "--observed-resources=o2,o3",
                          "composition.yaml",
                          "-e",
                          "e1",
                          "--extra-resources=e2",
                          "--required-resources",
                          "-",
                          "-s",
                          "s1",
                          "--required-schemas=s2",
                          "functions.yaml",
                          "-r",
                          "-x",
                          "-c",
                          "-q",
                          "-a",
                          "k=v=w",
                          "-a",
                          "k2=",
                          "--context-files",
                          "a=b.yaml",
                          "--context-values=c={\"d\": 1, \"e\": 2}",
                          "--function-credentials",
                          "s",
                          "--timeout",
                          "1m30s",
                          "--skip",
                          "one"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->composite, "xr.yaml");
  EXPECT_EQ(options->composition, "composition.yaml");
  EXPECT_EQ(options->runtimes.functions, "functions.yaml");
  EXPECT_THAT(options->observed, ElementsAre("o1", "o2", "o3"));
  EXPECT_THAT(options->required, ElementsAre("e1", "e2", "-"));
  EXPECT_THAT(options->schemas, ElementsAre("s1", "s2"));
  EXPECT_THAT(options->credentials, ElementsAre("s"));
  EXPECT_THAT(options->runtimes.annotations,
              ElementsAre(Pair("k", "v=w"), Pair("k2", "")));
  EXPECT_THAT(options->context_files, ElementsAre(Pair("a", "b.yaml")));
  EXPECT_THAT(options->context_values,
              ElementsAre(Pair("c", "{\"d\": 1, \"e\": 2}")));
  EXPECT_THAT(options->runtimes.skip, ElementsAre("one"));
  EXPECT_TRUE(options->results && options->full_composite && options->context &&
              options->quiet);
  EXPECT_EQ(options->timeout, absl::Seconds(90));
}

TEST(RenderOptionsTest, Defaults) {
  absl::StatusOr<RenderOptions> options = ParseRenderOptions({"a", "b"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->runtimes.functions, "");
  EXPECT_EQ(options->timeout, absl::Minutes(1));
  EXPECT_FALSE(options->results || options->full_composite ||
               options->context || options->quiet);
}

TEST(RenderOptionsTest, TheCompositeMayFollowDiff) {
  auto options =
      ParseRenderOptions({"--cluster", "--diff", "App/shop", "-n", "a"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_TRUE(options->against_cluster && options->runtimes.skips_foreign);
  EXPECT_EQ(options->composite, "App/shop");
  EXPECT_EQ(options->where.ns, "a");
  options = ParseRenderOptions({"A/b", "--cluster", "--diff=c.yaml"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->expected, "c.yaml");
}

TEST(RenderOptionsTest, ErrorsSayWhatToDo) {
  struct Case {
    const char* reason;
    std::vector<std::string> arguments;
    const char* want;
  };
  const Case kCases[] = {
      {"nothing", {}, "missing argument: XR"},
      {"too much", {"a", "b", "c", "d"}, "unexpected argument d"},
      {"a slip",
       {"a", "b", "--requried-resources", "x"},
       "unknown flag --requried-resources\n  (--required-resources?)"},
      {"no pair",
       {"a", "b", "-a", "x"},
       "--function-annotations x: expected KEY=VALUE"},
      {"no key", {"a", "b", "--context-values", "=x"}, "expected KEY=VALUE"},
      {"no value", {"a", "b", "-e"}, "--required-resources"},
      {"no value of a flag that the help page does not show (had no name)",
       {"a", "b", "--crossplane-image"},
       "--crossplane-image: a value is missing"},
      {"such a flag given twice",
       {"a", "b", "--cache-dir=a", "--cache-dir=b"},
       "--cache-dir can be set only once"},
      {"a project is not for this tool",
       {"a", "b", "-f", "crossplane-project.yaml"},
       "--project-file: only the Crossplane CLI builds projects\n  pass the"},
      {"no unit",
       {"a", "b", "--timeout", "5"},
       "expected a duration above zero"},
      {"stdin cannot be watched",
       {"-", "b", "--watch"},
       "--watch: stdin cannot be read twice"},
      {"stdin twice", {"-", "b", "-e", "-"}, "only one file can be -"},
      {"two sources",
       {"A/b", "--cluster", "--from", "x"},
       "--cluster and --from cannot be combined"},
      {"nobody's cluster", {"--cluster"}, "--cluster requires a composite"},
      {"a composite besides the file that has one",
       {"xr.yaml", "--from", "x"},
       "--from already has the composite, but xr.yaml is passed as well"},
      {"two Compositions",
       {"A/b", "c.yaml", "--cluster", "--composition", "d.yaml"},
       "unexpected argument c.yaml"},
      {"nothing to watch",
       {"A/b", "--cluster", "--watch"},
       "--watch watches files"},
      {"nothing to compare with", {"a", "b", "--diff="}, "--diff: a value"},
      {"a changed composite of nothing",
       {"a", "b", "--xr", "c"},
       "--xr is for --cluster and --from"},
      {"a request besides files",
       {"a", "b", "--request", "c"},
       "cannot be combined"},
      {"a request besides observed resources, which would be ignored",
       {"--request", "c", "-o", "d"},
       "--request and --observed-resources cannot be combined"},
      {"a request besides a context",
       {"--request", "c", "--context-values", "k=v"},
       "--request and --context-values cannot be combined"},
      {"a difference as JSON",
       {"A/b", "--cluster", "--diff", "--output", "json"},
       "--output json and --diff cannot be combined"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    absl::Status status = ParseRenderOptions(c.arguments).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(Brief(status.message()), HasSubstr(c.want));
  }
}

TEST(RenderOptionsTest, FlagsOfLaterVersionsAreTakenWithoutEffect) {
  absl::StatusOr<RenderOptions> options = ParseRenderOptions(
      {"a", "b", "--max-concurrency=4", "--crossplane-version", "v2.3.4",
       "--crossplane-image=i", "--crossplane-binary=b", "--cache-dir=d",
       "--crossplane-docker-network", "n", "--strict"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_TRUE(options->strict);
  EXPECT_THAT(
      options->without_effect,
      testing::ElementsAre("--crossplane-version", "--crossplane-image",
                           "--crossplane-binary", "--crossplane-docker-network",
                           "--cache-dir", "--max-concurrency"));
}

TEST(RenderOptionsTest, HelpNeedsNothingElse) {
  EXPECT_TRUE(ParseRenderOptions({"--help"})->help);
  std::string help = HelpText(RenderHelp());
  EXPECT_THAT(help, HasSubstr("--required-resources"));
  EXPECT_THAT(help, HasSubstr("-s, --required-schemas DIR"));
}

}  // namespace
}  // namespace loom
