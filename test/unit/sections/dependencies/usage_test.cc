// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "data/fieldpath/access.h"
#include "data/value/object.h"
#include "sections/dependencies/usages.h"
#include "test/testing/json.h"

namespace loom {
namespace {

Value OfUsage(const std::string& kind, const std::string& name,
              const std::string& ns) {
  return Json(absl::StrCat(
      R"({"apiVersion": "example.org/v1", "kind": ")", kind,
      R"(", "metadata": {"name": ")", name, "\"",
      ns.empty() ? "" : absl::StrCat(R"(, "namespace": ")", ns, "\""), "}}"));
}

TEST(Usage, StandsWhereCrossplaneAllowsIt) {
  const struct {
    const char* reason;
    const char* by_ns;
    const char* of_ns;
    UsageVersion version;
    const char* want;  // kind, its namespace, that of `of`; "": not possible
  } tests[] = {
      {"Both cluster-scoped.", "", "", UsageVersion::kV2, "ClusterUsage - -"},
      {"Both in one namespace.", "a", "a", UsageVersion::kV2, "Usage a -"},
      {"In two namespaces.", "a", "b", UsageVersion::kV2, "Usage a b"},
      {"Only the dependent is namespaced.", "a", "", UsageVersion::kV2,
       "Usage a -"},
      {"Only what it depends on is namespaced.", "", "b", UsageVersion::kV2,
       "Usage b -"},
      {"Version 1, cluster-scoped.", "", "", UsageVersion::kV1, "Usage - -"},
      {"Version 1 has no namespaces: of the dependent.", "a", "",
       UsageVersion::kV1, ""},
      {"Version 1 has no namespaces: of what it depends on.", "", "b",
       UsageVersion::kV1, ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const Value of = OfUsage("Db", "d", test.of_ns);
    const Value by = OfUsage("App", "a", test.by_ns);
    const UsagePair pair{.of = of, .by = by};
    ASSERT_EQ(CanBeUsage(pair, test.version), *test.want != '\0');
    if (*test.want == '\0') continue;
    Pool pool;
    const Value usage = MakeUsage(pair, test.version, "name", "ignore", &pool);
    EXPECT_TRUE(IsUsage(usage));
    auto at = [&](const Value& object, const char* path) {
      absl::StatusOr<const Value*> value =
          Get(object, *Path::Parse(path), &pool);
      return value.ok() ? std::string(View(**value)) : "-";
    };
    EXPECT_EQ(
        absl::StrCat(at(usage, "kind"), " ", at(usage, "metadata.namespace"),
                     " ", at(usage, "spec.of.resourceRef.namespace")),
        test.want);
    EXPECT_EQ(at(usage, "spec.by.resourceRef.namespace"), "-");
    EXPECT_EQ(at(usage, "metadata.labels.ignore"), "true");
  }
}

TEST(Usage, HasANameThatEveryObjectMayHave) {
  const std::string longest(60, 'x');
  const struct {
    const char* reason;
    const char* kind;
    std::string name;
    const char* want;
  } tests[] = {
      {"A short one is whole.", "App", "a", "app-a-db-d-b7615a-dependency"},
      {"A long one is cut.", "App", longest,
       "app-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-c71477-dependency"},
      {"Where it is cut at a hyphen, that is not doubled.", "App",
       std::string(40, 'x') + "-yyyyyyyyyyyyyy",
       "app-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-286f9b-dependency"},
      {"What a label of DNS may not have becomes a hyphen.", "App",
       "system:a.b_c", "app-system-a-b-c-db-d-fb2ca3-dependency"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const Value of = OfUsage("Db", "d", "");
    const Value by = OfUsage(test.kind, test.name, "");
    const std::string name = UsageName({.of = of, .by = by});
    EXPECT_EQ(name, test.want);
    EXPECT_LE(name.size(), 63);
  }
}

TEST(Usage, HasANameOfItsOwnAsWell) {
  const Value a = OfUsage("Db", "d", "a");
  const Value b = OfUsage("Db", "d", "b");
  const Value by = OfUsage("App", "a", "");
  EXPECT_EQ(UsageName({.of = a, .by = by}), UsageName({.of = b, .by = by}));
  const std::string own = OwnUsageName({.of = a, .by = by});
  EXPECT_EQ(own, "app-a-db-d-a621d5-dependency");
  EXPECT_NE(own, OwnUsageName({.of = b, .by = by}));
  // Kinds and names that make one text together.
  const Value app = OfUsage("App", "x-db-y", "");
  const Value left = OfUsage("App", "x", "");
  EXPECT_EQ(UsageName({.of = OfUsage("Db", "z", ""), .by = app}),
            UsageName({.of = OfUsage("Db", "y-db-z", ""), .by = left}));
  EXPECT_NE(OwnUsageName({.of = OfUsage("Db", "z", ""), .by = app}),
            OwnUsageName({.of = OfUsage("Db", "y-db-z", ""), .by = left}));
}

TEST(Usage, IsKnownToBeOfItsPair) {
  Pool pool;
  const Value db = OfUsage("Db", "d", "a");
  const Value app = OfUsage("App", "a", "a");
  const UsagePair pair{.of = db, .by = app};
  const Value usage =
      MakeUsage(pair, UsageVersion::kV2, "name", "ignore", &pool);
  EXPECT_TRUE(IsUsageOf(usage, pair));
  Value newer = OfUsage("Db", "d", "a");
  Set(newer, "apiVersion", Borrow("example.org/v2"), &pool);
  EXPECT_TRUE(IsUsageOf(usage, {.of = newer, .by = app})) << "of any version";
  Value group = OfUsage("Db", "d", "a");
  Set(group, "apiVersion", Borrow("example.com/v1"), &pool);
  const Value foreign = OfUsage("Db", "d", "b");
  const Value named = OfUsage("Db", "e", "a");
  for (const Value* other :
       std::initializer_list<const Value*>{&group, &foreign, &named}) {
    EXPECT_FALSE(IsUsageOf(usage, {.of = *other, .by = app}));
  }
  const Value elsewhere = OfUsage("App", "a", "b");
  EXPECT_FALSE(IsUsageOf(usage, {.of = db, .by = elsewhere}));
  EXPECT_FALSE(IsUsageOf(Json("{}"), pair));
  EXPECT_FALSE(
      IsUsageOf(Json(R"({"apiVersion": "protection.crossplane.io/v1beta1",
               "kind": "Usage", "spec": {"of": 5}})"),
                pair));
}

TEST(Usage, IsRecognised) {
  const struct {
    const char* object;
    bool want;
  } tests[] = {
      {R"({"apiVersion": "protection.crossplane.io/v1beta1",
           "kind": "ClusterUsage"})",
       true},
      {R"({"apiVersion": "protection.crossplane.io/v1", "kind": "Usage"})",
       true},
      {R"({"apiVersion": "apiextensions.crossplane.io/v1beta1",
           "kind": "Usage"})",
       true},
      {R"({"apiVersion": "example.org/v1", "kind": "Usage"})", false},
      {R"({"apiVersion": "protection.crossplane.io/v1", "kind": "Other"})",
       false},
      {"{}", false},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(IsUsage(Json(test.object)), test.want) << test.object;
  }
}

// As it is in the cluster, without the two objects.
TEST(Usage, IsKnownToBeMadeHere) {
  const Value app = OfUsage("App", "a", "a");
  const Value shared = OfUsage("App", "a", "");
  const Value near = OfUsage("Db", "d", "a");
  const Value far = OfUsage("Db", "d", "b");
  const Value cluster = OfUsage("Db", "d", "");
  const struct {
    const char* reason;
    UsagePair pair;
    std::string name;
    bool want;
  } tests[] = {
      {"The name of the pair.",
       {.of = near, .by = app},
       UsageName({.of = near, .by = app}),
       true},
      {"A name of its own, in one namespace.",
       {.of = near, .by = app},
       OwnUsageName({.of = near, .by = app}),
       true},
      {"A name of its own, in two namespaces.",
       {.of = far, .by = app},
       OwnUsageName({.of = far, .by = app}),
       true},
      {"A name of its own, of a cluster-scoped object.",
       {.of = cluster, .by = app},
       OwnUsageName({.of = cluster, .by = app}),
       true},
      {"A name of its own, by a cluster-scoped object.",
       {.of = far, .by = shared},
       OwnUsageName({.of = far, .by = shared}),
       true},
      {"The name of another pair.",
       {.of = near, .by = app},
       OwnUsageName({.of = far, .by = app}),
       false},
      {"A name that an author has chosen.",
       {.of = near, .by = app},
       "my-dependency",
       false},
  };
  for (const auto& test : tests) {
    Pool pool;
    const Value usage =
        MakeUsage(test.pair, UsageVersion::kV2, test.name, "ignore", &pool);
    EXPECT_EQ(IsMadeHere(usage), test.want) << test.reason;
  }
  EXPECT_FALSE(IsMadeHere(near)) << "no Usage";
  EXPECT_FALSE(IsMadeHere(Json("{}")));
}

}  // namespace
}  // namespace loom
