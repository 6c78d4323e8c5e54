// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/status_patches.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/sections/resources/native_call.h"

namespace loom {
namespace {

// The status of the composite, or what became of the call.
std::string StatusOf(absl::string_view status, NativeCall call = {}) {
  call.more = absl::StrCat(R"("status": )", status);
  const std::string made = call.At("desired.composite.resource.status");
  return made == "absent" ? call.Made() : made;
}

TEST(StatusPatches, FillTheStatusOfTheComposite) {
  const struct {
    const char* reason;
    const char* status;
    const char* want;
  } tests[] = {
      {"Constants of all types.",
       R"({"a": "b", "n": 3, "f": 1.5, "t": true, "l": [1, {"x": "y"}],
           "e": {}, "none": null})",
       R"({"a":"b","e":{},"f":1.5,"l":[1,{"x":"y"}],"n":3,"none":null,)"
       R"("t":true})"},
      {"A value and a text.",
       R"({"n": "${composite.spec.n}", "url": "https://x-${composite.spec.n}"})",
       R"({"n":3,"url":"https://x-3"})"},
      {"Deep down, and under a key with dots.",
       R"({"a": {"b.c/d": "${composite.spec.n}"}})", R"({"a":{"b.c/d":3}})"},
      {"A list that is computed.",
       R"({"l": "${[composite.spec.n, composite.spec.n + 1]}"})",
       R"({"l":[3,4]})"},
      {"What is absent is left out.",
       R"({"a": "${composite.spec.?gone}", "b": "c"})", R"({"b":"c"})"},
      {"Brackets that are no HTML, and a brace that is none.",
       R"({"a": "<a> & $${b}"})", R"({"a":"\u003ca\u003e \u0026 ${b}"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.spec = R"({"n": 3})";
    EXPECT_EQ(StatusOf(test.status, call), test.want);
  }
}

TEST(StatusPatches, KeepWhatIsPending) {
  NativeCall call;
  call.status = R"({"id": "kept", "other": "untouched"})";
  EXPECT_EQ(StatusOf(R"({"id": "${observed.resources.a.resource.status.id}",
                   "plan": "standard"})",
                     call),
            R"({"id":"kept","plan":"standard"})");
}

TEST(StatusPatches, ReportMistakes) {
  const struct {
    const char* reason;
    const char* status;
    const char* want;
  } tests[] = {
      {"A name that there is not.", R"({"a": "${comp.n}"})",
       "status.a: Invalid value: 1:3: unknown name \"comp\""},
      {"There is no object here.", R"({"a": "${object.status.id}"})",
       "status.a: Invalid value: 1:3: \"object\" is available only in the "
       "template of a resource"},
      {"A list with an expression in it.", R"({"l": ["a", "${composite.b}"]})",
       "status.l[1]: Invalid value: compute the whole list: ${[…]}"},
      {"A patch also writes it.", R"({"id": "a"})",
       "status.id: Invalid value: resources[0].patches[0] also writes "
       "status.id"},
      {"Or what is above it.", R"({"sub": {"b": "c"}})",
       "status.sub.b: Invalid value: resources[0].patches[1] also writes "
       "status.sub"},
      {"It is an object.", R"("a")",
       "status: Invalid value: expected an object, got a string"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.resources =
        R"([{"name": "a", "base": {"apiVersion": "a.org/v1", "kind": "K"},
             "patches": [
         {"type": "ToCompositeFieldPath", "fromFieldPath": "status.id"},
         {"type": "ToCompositeFieldPath", "fromFieldPath": "status.x",
          "toFieldPath": "status.sub"}]}])";
    const std::string made = StatusOf(test.status, call);
    EXPECT_NE(made.find(test.want), std::string::npos) << made;
  }
}

}  // namespace
}  // namespace loom
