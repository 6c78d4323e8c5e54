// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/selection.h"

#include <gtest/gtest.h>

#include "test/testing/brief.h"
#include "test/unit/tools/explain/sample.h"

namespace loom {
namespace {

Explanation WithNames() {
  return ExplanationOf(R"("steps":[{"kind":"base"}],"fields":[
      {"owner":"a","path":"spec.x","by":"t0"},
      {"owner":"a.b","path":"spec.x","by":"t0"},
      {"owner":"a.b","path":"spec.tags[example.org/x]","by":"t0"},
      {"owner":"env","path":"spec","by":"t0"},
      {"owner":"context","path":"[example.org/key].x","by":"t0"},
      {"owner":"./env","path":"spec","by":"t0"}],
      "resources":[{"name":"a"},{"name":"a.b"},{"name":"env"}])");
}

// The indexes of what is chosen: fields, and resources behind a slash.
std::string Chosen(const std::string& at) {
  absl::StatusOr<Selection> chosen = Select(WithNames(), {at});
  if (!chosen.ok()) return std::string(chosen.status().message());
  std::string text;
  for (size_t i = 0; i < chosen->fields.size(); ++i) {
    if (chosen->fields[i]) absl::StrAppend(&text, i);
  }
  text += "/";
  for (size_t i = 0; i < chosen->resources.size(); ++i) {
    if (chosen->resources[i]) absl::StrAppend(&text, i);
  }
  return text;
}

struct RowSelection {
  const char* reason;
  const char* at;
  const char* want;
};

TEST(Select, FindsWhatIsNamed) {
  const RowSelection kRows[] = {
      {"a resource", "a", "0/0"},
      {"a field of a resource", "a.spec.x", "0/"},
      {"the longest name that fits", "a.b", "12/1"},
      {"a field below the longest name", "a.b.spec.x", "1/"},
      {"what is above several fields", "a.b.spec", "12/"},
      {"a key with dots", "a.b.spec.tags[example.org/x]", "2/"},
      {"a path in other words", "a.b[spec].x", "1/"},
      {"the environment", "env", "3/"},
      {"a resource of this name", "./env", "5/2"},
      {"a resource that needs no ./", "./a.spec", "0/"},
      {"a key of the context with dots", "context.example.org/key", "4/"},
  };
  for (const RowSelection& row : kRows) {
    EXPECT_EQ(Chosen(row.at), row.want) << row.reason << ": " << row.at;
  }
}

TEST(Select, SaysWhyAResourceHasNoFields) {
  Explanation all = ExplanationOf(R"("steps":[{"kind":"template"}],
      "fields":[{"owner":"d","path":"spec.networks","by":"t0"}],
      "resources":[{"name":"a","state":"new"},{"name":"b","state":"withheld"},
                   {"name":"c","state":"unwanted"},
                   {"name":"d","state":"withheld"}])");
  for (const char* name : {"b", "d"}) {
    all.because.push_back(
        {.resource = name, .reason = "withheld", .message = "waiting for a"});
  }
  const RowSelection kRows[] = {
      {"it waits", "b.spec.x",
       "--at b.spec.x: b is withheld, waiting for a\n  it has no fields yet; "
       "explain --at b shows more"},
      {"it waits, and one of its fields is known", "d.spec.x",
       "--at d.spec.x: d is withheld, waiting for a\n  it has no fields yet; "
       "explain --at d shows more"},
      {"its condition is false", "c.spec.x",
       "--at c.spec.x: c is not desired\n  it has no fields; explain --at c "
       "shows the condition or list that excludes it"},
      {"another one", "a.spec.x",
       "--at a.spec.x: a has no fields\n  nothing was written there"},
  };
  for (const RowSelection& row : kRows) {
    EXPECT_EQ(std::string(Select(all, {row.at}).status().message()), row.want)
        << row.reason;
  }
}

TEST(Select, NamesWhatIsNear) {
  const RowSelection kRows[] = {
      {"no name is near", "subnet",
       "--at subnet: no resource has this name\n  there are a, a.b, "
       "conditions, context, details, env, xr"},
      {"a name is near", "contxt.x",
       "--at contxt.x: no resource has this name\n  (context?)"},
      {"a path is near", "a.b.spec.tag",
       "--at a.b.spec.tag: a.b has no field spec.tag\n  (a.b.spec.tags?)"},
      {"no path is near", "a.b.spec.region",
       "--at a.b.spec.region: a.b has no field spec.region\n  a.b.spec has "
       "tags, x"},
      {"the start of a name is not the name", "a.spec.xyz",
       "--at a.spec.xyz: a has no field spec.xyz\n  (a.spec.x?)"},
      {"nothing was written", "xr",
       "--at xr: xr has no fields\n  nothing was written there"},
  };
  for (const RowSelection& row : kRows) {
    EXPECT_EQ(Brief(Chosen(row.at)), row.want) << row.reason;
  }
}

}  // namespace
}  // namespace loom
