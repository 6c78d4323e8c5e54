// SPDX-License-Identifier: Apache-2.0
#include "tools/test/timeline/expectations.h"

#include <array>
#include <map>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/go/format.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/expression_reads.h"
#include "language/cel/values/tree_value.h"
#include "sections/shared/connection_secrets/connection_secret.h"
#include "tools/provenance/graph.h"
#include "tools/provenance/sources.h"
#include "tools/run/documents.h"
#include "tools/run/input_secrets.h"
#include "tools/simulation/object_edits.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

constexpr size_t kMostShown = 200;

// The name of the composed Secret with the details of a modern composite.
std::string DetailsSecretOf(const ControlPlane& control) {
  const Value* composite = control.composite();
  return composite == nullptr ? "" : SecretResourceName(*composite);
}

std::string Shown(const Value* value) {
  if (value == nullptr) return "(absent)";
  return std::string(
      Shortened(CompactJson(*value).value_or("(no JSON)"), kMostShown));
}

// Some of the fields that an expression reads.
constexpr size_t kMostReads = 3;

std::vector<FailureSubject> SubjectsOf(const TestAssertion& assertion) {
  std::vector<FailureSubject> subjects;
  for (const absl::string_view name : {"composed", "composite"}) {
    const bool is_composed = name == "composed";
    for (ExpressionRead& read : ReadsOf(assertion.expression.text(), name)) {
      FailureSubject subject{FailureSubject::Kind::kField, owners::kComposite,
                             std::move(read.path)};
      if (subject.path.size() < (is_composed ? 2 : 1)) continue;
      if (is_composed) {
        subject.owner = OwnerOf(subject.path.front().field);
        subject.path.erase(subject.path.begin());
      }
      if (subjects.size() < kMostReads) subjects.push_back(std::move(subject));
    }
  }
  return subjects;
}

// `composite`, `composed` and `claim` of an assertion.
class TestVariables final : public CelVariables {
 public:
  TestVariables(const Value& composite, const Value& composed,
                const Value& claim)
      : values_{&composite, &composed, &claim} {}
  CelValue Get(int variable, CelContext* context) override {
    return FromTree(*values_.at(variable), context);
  }

 private:
  std::array<const Value*, 3> values_;
};

class Comparison {
 public:
  Comparison(const TestExpectations& expect, const ControlPlane& control,
             const Reconciliation& last)
      : expect_(expect), control_(control), last_(last) {}

  std::vector<TestFailure> Run() {
    CheckFatal();
    for (const auto& [name, fields] : expect_.composed) {
      CheckComposed(name, fields);
    }
    for (const auto& [name, at] : expect_.absent) {
      if (control_.Composed(name) != nullptr) {
        Add(at, absl::StrCat(Quoted(name), " exists"), {},
            {{Subject::kPresent, OwnerOf(name)}});
      }
    }
    for (const auto& [name, at] : expect_.deleted) {
      const Value* object = control_.Composed(name);
      if (object != nullptr && !IsBeingDeleted(*object)) {
        Add(at, absl::StrCat(Quoted(name), " is not deleted"), {},
            {{Subject::kPresent, OwnerOf(name)}});
      }
    }
    CheckExistence();
    if (expect_.composite.has_value() && control_.composite() != nullptr) {
      object_ = control_.composite();
      subject_ = {Subject::kField, owners::kComposite};
      Compare(*expect_.composite->value, object_, "composite",
              expect_.composite->path);
    }
    if (expect_.claim.has_value() && control_.claim() != nullptr) {
      // Its status comes from the composite, and its spec is that of the composite.
      object_ = control_.claim();
      subject_ = {Subject::kField, owners::kComposite};
      Compare(*expect_.claim->value, object_, "claim", expect_.claim->path);
    }
    CheckReady();
    for (const LocatedValue& each : expect_.conditions) CheckCondition(each);
    CheckDetails();
    for (const TestAssertion& each : expect_.assertions) CheckAssertion(each);
    absl::c_stable_sort(failures_,
                        [](const TestFailure& a, const TestFailure& b) {
                          return a.at.offset < b.at.offset;
                        });
    return std::move(failures_);
  }

 private:
  using Subject = FailureSubject::Kind;

  void Add(const YamlPosition& at, std::string message,
           std::vector<std::string> more = {},
           std::vector<FailureSubject> about = {}) {
    failures_.push_back(
        {at, std::move(message), std::move(more), std::move(about)});
  }

  // What Secrets have, which no message shows. They are looked for when one is made.
  const ExplainedSecrets& secrets() {
    if (!secrets_.has_value()) {
      const PipelineInputs* inputs = control_.last_inputs();
      secrets_.emplace(inputs == nullptr ? SecretTexts() : SecretsIn(*inputs));
    }
    return *secrets_;
  }

  // The value that the compared field has.
  std::string ShownField(const Value* value) {
    if (value == nullptr) return Shown(value);
    const std::vector<Segment>& path = subject_.path;
    const bool is_data =
        IsSecret(*object_) && !path.empty() &&
        (path[0].field == "data" || path[0].field == "stringData");
    return is_data || secrets().Shown(*value, path).secret ? "(secret)"
                                                           : Shown(value);
  }

  std::string ShownText(const std::string& text) {
    return secrets().IsIn(text) ? "(secret)" : text;
  }

  void CheckFatal() {
    if (!expect_.fatal.has_value()) return;
    const std::vector<StepResult>& results = last_.outcome.results;
    if (results.empty() ||
        results.back().result.severity() != fn::SEVERITY_FATAL) {
      return Add(expect_.fatal_at, "no step returns a FATAL result");
    }
    Pool pool;
    const std::string& message = results.back().result.message();
    if (!expect_.fatal->Matches(message, &pool).value_or(false)) {
      Add(expect_.fatal_at,
          absl::StrCat("the FATAL result has another message: ", message));
    }
  }

  void CheckComposed(const std::string& name, const LocatedValue& fields) {
    const Value* object = control_.Composed(name);
    if (object == nullptr) {
      std::vector<std::string> more;
      const std::vector<std::string> names = control_.ComposedNames();
      if (!names.empty()) {
        more.push_back(absl::StrCat("there are ", absl::StrJoin(names, ", ")));
      }
      return Add(fields.at, absl::StrCat(Quoted(name), " does not exist"),
                 std::move(more), {{Subject::kMissing, OwnerOf(name)}});
    }
    object_ = object;
    subject_ = {Subject::kField, OwnerOf(name)};
    Compare(*fields.value, object, name, fields.path);
  }

  // `name` is that of the value in messages, and `path` its path in the test.
  void Compare(const Value& wanted, const Value* there, const std::string& name,
               const NodePath& path) {
    auto add = [&](absl::string_view what, std::vector<std::string> more) {
      Add(At(path), absl::StrCat(name, what), std::move(more), {subject_});
    };
    std::vector<Segment>& at = subject_.path;
    if (wanted.IsNull()) {
      if (there == nullptr || there->IsNull()) return;
      return add(" is not absent", {absl::StrCat("it is ", ShownField(there))});
    }
    if (there != nullptr && wanted.IsObject() && there->IsObject()) {
      for (const Member& member : Members(wanted)) {
        const std::string field(View(member.name));
        at.push_back(Segment::Field(field));
        Compare(member.value, Find(*there, field),
                absl::StrCat(name, ".", field), Below(path, {field}));
        at.pop_back();
      }
      return;
    }
    if (there != nullptr && wanted.IsArray() && there->IsArray() &&
        wanted.Size() == there->Size()) {
      for (rapidjson::SizeType i = 0; i < wanted.Size(); ++i) {
        at.push_back(Segment::Index(i));
        Compare(ItemAt(wanted, i), &ItemAt(*there, i),
                absl::StrCat(name, "[", i, "]"),
                Below(path, {absl::StrCat(i)}));
        at.pop_back();
      }
      return;
    }
    if (there != nullptr && Equal(wanted, *there)) return;
    add(" differs", {absl::StrCat("- ", Shown(&wanted)),
                     absl::StrCat("+ ", ShownField(there))});
  }

  YamlPosition At(const NodePath& path) const {
    return expect_.document->At(
        std::vector<absl::string_view>(path.begin(), path.end()));
  }

  // Once the composite is gone, nothing can be expected of it.
  void CheckExistence() {
    if (expect_.claim.has_value() && control_.claim() == nullptr) {
      Add(expect_.claim->at, "the claim does not exist any more");
    }
    if (control_.composite() != nullptr) return;
    std::vector<YamlPosition> places;
    if (expect_.composite.has_value()) places.push_back(expect_.composite->at);
    if (expect_.ready.has_value()) places.push_back(expect_.ready->at);
    for (const LocatedValue& each : expect_.conditions) {
      places.push_back(each.at);
    }
    for (const YamlPosition& at : places) {
      Add(at, "the composite does not exist any more");
    }
  }

  void CheckReady() {
    if (!expect_.ready.has_value() || control_.composite() == nullptr) return;
    const Value* ready = Condition("Ready");
    const bool is_ready =
        ready != nullptr && TextAt(*ready, {"status"}) == "True";
    if (is_ready == IsTrue(expect_.ready->value)) return;
    std::vector<std::string> more;
    const std::string message(
        ready == nullptr || is_ready ? "" : TextAt(*ready, {"message"}));
    if (!message.empty()) more.push_back(ShownText(message));
    std::vector<FailureSubject> about;
    if (!is_ready) about.push_back({Subject::kReadiness});
    Add(expect_.ready->at,
        is_ready ? "the composite is ready" : "the composite is not ready",
        std::move(more), std::move(about));
  }

  const Value* Condition(absl::string_view type) const {
    for (const Value& each :
         ItemsAt(*control_.composite(), {"status", "conditions"})) {
      if (TextAt(each, {"type"}) == type) return &each;
    }
    return nullptr;
  }

  void CheckCondition(const LocatedValue& wanted) {
    if (control_.composite() == nullptr) return;
    const std::string type = ScalarText(Find(*wanted.value, "type"));
    const Value* there = Condition(type);
    if (there == nullptr) {
      return Add(wanted.at,
                 absl::StrCat("the composite has no ", type, " condition"));
    }
    for (const char* name : {"status", "reason", "message"}) {
      const Value* text = Find(*wanted.value, name);
      if (text == nullptr) continue;
      const std::string expected = ScalarText(text);
      const std::string real(TextAt(*there, {name}));
      if (Matches(expected, real)) continue;
      Add(At(Below(wanted.path, {name})),
          absl::StrCat("the ", name, " of ", type, " differs"),
          {absl::StrCat("- ", expected), absl::StrCat("+ ", ShownText(real))},
          {{Subject::kField, owners::kConditions, {Segment::Field(type)}}});
    }
  }

  static bool Matches(const std::string& expected, const std::string& real) {
    if (expected == real) return true;
    // YAML reads True as a boolean.
    if (expected == "true" || expected == "false") {
      return absl::AsciiStrToLower(real) == expected;
    }
    if (expected.size() < 2 || expected.front() != '/' ||
        expected.back() != '/') {
      return false;
    }
    Pool pool;
    auto pattern = Regexp::Compile(expected.substr(1, expected.size() - 2));
    return pattern.ok() && pattern->Matches(real, &pool).value_or(false);
  }

  void CheckDetails() {
    if (!expect_.details.has_value()) return;
    const Value& wanted = *expect_.details->value;
    const DetailValues details = ConnectionDetailsOf(control_, last_);
    auto missing = [&](const std::string& key) {
      Add(expect_.details->at,
          absl::StrCat("there is no connection detail ", Quoted(key)),
          WhyNoDetail(key));
    };
    if (wanted.IsArray()) {
      for (const Value& key : Items(wanted)) {
        if (!details.contains(ScalarText(&key))) missing(ScalarText(&key));
      }
      return;
    }
    for (const Member& member : Members(wanted)) {
      const std::string key(View(member.name));
      auto found = details.find(key);
      if (found == details.end()) {
        missing(key);
      } else if (found->second != ScalarText(&member.value)) {
        Add(expect_.details->at,
            absl::StrCat("the connection detail ", Quoted(key),
                         " has another value"),
            {}, {SubjectOfDetail(key)});
      }
    }
  }

  FailureSubject SubjectOfDetail(const std::string& key) const {
    if (!control_.is_modern()) {
      return {Subject::kField, owners::kDetails, {Segment::Field(key)}};
    }
    return {Subject::kField,
            OwnerOf(DetailsSecretOf(control_)),
            {Segment::Field("data"), Segment::Field(key)}};
  }

  // What to expect instead, if functions compose the details of the composite.
  std::vector<std::string> WhyNoDetail(const std::string& key) const {
    if (!control_.is_modern() || control_.composite() == nullptr) return {};
    const std::string name = DetailsSecretOf(control_);
    if (control_.Composed(name) != nullptr) return {};
    return {
        absl::StrCat("the composite is modern, so its details are those of the "
                     "composed Secret ",
                     Quoted(name), ", which does not exist"),
        absl::StrCat("for a Secret that has another name, write composed: "
                     "{NAME: {data: {",
                     key, ": BASE64}}}")};
  }

  void CheckAssertion(const TestAssertion& assertion) {
    Pool pool;
    const Value nothing = Object();
    const Value* composite = control_.composite();
    Value composed = Object();
    for (const std::string& name : control_.ComposedNames()) {
      Set(composed, pool.Keep(name), Copy(*control_.Composed(name), &pool),
          &pool);
    }
    const Value* claim = control_.claim();
    TestVariables variables(composite == nullptr ? nothing : *composite,
                            composed, claim == nullptr ? nothing : *claim);
    CelContext context(&pool, assertion.expression.numbers());
    auto value = assertion.expression.Evaluate(&variables, &context);
    if (!value.ok()) {
      return Add(assertion.at,
                 absl::StrCat("the assertion fails: ",
                              ShownText(std::string(value.status().message()))),
                 {}, SubjectsOf(assertion));
    }
    if (value->kind() != CelKind::kBool) {
      return Add(assertion.at, "the assertion is not a boolean");
    }
    if (!value->AsBool()) {
      Add(assertion.at,
          absl::StrCat("the assertion is false: ", assertion.expression.text()),
          {}, SubjectsOf(assertion));
    }
  }

  const TestExpectations& expect_;
  const ControlPlane& control_;
  const Reconciliation& last_;
  std::vector<TestFailure> failures_;
  std::optional<ExplainedSecrets> secrets_;
  // The object and the field that are compared.
  const Value* object_ = nullptr;
  FailureSubject subject_ = {};
};

}  // namespace

std::vector<TestFailure> CheckExpectations(const TestExpectations& expect,
                                           const ControlPlane& control,
                                           const Reconciliation& last) {
  return Comparison(expect, control, last).Run();
}

DetailValues ConnectionDetailsOf(const ControlPlane& control,
                                 const Reconciliation& last) {
  DetailValues details;
  if (!control.is_modern()) {
    for (const auto& [key, value] :
         last.outcome.desired.composite().connection_details()) {
      details[key] = value;
    }
    return details;
  }
  const Value* secret = control.Composed(DetailsSecretOf(control));
  const Value* data = secret == nullptr ? nullptr : Find(*secret, "data");
  if (data == nullptr || !data->IsObject()) return details;
  for (const Member& member : Members(*data)) {
    std::string decoded;
    if (absl::Base64Unescape(ScalarText(&member.value), &decoded)) {
      details[std::string(View(member.name))] = std::move(decoded);
    }
  }
  return details;
}

}  // namespace loom
