// SPDX-License-Identifier: Apache-2.0
#include "tools/test/random/written_test.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "data/yaml/writer.h"

namespace loom {
namespace {

constexpr absl::string_view kSources[] = {"composition", "xrd", "schemas",
                                          "objects"};
constexpr absl::string_view kOfStep[] = {
    "name",    "composition", "edit",  "set",     "details",
    "objects", "remove",      "hold",  "release", "delete",
    "become",  "reconciles",  "expect"};
constexpr absl::string_view kOfExpect[] = {
    "composed", "composite", "absent",     "deleted",           "renamed",
    "refused",  "ready",     "conditions", "connectionDetails", "assert",
    "fatal",    "unsteady",  "differs"};

void AddIndented(absl::string_view yaml, size_t indent, std::string* out) {
  for (absl::string_view line :
       absl::StrSplit(absl::StripSuffix(yaml, "\n"), '\n')) {
    absl::StrAppend(out, line.empty() ? "" : std::string(indent, ' '), line,
                    "\n");
  }
}

void AddField(absl::string_view name, const Value& value, size_t indent,
              std::string* out) {
  Pool pool;
  Value object = Object();
  Set(object, name, Copy(value, &pool), &pool);
  AddIndented(WriteYaml(object).value_or(""), indent, out);
}

void AddFields(const Value& object, absl::Span<const absl::string_view> order,
               size_t indent, std::string* out) {
  for (absl::string_view name : order) {
    if (const Value* value = Find(object, name)) {
      AddField(name, *value, indent, out);
    }
  }
}

bool HasOnlyNulls(const Value& value) {
  if (!value.IsObject()) return value.IsNull();
  return absl::c_all_of(Members(value), [](const Member& each) {
    return HasOnlyNulls(each.value);
  });
}

std::string Names(const Value& object) {
  std::vector<std::string> names;
  if (object.IsObject()) {
    for (const Member& each : Members(object)) {
      names.emplace_back(View(each.name));
    }
  } else if (object.IsArray()) {
    for (const Value& each : Items(object)) names.push_back(ScalarText(&each));
  }
  return absl::StrJoin(names, ", ");
}

}  // namespace

std::string NameOfStep(const Value& step, bool is_first) {
  auto has = [&](absl::string_view name) { return Find(step, name); };
  if (has("become") != nullptr) return "everything becomes ready";
  if (has("edit") != nullptr) return "the composite changes";
  if (const Value* set = has("set")) {
    return absl::StrCat(
        HasOnlyNulls(*set) ? "a status disappears: " : "a status changes: ",
        Names(*set));
  }
  if (const Value* details = has("details")) {
    return absl::StrCat("connection details arrive: ", Names(*details));
  }
  if (const Value* deleted = has("delete")) {
    return absl::StrCat("deleted behind Crossplane's back: ", Names(*deleted));
  }
  if (has("objects") != nullptr) return "an object changes";
  return is_first ? "the first reconcile" : "nothing changes";
}

std::string TestText(const WrittenTest& test) {
  std::string out;
  for (const std::string& line : test.comments) {
    absl::StrAppend(&out, "# ", line, "\n");
  }
  Pool pool;
  const Value name = Text(test.name, &pool);
  absl::StrAppend(&out, "apiVersion: loom.fn.crossplane.io/v1beta1\n",
                  "kind: CompositionTest\nmetadata:\n");
  AddField("name", name, 2, &out);
  out += "spec:\n";
  AddFields(*test.sources, kSources, 2, &out);
  AddField("composite", *test.composite, 2, &out);
  out += "  steps:\n";
  bool is_first = true;
  for (const Value& step : Items(*test.steps)) {
    Value named = Copy(step, &pool);
    if (Find(named, "name") == nullptr) {
      Set(named, "name", Text(NameOfStep(step, is_first), &pool), &pool);
    }
    is_first = false;
    std::string fields;
    const Value* expect = Find(named, "expect");
    AddFields(named, absl::MakeConstSpan(kOfStep).first(std::size(kOfStep) - 1),
              4, &fields);
    if (expect != nullptr) {
      absl::StrAppend(&fields,
                      "    expect:", test.expect_comment.empty() ? "" : "  # ",
                      test.expect_comment, "\n");
      AddFields(*expect, kOfExpect, 6, &fields);
    }
    fields.replace(2, 2, "- ");
    out += fields;
  }
  return out;
}

}  // namespace loom
