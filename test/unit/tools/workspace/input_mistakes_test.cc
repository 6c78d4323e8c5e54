// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/input_mistakes.h"

#include <gtest/gtest.h>

#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "data/value/json.h"
#include "test/testing/brief.h"
#include "test/testing/manifests.h"
#include "test/testing/temp_folder.h"
#include "tools/workspace/files.h"

namespace loom {
namespace {

TEST(InputMistakes, HaveTheirPlaceInTheFile) {
  struct Case {
    const char* reason;
    const char* input;  // from line 12 on, column 7
    const char* errors;
    const char* notes;
  };
  const Case kCases[] = {
      {"nothing is wrong",
       "resources: [{name: a, base: {apiVersion: v1, kind: ConfigMap}}]\n", "",
       ""},
      {"a value, an element of a list and an unknown member",
       "resources:\n"
       "      - name: a\n"
       "        base: {apiVersion: v1, kind: ConfigMap}\n"
       "        patches:\n"
       "        - {type: FromCompositeFieldPath, fromFieldPath: 5}\n"
       "        - {fromFieldPath: spec.a, polcy: {}}\n"
       "      - {name: 7}\n",
       "FILE:16:57: resources[0].patches[0].fromFieldPath: Invalid value: "
       "expected "
       "a string, got a number\n"
       "FILE:17:35: resources[0].patches[1]: unknown polcy (policy?)\n"
       "FILE:18:16: resources[1].name: Invalid value: expected a string, got a "
       "number",
       ""},
      {"a member that is missing has the place of the object without it",
       "resources:\n"
       "      - base: {apiVersion: v1, kind: ConfigMap}\n",
       "FILE:13:9: resources[0].name: Required value: name is required", ""},
      {"what the Go function lets pass is noted",
       "resources:\n"
       "      - name: a\n"
       "        base: {apiVersion: v1, kind: ConfigMap}\n"
       "        patches:\n"
       "        - {fromFieldPath: 'a[', toFieldPath: b}\n",
       "",
       "FILE:16:27: resources[0].patches[0].fromFieldPath: Invalid value: "
       "cannot "
       "parse path \"a[\": unterminated '[' at position 1"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    Pool pool;
    std::istringstream in;
    Files files(in, &pool);
    TempFolder folder;
    std::string path = folder.Write(
        "c.yaml", CompositionOf(absl::StrCat(
                      "  - step: s\n"
                      "    functionRef: {name: f}\n"
                      "    input:\n"
                      "      apiVersion: pt.fn.crossplane.io/v1beta1\n      ",
                      c.input)));
    absl::StatusOr<Composition> composition =
        TakeComposition(*files.ReadOne(path));
    ASSERT_TRUE(composition.ok()) << composition.status();
    auto text = [&](DiagnosticSeverity severity) {
      const Diagnostics found =
          FindInputMistakes(*composition, composition->steps[0], severity);
      return absl::StrReplaceAll(ErrorOf(found).message(), {{path, "FILE"}});
    };
    EXPECT_EQ(Brief(text(DiagnosticSeverity::kError)), c.errors);
    EXPECT_EQ(text(DiagnosticSeverity::kWarning), c.notes);
  }
}

TEST(StepsOf, FollowAPath) {
  struct Case {
    const char* reason;
    const char* path;
    const char* want;
  };
  const Case kCases[] = {
      {"the whole input", "", ""},
      {"names and indexes", "resources[1].name", "resources 1 name"},
      {"an element by its name", "sets[b].x", "sets 1 x"},
      {"a name that no element has", "sets[c]", "sets c"},
      {"below what is not there", "none[2].x", "none 2 x"},
  };
  Pool pool;
  Value input = *ParseJson(R"({"sets":[{"name":"a"},{"name":"b"}]})", &pool);
  for (const Case& c : kCases) {
    EXPECT_EQ(absl::StrJoin(StepsOf(c.path, input), " "), c.want) << c.reason;
  }
}

}  // namespace
}  // namespace loom
