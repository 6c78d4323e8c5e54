// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/withdrawal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/substitute.h"
#include "data/value/json.h"
#include "google/protobuf/util/json_util.h"
#include "sections/dependencies/usages.h"
#include "test/testing/section_call.h"

namespace loom {
namespace {

using Objects = std::map<std::string, std::string>;

std::string ObjectJson(absl::string_view name, absl::string_view metadata) {
  return absl::StrCat(R"({"apiVersion": "example.org/v1", "kind": "Thing",
      "metadata": {"name": ")",
                      name, "-x\"", metadata, R"(}, "spec": {"size": 1}})");
}

// The resource of that name.
std::string Thing(absl::string_view name, absl::string_view metadata = "") {
  return absl::StrCat(R"({"resource": )", ObjectJson(name, metadata), "}");
}

std::string NameOfUsage(absl::string_view by, absl::string_view of) {
  Pool pool;
  const Value dependent = *ParseJson(ObjectJson(by, ""), &pool);
  const Value prerequisite = *ParseJson(ObjectJson(of, ""), &pool);
  return UsageName({.of = prerequisite, .by = dependent});
}

// The observed resources, and Usages such as "app-db" of those that are there or not.
Objects Observed(const std::vector<std::string>& things,
                 const std::vector<std::string>& usages = {},
                 absl::string_view annotations = "") {
  Objects observed;
  for (const std::string& name : things) observed[name] = Thing(name);
  for (const std::string& usage : usages) {
    const size_t end = usage.find('-');
    const std::string by = usage.substr(0, end), of = usage.substr(end + 1);
    const std::string name = NameOfUsage(by, of);
    auto side_of = [](absl::string_view side, absl::string_view object) {
      return absl::StrCat("\"", side, R"(": {"apiVersion": "example.org/v1",
          "kind": "Thing", "resourceRef": {"name": ")",
                          object, "-x\"}}");
    };
    observed[name] = absl::StrCat(
        R"({"resource": {"apiVersion": "protection.crossplane.io/v1beta1",
            "kind": "ClusterUsage", "metadata": {"name": ")",
        name, R"(", "annotations": {)", annotations, R"(}}, "spec": {)",
        side_of("of", of), ", ", side_of("by", by), "}}}");
  }
  return observed;
}

// What is desired, with "by-of" for each Usage.
std::string Shown(const SectionCall& call) {
  std::vector<std::string> names;
  for (const auto& [name, resource] : call.message().desired().resources()) {
    const bool usage = absl::EndsWith(name, "-dependency");
    names.push_back(
        usage
            ? absl::StrCat("(", SideOf(resource.resource(), "by").substr(0, 3),
                           SideOf(resource.resource(), "of").substr(0, 3), ")")
            : name);
  }
  std::sort(names.begin(), names.end());
  return absl::StrJoin(names, " ");
}

constexpr char kKinds[] = R"("kinds": [{"group": "example.org", "resource":
    "things", "kind": "Thing", "scope": "Cluster"}])";
constexpr char kAppOnDb[] = R"(, "dependencies": [{"resource": "a.",
    "dependsOn": [{"resource": "d."}], "deletion": "Usage"}])";
const std::string kKept = absl::StrCat("\"", kKeptAnnotation, R"(": "true")");

TEST(Withdrawal, KeepsWhatOthersDependOn) {
  const struct {
    const char* reason;
    const char* input;
    Objects desired;
    Objects observed;
    const char* after;
    const char* condition;
    // Whether Crossplane finds a1, which it has forgotten.
    bool has_a1 = false;
  } tests[] = {
      {"Nothing leaves.", kAppOnDb, Observed({"a1", "d1"}),
       Observed({"a1", "d1"}, {"a1-d1"}), "(a1-d1-) a1 d1", "TRUE Satisfied"},
      {"The prerequisite alone leaves.", kAppOnDb, Observed({"a1"}),
       Observed({"a1", "d1"}, {"a1-d1"}), "(a1-d1-) a1 d1",
       "FALSE KeptForDependents d1 stays: a1 uses it"},
      {"Both leave.",
       kAppOnDb,
       {},
       Observed({"a1", "d1"}, {"a1-d1"}),
       "(a1-d1-) d1",
       "FALSE KeptForDependents d1 stays until a1 is deleted"},
      {"Its Usage was never made.",
       kAppOnDb,
       {},
       Observed({"a1", "d1"}),
       "(a1-d1-) d1",
       "FALSE KeptForDependents d1 stays until a1 is deleted"},
      {"The dependent is gone, and its Usage is not.",
       kAppOnDb,
       {},
       Observed({"d1"}, {"a1-d1"}, kKept),
       "d1",
       "FALSE KeptForDependents d1 stays until its Usage is deleted"},
      {"The dependent is only forgotten, because a finalizer holds it.",
       kAppOnDb,
       {},
       Observed({"d1"}, {"a1-d1"},
                kKept + R"(, "loom.fn.crossplane.io/dependent": "a1")"),
       "(a1-d1-) d1",
       "FALSE KeptForDependents d1 stays until a1 is deleted",
       true},
      {"The same, and its name is not known.",
       kAppOnDb,
       {},
       Observed({"d1"}, {"a1-d1"}, kKept),
       "(a1-d1-) d1",
       "FALSE KeptForDependents d1 stays until Thing a1-x is deleted",
       true},
      {"The same, and the prerequisite stays.", kAppOnDb, Observed({"d1"}),
       Observed({"d1"}, {"a1-d1"}), "(a1-d1-) d1", "absent", true},
      {"Both are gone.", kAppOnDb, {}, Observed({"d1"}), "", "absent"},
      {"The dependent alone leaves.", kAppOnDb, Observed({"d1"}),
       Observed({"a1", "d1"}, {"a1-d1"}), "(a1-d1-) d1", "absent"},
      {"There is no entry any more.",
       "",
       {},
       Observed({"a1", "d1"}, {"a1-d1"}, kKept),
       "(a1-d1-) d1",
       "FALSE KeptForDependents d1 stays until a1 is deleted"},
      {"The same, as long as a later step may desire both.",
       "",
       {},
       Observed({"a1", "d1"}, {"a1-d1"}),
       "(a1-d1-) d1",
       "absent"},
      {"There is no entry, and the prerequisite leaves.", "", Observed({"a1"}),
       Observed({"a1", "d1"}, {"a1-d1"}, kKept), "(a1-d1-) a1 d1",
       "FALSE KeptForDependents d1 stays: a1 uses it"},
      {"There is no entry, and the dependent leaves.", "", Observed({"d1"}),
       Observed({"a1", "d1"}, {"a1-d1"}), "(a1-d1-) d1", "absent"},
      {"There is no entry, and the dependent was deleted by hand.", "",
       Observed({"a1", "d1"}), Observed({"d1"}, {"a1-d1"}), "a1 d1", "absent"},
      {"Only the entry is gone.", "", Observed({"a1", "d1"}),
       Observed({"a1", "d1"}, {"a1-d1"}), "a1 d1", "absent"},
      {"A chain: each stays for the one before it.",
       "",
       {},
       Observed({"a1", "b1", "c1", "d1"}, {"a1-b1", "b1-c1", "c1-d1"}, kKept),
       "(a1-b1-) (b1-c1-) (c1-d1-) b1 c1 d1",
       "FALSE KeptForDependents b1 stays until a1 is deleted; c1 stays until "
       "b1 is deleted; d1 stays until c1 is deleted"},
      {"Many use it.", kAppOnDb, Observed({"a1", "a2", "a3", "a4", "a5"}),
       Observed({"a1", "a2", "a3", "a4", "a5", "d1"}),
       "(a1-d1-) (a2-d1-) (a3-d1-) (a4-d1-) (a5-d1-) a1 a2 a3 a4 a5 d1",
       "FALSE KeptForDependents d1 stays: a1, a2, a3 and 2 more use it"},
      {"Two are to go, and one of them is desired.", kAppOnDb, Observed({"a2"}),
       Observed({"a1", "a2", "d1"}), "(a1-d1-) (a2-d1-) a2 d1",
       "FALSE KeptForDependents d1 stays: a2 uses it"},
      {"Usages that form a circle go before what they are about.",
       "",
       {},
       Observed({"a1", "b1", "c1", "d1"}, {"a1-b1", "b1-a1", "b1-c1", "d1-a1"},
                kKept),
       "(b1-c1-) (d1-a1-) a1 b1 c1",
       "FALSE KeptForDependents a1 stays until b1 and d1 are deleted; b1 stays "
       "until a1 is deleted; c1 stays until b1 is deleted"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string a1 = absl::StrCat(R"({"items": [)", Thing("a1"), "]}");
    SectionCall call(
        {.input = absl::StrCat(kKinds, test.input),
         .desired = test.desired,
         .observed = test.observed,
         .answers = absl::StrCat(R"({"obj:example.org/v1/Thing//a1-x": )",
                                 test.has_a1 ? a1 : "{}", "}")});
    EXPECT_EQ(Shown(call), test.after);
    EXPECT_EQ(call.Condition("DependenciesReady"), test.condition);
  }
}

TEST(Withdrawal, LeavesWhatIsNotItsOwnToOthers) {
  Objects foreign = Observed({"a1", "d1"}, {"a1-d1"});
  const std::string usage = foreign.extract(NameOfUsage("a1", "d1")).mapped();
  const struct {
    const char* reason;
    std::string name;
    std::string usage;
  } tests[] = {
      {"A template made the Usage, under a name of its own.", "keeps-db",
       usage},
      {"Its name ends like ours.", "keeps-db-dependency",
       absl::StrReplaceAll(usage,
                           {{NameOfUsage("a1", "d1"), "keeps-db-dependency"}})},
      {"function-sequencer made it.", "a1-d1-dependency", usage},
      {"It says nothing.", NameOfUsage("a1", "d1"),
       absl::StrCat(R"({"resource": {"apiVersion":
           "protection.crossplane.io/v1beta1", "kind": "ClusterUsage",
           "metadata": {"name": ")",
                    NameOfUsage("a1", "d1"), R"("}}})")},
      {"It is no Usage.", NameOfUsage("a1", "d1"),
       absl::StrReplaceAll(usage, {{"ClusterUsage", "Thing"}})},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Objects observed = foreign;
    observed[test.name] = test.usage;
    EXPECT_EQ(SectionCall({.input = kKinds, .observed = observed}).Desired(),
              "");
  }
}

// Crossplane forgets Usages, too, once it has deleted them. Then only the label says that
// something may be in use, and it may be too late in being taken away.
TEST(Withdrawal, WaitsForTheLastUsage) {
  constexpr char kInUse[] = R"(, "labels": {"crossplane.io/in-use": "true"})";
  constexpr char kSaid[] = R"({"apiVersion": "example.org/v1",
      "kind": "X", "metadata": {"name": "x"}, "status": {"conditions": [
      {"type": "DependenciesReady", "status": "False",
       "reason": "KeptForDependents"}]}})";
  // The definition of Usages, and those that Crossplane finds.
  auto answers = [](absl::string_view prefix, absl::string_view ns,
                    const std::string& usages) {
    const std::string kind = absl::StrCat(prefix, "Usage");
    const std::string plural = absl::AsciiStrToLower(kind) + "s";
    return absl::Substitute(
        R"({"crd:$1.protection.crossplane.io": {"items": [{"resource":
            {"apiVersion": "apiextensions.k8s.io/v1", "kind":
            "CustomResourceDefinition", "metadata": {"name":
            "$1.protection.crossplane.io"}, "spec": {"group":
            "protection.crossplane.io", "scope": "$2", "names": {"kind": "$0",
            "plural": "$1"}, "versions": [{"name": "v1beta1",
            "served": true}]}}}]},
           "list:protection.crossplane.io/v1beta1/$0/$3/)"
        R"(appcat.vshn.io/ignore-provider-config=true": {"items": [$4]}})",
        kind, plural, prefix.empty() ? "Namespaced" : "Cluster", ns, usages);
  };
  auto found = [&](const std::string& usage) {
    return answers("Cluster", "", Observed({}, {usage}).begin()->second);
  };
  constexpr char kInNamespace[] = R"(, "namespace": "n")";
  const std::string namespaced = absl::StrReplaceAll(
      Observed({}, {"a1-d1"}).begin()->second,
      {{"ClusterUsage", "Usage"},
       {R"("annotations")", R"("namespace": "n", "annotations")"}});
  const struct {
    const char* reason;
    std::string labels;
    std::string answers;
    const char* after;
    const char* condition;
  } tests[] = {
      {"Nothing is in use.", "", "{}", "", "TRUE Satisfied"},
      {"Its Usage is still there.", kInUse, found("a1-d1"), "d1",
       "FALSE KeptForDependents d1 stays until its Usage is deleted"},
      {"The Usage is of another one.", kInUse, found("a1-d2"), "",
       "TRUE Satisfied"},
      {"It has a namespace.", absl::StrCat(kInUse, kInNamespace),
       answers("", "n", namespaced), "d1",
       "FALSE KeptForDependents d1 stays until its Usage is deleted"},
      {"The Usage of that name is in another namespace.",
       absl::StrCat(kInUse, kInNamespace),
       answers("", "n",
               absl::StrReplaceAll(namespaced, {{R"("n")", R"("m")"}})),
       "", "TRUE Satisfied"},
      {"No Usage is there, although the label is.", kInUse,
       answers("Cluster", "", ""), "", "TRUE Satisfied"},
      {"Somebody deletes it already.",
       absl::StrCat(kInUse, R"(, "deletionTimestamp": "2026-01-01T00:00:00Z")"),
       "{}", "", "TRUE Satisfied"},
      {"Crossplane is older than these Usages.", kInUse,
       R"({"crd:clusterusages.protection.crossplane.io": {}})", "",
       "TRUE Satisfied"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionCall call({.input = kKinds,
                      .observed = {{"d1", Thing("d1", test.labels)}},
                      .composite = kSaid,
                      .answers = test.answers});
    EXPECT_EQ(Shown(call), test.after);
    EXPECT_EQ(call.Condition("DependenciesReady"), test.condition);
    const bool waits = std::string(test.after) == "d1";
    EXPECT_EQ(call.message().meta().ttl().seconds(), waits ? 5 : 60);
  }
}

// A later step decides about what an earlier one has kept: it may have entries for it.
TEST(Withdrawal, ReplacesWhatAnEarlierStepHasKept) {
  const SectionRequest first{.input = kKinds,
                             .observed = Observed({"a1", "d1"}, {"a1-d1"})};
  const SectionCall one(first);
  EXPECT_EQ(Shown(one), "(a1-d1-) d1");
  EXPECT_EQ(one.Condition("DependenciesReady"), "absent");
  std::string context;
  ASSERT_TRUE(google::protobuf::util::MessageToJsonString(
                  one.message().context(), &context)
                  .ok());
  const struct {
    const char* reason;
    std::string input;
    const char* after;
    const char* condition;
  } tests[] = {
      {"It knows no more.", "", "(a1-d1-) d1", "absent"},
      {"It has the entry.", kAppOnDb, "(a1-d1-) d1",
       "FALSE KeptForDependents d1 stays until a1 is deleted"},
      {"It desires both.",
       absl::StrCat(kAppOnDb, R"(, "resources": [{"name": "a1", "base": )",
                    ObjectJson("a1", ""), R"(}, {"name": "d1", "base": )",
                    ObjectJson("d1", ""), "}]"),
       "(a1-d1-) a1 d1", "TRUE Satisfied"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionRequest second = first;
    second.input = absl::StrCat(kKinds, test.input);
    second.context = context;
    for (const auto& [name, resource] : one.message().desired().resources()) {
      std::string json;
      ASSERT_TRUE(
          google::protobuf::util::MessageToJsonString(resource, &json).ok());
      second.desired[name] = json;
    }
    const SectionCall two(second);
    EXPECT_EQ(Shown(two), test.after);
    EXPECT_EQ(two.Condition("DependenciesReady"), test.condition);
  }
}

TEST(Withdrawal, KeepsAResourceAsItIs) {
  constexpr char kManaged[] = R"(, "labels": {"a": "b", "foreign": "x"},
      "managedFields": [{"manager":
      "apiextensions.crossplane.io/composed/3f9c", "operation": "Apply",
      "fieldsV1": {"f:metadata": {"f:labels": {"f:a": {}}}, "f:spec":
      {"f:size": {}}}}])";
  Objects observed = Observed({"a1"});
  observed["d1"] = Thing("d1", kManaged);
  const struct {
    const char* reason;
    const char* more;  // members of the input
  } tests[] = {
      {"There is no template.", ""},
      {"The condition of its template is false.",
       R"(, "resources": [{"name": "d1", "condition": "false", "base":
           {"apiVersion": "example.org/v1", "kind": "Thing", "spec":
           {"size": 2}}}])"},
      {"No other section sees it.",
       R"(, "providerConfig": {"from": [{"composite": {"fieldPath":
           "metadata.name"}}], "targets": {"detection": "All"}}, "readiness":
           {"rules": [{"resource": "d1", "readyWhen": "false"}]})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionCall call({.input = absl::StrCat(kKinds, kAppOnDb, test.more),
                      .observed = observed});
    EXPECT_EQ(call.Refusal(), "");
    EXPECT_EQ(
        call.At("desired.resources[d1].resource"),
        R"({"apiVersion":"example.org/v1","kind":"Thing","metadata":)"
        R"({"annotations":{"crossplane.io/composition-resource-name":"d1"},)"
        R"("labels":{"a":"b"},"name":"d1-x"},"spec":{"size":1}})");
    EXPECT_EQ(call.message().desired().resources().at("d1").ready(),
              apiextensions::fn::proto::v1::READY_TRUE);
  }
  observed["d1"] =
      Thing("d1", R"(, "deletionTimestamp": "2026-01-01T00:00:00Z")");
  EXPECT_EQ(Shown(SectionCall({.input = absl::StrCat(kKinds, kAppOnDb),
                               .observed = observed})),
            "(a1-d1-)")
      << "It is being deleted already.";
}

// Crossplane compares only the names of resources, so the object of the former kind stays.
TEST(Withdrawal, ReportsAnObjectThatAChangedKindLeavesBehind) {
  const std::string was = Thing("a1");
  const std::string is = absl::StrReplaceAll(was, {{"\"Thing\"", "\"Other\""}});
  Objects observed = Observed({"d1"}, {"a1-d1"});
  observed["a1"] = is;
  const std::string old = NameOfUsage("a1", "d1");
  auto found = [](const std::string& items) {
    return absl::StrCat(R"({"obj:example.org/v1/Thing//a1-x": {"items": [)",
                        items, "]}}");
  };
  const std::string left =
      "FALSE ObjectLeftBehind a1: Thing a1-x still exists and uses d1; "
      "Crossplane does not delete it, because the kind of the resource has "
      "changed: delete it yourself";
  const std::string leaving =
      Thing("a1", R"(, "deletionTimestamp": "2026-01-01T00:00:00Z")");
  const struct {
    const char* reason;
    const char* input;
    std::string answers;
    bool keeps_usage;
    int ttl;
    std::string condition;
  } tests[] = {
      {"The entry protects what it uses.", kAppOnDb, found(was), true, 15,
       left},
      {"The entry is gone.", "", found(was), false, 60, "absent"},
      {"The object is gone.", kAppOnDb, found(""), false, 60, "TRUE Satisfied"},
      {"Somebody has deleted it, and a finalizer holds it.", kAppOnDb,
       found(leaving), true, 5, "TRUE Satisfied"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const SectionCall call(
        {.input = absl::StrCat(
             absl::StrReplaceAll(
                 kKinds, {{"]", R"(, {"group": "example.org", "resource":
                     "others", "kind": "Other", "scope": "Cluster"}])"}}),
             test.input),
         .desired = {{"a1", is}, {"d1", Thing("d1")}},
         .observed = observed,
         .answers = test.answers});
    EXPECT_EQ(call.Condition("DependenciesReady"), test.condition);
    EXPECT_EQ(call.message().desired().resources().contains(old),
              test.keeps_usage);
    EXPECT_TRUE(call.message().desired().resources().contains("d1"));
    EXPECT_EQ(call.message().meta().ttl().seconds(), test.ttl);
  }
}

// What a user writes into the composite creates no condition.
TEST(Withdrawal, ReadsItsConditionOnly) {
  for (absl::string_view status :
       {R"({"note": "see KeptForDependents"})",
        R"({"conditions": [{"type": "Other", "status": "False",
            "reason": "KeptForDependents", "message": "DependenciesReady"}]})",
        R"({"note": "DependenciesReady"})"}) {
    EXPECT_EQ(SectionCall({.composite = absl::StrCat(
                               R"({"apiVersion": "example.org/v1", "kind": "X",
                               "metadata": {"name": "x"}, "status": )",
                               status, "}")})
                  .Condition("DependenciesReady"),
              "absent")
        << status;
  }
}

TEST(Withdrawal, AlsoRunsIfTheConditionOfTheInputIsFalse) {
  const SectionCall call(
      {.input = absl::StrCat(R"("condition": "false", )", kKinds, kAppOnDb),
       .observed = Observed({"a1", "d1"}, {"a1-d1"}, kKept)});
  EXPECT_EQ(Shown(call), "(a1-d1-) d1");
  EXPECT_EQ(call.Condition("DependenciesReady"),
            "FALSE KeptForDependents d1 stays until a1 is deleted");
}

// Nobody else would take it back.
TEST(Withdrawal, TakesItsConditionBack) {
  constexpr char kComposite[] = R"({"apiVersion": "example.org/v1",
      "kind": "X", "metadata": {"name": "x"}, "status": {"conditions": [
      {"type": "DependenciesReady", "status": "False",
       "reason": "KeptForDependents"}]}})";
  EXPECT_EQ(
      SectionCall({.composite = kComposite}).Condition("DependenciesReady"),
      "TRUE Satisfied");
  EXPECT_EQ(SectionCall({}).Condition("DependenciesReady"), "absent");
}

}  // namespace
}  // namespace loom
