// SPDX-License-Identifier: Apache-2.0
#include "sections/identities/identities.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "function/function.h"
#include "test/testing/call.h"

namespace loom {
namespace {

struct World {
  std::string published = "";  // in the status of the composite
  std::string observed = "";   // the resource; "": there is none
  std::string desired = R"({"apiVersion": "example.org/v1", "kind": "Pool",
      "metadata": {"name": "w"}, "spec": {"place": "eu"}})";
  std::string settings = "";  // members of the entry
};

ParsedResponse Answer(const World& world) {
  auto resources = [](const std::string& object) {
    return object.empty()
               ? std::string("{}")
               : absl::StrCat(R"({"pool": {"resource": )", object, "}}");
  };
  const std::string bytes = RequestBytes(absl::StrCat(
      R"({"observed": {"composite": {"resource": {"apiVersion":
          "example.org/v1", "kind": "X", "metadata": {"name": "x"},
          "status": {"pool": ")",
      world.published, R"("}}}, "resources": )", resources(world.observed),
      R"(}, "desired": {"resources": )", resources(world.desired),
      R"(}, "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1",
          "kind": "Input", "identities": [{"resource": "pool",
          "formats": [{"host": "pools.example.org",
                       "template": "places/{place}/pools/{pool}"}],
          "from": {"place": {"fieldPath": "spec.place"},
                   "pool": {"fieldPath": "spec.resourceID",
                            "default": {"fieldPath": "metadata.name"}}},
          "publishTo": "status.pool")",
      world.settings, "}]}}"));
  auto response = Function().Run(bytes);
  EXPECT_TRUE(response.ok()) << response.status();
  return ParsedResponse(response->view());
}

std::string PoolIdentities(absl::string_view place, absl::string_view more,
                           absl::string_view ref) {
  return absl::StrCat(R"({"apiVersion": "example.org/v1", "kind": "Pool",
      "metadata": {"name": "w"}, "spec": {"place": ")",
                      place, "\"", more, R"(}, "status": {"externalRef": ")",
                      ref, R"(", "conditions": [{"type": "Ready",
      "status": "True"}]}})");
}

constexpr char kStatus[] = "desired.composite.resource.status.pool";
constexpr char kSpec[] = "desired.resources[pool].resource.spec";
constexpr char kReason[] = "conditions[0].reason";

TEST(Identities, AreCanonicalWhenTheyArePublished) {
  ParsedResponse response =
      Answer({.observed = PoolIdentities(
                  "eu", "", "//pools.example.org/places/eu/pools/w")});
  EXPECT_EQ(response.At(kStatus), R"("places/eu/pools/w")");
  EXPECT_EQ(response.At(kReason), R"("Established")");
}

TEST(Identities, ThatArePublishedStayAsTheyAre) {
  const std::string odd = "//pools.example.org/places/eu/pools/w";
  EXPECT_EQ(Answer({.published = odd}).At(kStatus),
            absl::StrCat("\"", odd, "\""));
}

TEST(Identities, ThatCannotBeReadAreNotPublished) {
  ParsedResponse response =
      Answer({.observed = PoolIdentities("eu", "", "odd")});
  EXPECT_EQ(response.At(kReason), R"("InvalidFormat")");
  EXPECT_EQ(response.At(kStatus), "absent");
}

// So nothing is moved, and the user is reported.
TEST(Identities, GiveFieldsTheirValuesBack) {
  constexpr char kWarn[] = R"(, "onMismatch": "Warn")";
  constexpr char kMoved[] = R"({"apiVersion": "example.org/v1", "kind": "Pool",
      "metadata": {"name": "w"}, "spec": {"place": "us"}})";
  constexpr char kRenamed[] = R"({"apiVersion": "example.org/v1",
      "kind": "Pool", "metadata": {"name": "w"},
      "spec": {"place": "eu", "resourceID": "other"}})";
  const struct {
    const char* reason;
    const char* desired;
    std::string observed;
    const char* spec;
  } tests[] = {
      {"The observed one.", kMoved, PoolIdentities("eu", "", ""),
       R"({"place":"eu"})"},
      {"The resource is gone: the established one.", kMoved, "",
       R"({"place":"eu"})"},
      {"One that was not set before.", kRenamed, PoolIdentities("eu", "", ""),
       R"({"place":"eu"})"},
      {"One that was set before.", kRenamed,
       PoolIdentities("eu", R"(, "resourceID": "w")", ""),
       R"({"place":"eu","resourceID":"w"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ParsedResponse response = Answer({.published = "places/eu/pools/w",
                                      .observed = test.observed,
                                      .desired = test.desired,
                                      .settings = kWarn});
    EXPECT_EQ(response.At(kReason), R"("IdentityMismatch")");
    EXPECT_EQ(response.At(kSpec), test.spec);
    EXPECT_EQ(response.At(kStatus), R"("places/eu/pools/w")");
  }
}

// Crossplane deletes a field that is not emitted again.
TEST(Identities, ThatArePublishedStayWhateverTheTemplateMakes) {
  constexpr char kItems[] =
      R"({"a":"places/eu/pools/a","b":"places/eu/pools/b"})";
  const struct {
    const char* reason;
    const char* settings;  // of the template
    const char* published;
    const char* want;
  } tests[] = {
      {"A condition that does not hold.",
       R"("condition": "composite.spec.enabled")", R"("places/eu/pools/w")",
       R"("places/eu/pools/w")"},
      {"A condition that is not known.",
       R"("condition": "composite.spec.nope")", R"("places/eu/pools/w")",
       R"("places/eu/pools/w")"},
      {"Each item.", R"("forEach": {"items": "['b', 'a']"})", kItems, kItems},
      {"An item is away.", R"("forEach": {"items": "['b']"})", kItems, kItems},
      {"All items are away.", R"("forEach": {"items": "[]"})", kItems, kItems},
      {"The list is not known yet.",
       R"("forEach": {"items": "composite.spec.nope"})", kItems, kItems},
      {"What is no name of an item is not.", R"("forEach": {"items": "[]"})",
       R"({"a":"places/eu/pools/a","b":{"c":"d"},"c":"","-d":"e"})",
       R"({"a":"places/eu/pools/a"})"},
      {"Nor what a patch writes.",
       R"("forEach": {"items": "['now']"}, "patches": [{"type":
           "ToCompositeFromExpression", "expression": "'now'",
           "toFieldPath": "status.pool.new"}])",
       R"({"a":"places/eu/pools/a","new":"old"})",
       R"({"a":"places/eu/pools/a","new":"now"})"},
      {"Nor what stands below the name of a single resource.",
       R"("condition": "composite.spec.enabled")", kItems, "absent"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string bytes = RequestBytes(absl::StrCat(
        R"({"observed": {"composite": {"resource": {"apiVersion":
            "example.org/v1", "kind": "X", "metadata": {"name": "x"},
            "spec": {"enabled": false}, "status": {"pool": )",
        test.published, R"(}}}}, "input": {"apiVersion":
            "loom.fn.crossplane.io/v1beta1", "kind": "Input",
            "resources": [{"name": "pool", "base": {"apiVersion":
            "example.org/v1", "kind": "Pool", "spec": {"place": "eu"}}, )",
        test.settings, R"(}], "identities": [{"resource": "pool",
            "formats": [{"template": "places/{place}/pools/{pool}"}],
            "from": {"place": {"fieldPath": "spec.place"},
                     "pool": {"fieldPath": "spec.resourceID"}},
            "publishTo": "status.pool"}]}})"));
    auto response = Function().Run(bytes);
    ASSERT_TRUE(response.ok()) << response.status();
    ParsedResponse parsed(response->view());
    EXPECT_EQ(parsed.At(kStatus), test.want) << parsed.At("");
  }
}

TEST(Identities, OfNothingAreIdle) {
  EXPECT_EQ(Answer({.desired = ""}).At("conditions"), "absent");
}

// The cloud, the users and Crossplane do what they like for a while. What was
// published once is published for ever, or the call is FATAL and changes nothing.
TEST(Identities, NeverChangeByThemselves) {
  constexpr char kMadeUp[] = "//pools.example.org/places/eu/pools/8842";
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    auto one_of = [&](std::initializer_list<const char*> texts) {
      return std::string(texts.begin()[random() % texts.size()]);
    };
    World world;
    if (random() % 2 == 0) world.settings = R"(, "serverGenerated": true)";
    if (random() % 2 == 0) world.settings += R"(, "onMismatch": "Warn")";
    for (int call = 0; call < 20; ++call) {
      const std::string id =
          one_of({"", R"(, "resourceID": "w")", R"(, "resourceID": "v")"});
      const std::string place = one_of({"eu", "eu", "us"});
      world.desired = one_of({"", "x", "x", "x"}).empty()
                          ? ""
                          : PoolIdentities(place, id, "");
      world.observed =
          one_of({"", "x", "x"}).empty()
              ? ""
              : PoolIdentities(place, id,
                               one_of({"", "odd", "places/eu/pools/w",
                                       "places/us/pools/v", kMadeUp}));
      ParsedResponse response = Answer(world);
      const std::string status = response.At(kStatus);
      const bool fatal =
          response.At("results[0].severity") == R"("SEVERITY_FATAL")";
      if (!world.published.empty() && !fatal) {
        ASSERT_EQ(status, absl::StrCat("\"", world.published, "\""));
      }
      if (world.published.empty() && status != "absent") {
        world.published = status.substr(1, status.size() - 2);
      }
    }
  }
}

}  // namespace
}  // namespace loom
