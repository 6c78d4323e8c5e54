// SPDX-License-Identifier: Apache-2.0
#include "tools/test/updated_test.h"

#include <memory>
#include <sstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/test/timeline/expectations.h"
#include "tools/workspace/composition.h"
#include "tools/yaml/edit.h"

namespace loom {
namespace {

struct NewExpectation {
  NodePath path;
  std::string yaml;
};

// A value as YAML of one line, which may stand between braces.
std::string OneLine(const Value* value) {
  if (value == nullptr) return "null";
  if (value->IsString()) {
    const std::string text(View(*value));
    const std::string plain = ScalarYaml(text);
    if (plain == text && text.find_first_of(",[]{}") == text.npos) return plain;
  }
  return CompactJson(*value).value_or("null");
}

class Updates {
 public:
  Updates(const TestExpectations& expect, const ControlPlane& control,
          const Reconciliation& last)
      : expect_(expect), control_(control), last_(last) {}

  std::vector<NewExpectation> Run() {
    for (const auto& [name, fields] : expect_.composed) {
      const Value* object = control_.Composed(name);
      if (object != nullptr) Compare(*fields.value, object, fields.path);
    }
    if (expect_.claim.has_value() && control_.claim() != nullptr) {
      Compare(*expect_.claim->value, control_.claim(), expect_.claim->path);
    }
    const Value* composite = control_.composite();
    if (composite == nullptr) return std::move(updates_);
    if (expect_.composite.has_value()) {
      Compare(*expect_.composite->value, composite, expect_.composite->path);
    }
    if (expect_.ready.has_value()) {
      const Value* ready = Condition("Ready");
      const bool is_ready =
          ready != nullptr && TextAt(*ready, {"status"}) == "True";
      if (is_ready != IsTrue(expect_.ready->value)) {
        Add(expect_.ready->path, is_ready ? "true" : "false");
      }
    }
    for (const LocatedValue& each : expect_.conditions) UpdateCondition(each);
    UpdateDetails();
    return std::move(updates_);
  }

 private:
  void Add(const NodePath& path, std::string yaml) {
    updates_.push_back({path, std::move(yaml)});
  }

  const Value* Condition(absl::string_view type) const {
    for (const Value& each :
         ItemsAt(*control_.composite(), {"status", "conditions"})) {
      if (TextAt(each, {"type"}) == type) return &each;
    }
    return nullptr;
  }

  // As CheckExpectations compares them.
  void Compare(const Value& wanted, const Value* there, const NodePath& path) {
    const bool is_absent = there == nullptr || there->IsNull();
    if (wanted.IsNull() && is_absent) return;
    if (!is_absent && wanted.IsObject() && there->IsObject()) {
      for (const Member& member : Members(wanted)) {
        const std::string field(View(member.name));
        Compare(member.value, Find(*there, field), Below(path, {field}));
      }
      return;
    }
    if (!is_absent && wanted.IsArray() && there->IsArray() &&
        wanted.Size() == there->Size()) {
      for (rapidjson::SizeType i = 0; i < wanted.Size(); ++i) {
        Compare(ItemAt(wanted, i), &ItemAt(*there, i),
                Below(path, {absl::StrCat(i)}));
      }
      return;
    }
    if (!is_absent && Equal(wanted, *there)) return;
    Add(path, OneLine(is_absent ? nullptr : there));
  }

  void UpdateCondition(const LocatedValue& wanted) {
    const Value* there = Condition(ScalarText(Find(*wanted.value, "type")));
    if (there == nullptr) return;
    for (const char* name : {"status", "reason", "message"}) {
      const Value* text = Find(*wanted.value, name);
      if (text == nullptr) continue;
      const std::string expected = ScalarText(text);
      const Value* real = Find(*there, name);
      const std::string is = ScalarText(real);
      const bool is_pattern = expected.size() > 1 && expected.front() == '/' &&
                              expected.back() == '/';
      // YAML reads True as a boolean.
      const bool is_same =
          expected == is ||
          (text->IsBool() && expected == absl::AsciiStrToLower(is));
      if (!is_pattern && !is_same) {
        Add(Below(wanted.path, {name}),
            real == nullptr ? "\"\"" : OneLine(real));
      }
    }
  }

  void UpdateDetails() {
    if (!expect_.details.has_value() || !expect_.details->value->IsObject()) {
      return;
    }
    const DetailValues details = ConnectionDetailsOf(control_, last_);
    Pool pool;
    for (const Member& member : Members(*expect_.details->value)) {
      const std::string key(View(member.name));
      auto found = details.find(key);
      if (found == details.end() ||
          found->second == ScalarText(&member.value)) {
        continue;
      }
      const Value text = Text(found->second, &pool);
      Add(Below(expect_.details->path, {key}), OneLine(&text));
    }
  }

  const TestExpectations& expect_;
  const ControlPlane& control_;
  const Reconciliation& last_;
  std::vector<NewExpectation> updates_;
};

absl::StatusOr<std::vector<NewExpectation>> UpdatesOf(
    TestFile test, const TestOptions& options, Files* files, Pool* pool) {
  const std::vector<TestStep> steps = std::move(test.steps);
  test.steps.clear();
  const std::unique_ptr<SteppedTest> stepped =
      StepThrough(std::move(test), options, files, pool);
  LOOM_RETURN_IF_ERROR(stepped->Begin());
  std::vector<NewExpectation> all;
  for (const TestStep& step : steps) {
    const StepOfTest played = stepped->Play(step);
    // What the step changes was refused.
    if (played.reconciles == 0) break;
    for (NewExpectation& each :
         Updates(step.expect, stepped->control(), stepped->last()).Run()) {
      all.push_back(std::move(each));
    }
  }
  return all;
}

absl::StatusOr<std::string> Edited(const YamlDocument& document,
                                   const std::vector<NewExpectation>& updates,
                                   Pool* pool) {
  YamlEdit edit(document, pool);
  for (const NewExpectation& each : updates) {
    edit.Replace(each.path, each.yaml);
    if (edit.stuck().has_value()) {
      return absl::FailedPreconditionError(absl::StrCat(
          document.Place(std::vector<absl::string_view>(each.path.begin(),
                                                        each.path.end())),
          ": cannot replace this value, which comes from an alias\n  write ",
          each.yaml));
    }
  }
  return edit.Text();
}

size_t StartOf(const YamlDocument& document) {
  return document.nodes()[document.node()].offset;
}

}  // namespace

absl::StatusOr<UpdatedFile> UpdatedTests(
    const std::string& path, const TestOptions& options,
    const std::function<bool(const std::string& name)>& selects,
    std::istream& in) {
  Pool pool;
  Files files(in, &pool);
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents, files.Read(path));
  UpdatedFile updated;
  if (documents.empty()) return updated;
  const std::string& before = documents[0].nodes().text();
  updated.text = before;
  // From the last one, so that the lines of the others have not moved.
  for (size_t i = documents.size(); i > 0; --i) {
    const YamlDocument& document = documents[i - 1];
    if (!IsTest(document.root)) continue;
    LOOM_ASSIGN_OR_RETURN(TestFile test, LoadTest(document, &files, &pool));
    if (!selects(test.name)) continue;
    LOOM_ASSIGN_OR_RETURN(const std::vector<NewExpectation> updates,
                          UpdatesOf(std::move(test), options, &files, &pool));
    if (updates.empty()) continue;
    LOOM_ASSIGN_OR_RETURN(const std::string edited,
                          Edited(document, updates, &pool));
    // What follows the document is as the edits of the next ones have made it.
    const size_t end =
        i < documents.size() ? StartOf(documents[i]) : before.size();
    updated.text = absl::StrCat(absl::string_view(edited).substr(
                                    0, edited.size() - (before.size() - end)),
                                absl::string_view(updated.text).substr(end));
    updated.changes += static_cast<int>(updates.size());
  }
  return updated;
}

}  // namespace loom
