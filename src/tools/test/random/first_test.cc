// SPDX-License-Identifier: Apache-2.0
#include "tools/test/random/first_test.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/schemas/composite_schema.h"
#include "tools/schemas/crd.h"
#include "tools/simulation/object_edits.h"
#include "tools/test/random/life.h"
#include "tools/test/random/random_values.h"
#include "tools/test/random/smaller_life.h"
#include "tools/test/random/written_test.h"
#include "tools/test/timeline/coverage.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

constexpr int kTriesOfComposite = 300;
constexpr int kMostRecorded = 8;
// Of the values that the fullest composite does not have, so many are tried, and so many
// get a test.
constexpr size_t kMostOtherValues = 60;
constexpr size_t kMostOtherTests = 8;

Value CompositeWith(const YamlDocument& definition, const Value& type,
                    Value spec, Pool* pool) {
  Value composite = Object();
  const Value* kind = Find(type, "kind");
  Set(composite, "apiVersion", Copy(*Find(type, "apiVersion"), pool), pool);
  Set(composite, "kind", Copy(*kind, pool), pool);
  Value& metadata = ObjectAt(composite, "metadata", pool);
  Set(metadata, "name", Borrow("example"), pool);
  if (FormOf(definition.root, View(*kind)) == CompositeForm::kNamespaced) {
    Set(metadata, "namespace", Borrow("default"), pool);
  }
  Set(composite, "spec", std::move(spec), pool);
  return composite;
}

// A pattern that matches exactly this text.
std::string Literally(absl::string_view text) {
  std::string pattern;
  for (char c : text.substr(0, text.find('\n'))) {
    if (absl::string_view("\\^$.|?*+()[]{}").find(c) !=
        absl::string_view::npos) {
      pattern += '\\';
    }
    pattern += c;
  }
  return pattern;
}

size_t CountFields(const Value& value) {
  size_t count = 1;
  if (value.IsObject()) {
    for (const Member& each : Members(value)) count += CountFields(each.value);
  } else if (value.IsArray()) {
    for (const Value& each : Items(value)) count += CountFields(each);
  }
  return count;
}

// A value that a field of the composite may have as well.
struct OtherValue {
  NodePath path;
  Value value;
};

// Adds the other values of the enums and booleans in `value`; of a list or a map, those
// in its first item.
void AddOtherValues(const Value& schema, const Value& value, NodePath* path,
                    Pool* pool, std::vector<OtherValue>* others) {
  if (!schema.IsObject()) return;
  auto add = [&](Value other) {
    if (Equal(other, value)) return;
    others->push_back({*path, std::move(other)});
  };
  auto descend = [&](const Value* below, const std::string& name,
                     const Value& item) {
    if (below == nullptr) return;
    path->push_back(name);
    AddOtherValues(*below, item, path, pool, others);
    path->pop_back();
  };
  for (const Value& each : ItemsAt(schema, {"enum"})) {
    if (!each.IsNull()) add(Copy(each, pool));
  }
  if (value.IsBool()) add(Value(!value.GetBool()));
  if (value.IsArray() && !value.Empty()) {
    descend(Find(schema, "items"), "0", ItemAt(value, 0));
  }
  if (!value.IsObject()) return;
  const Value* more = Find(schema, "additionalProperties");
  for (const Member& each : Members(value)) {
    const std::string name(View(each.name));
    const Value* property = Dig(schema, {"properties", name});
    descend(property == nullptr ? std::exchange(more, nullptr) : property, name,
            each.value);
  }
}

Value WithValue(const Value& composite, const OtherValue& other, Pool* pool) {
  Value changed = DeepCopy(composite, pool);
  Value* at = &changed;
  for (const std::string& name : other.path) {
    at = at->IsArray() ? &ItemAt(*at, std::stoul(name)) : Find(*at, name);
  }
  *at = Copy(other.value, pool);
  return changed;
}

// `production`, or, if another test has that name, `stage production`. A boolean says
// nothing without its field.
std::string NameOfTest(const OtherValue& other, std::set<std::string>* names) {
  const std::string value = ScalarText(&other.value);
  const auto field =
      std::find_if(other.path.rbegin(), other.path.rend(),
                   [](const std::string& each) { return each != "0"; });
  std::string name = value;
  if (other.value.IsBool() || value.empty() || !names->insert(name).second) {
    name = absl::StrCat(*field, " ", value);
    names->insert(name);
  }
  return name;
}

// What a step can expect of an object: what the Composition decides.
Value FieldsToExpect(const Value& object, Pool* pool) {
  Value fields = Object();
  for (const Member& each : Members(object)) {
    const absl::string_view name = View(each.name);
    if (name == "apiVersion" || name == "kind" || name == "metadata" ||
        name == "status") {
      continue;
    }
    Set(fields, pool->Keep(name), DeepCopy(each.value, pool), pool);
  }
  return fields;
}

// The fields of `after` that differ from those of `before`. null: it has gone.
Value ChangedSince(const Value& before, const Value& after, Pool* pool) {
  Value changed = Object();
  for (const Member& each : Members(before)) {
    if (Find(after, View(each.name)) == nullptr) {
      Set(changed, View(each.name), Value(), pool);
    }
  }
  for (const Member& each : Members(after)) {
    const Value* was = Find(before, View(each.name));
    if (was != nullptr && Equal(*was, each.value)) continue;
    const bool both =
        was != nullptr && was->IsObject() && each.value.IsObject();
    Set(changed, View(each.name),
        both ? ChangedSince(*was, each.value, pool) : Copy(each.value, pool),
        pool);
  }
  return changed;
}

// Plays the life of a composite, and writes down what comes out.
class Recording {
 public:
  Recording(LifeStage* stage, const Value& composite, Pool* pool)
      : stage_(stage), pool_(pool), stepped_(stage->Begin(composite, pool)) {}

  absl::StatusOr<Value> Run() {
    LOOM_RETURN_IF_ERROR(stepped_->Begin());
    Record(Object());
    if (const std::string missing = AwaitedObject(stepped_->last());
        !missing.empty()) {
      return absl::FailedPreconditionError(absl::StrCat(
          "the Composition needs ", missing,
          ", which no file has\n  pass its file as well: function-loom test "
          "--init … --xrd … FILE"));
    }
    std::vector<std::string> names;
    for (int i = 0; i < kMostRecorded && goes_on_; ++i) {
      std::vector<std::string> now = stepped_->control().ComposedNames();
      if (i > 0 && now == names) break;
      names = std::move(now);
      Record(LastStepOf(stage_, stepped_->control(), pool_));
    }
    return std::move(steps_);
  }

  // Why the composite is not ready at the end; "" if it is.
  std::string WhyNotReady() const {
    if (stepped_->control().composite() == nullptr || is_ready_) return "";
    std::string why;
    for (const Reason& reason : stepped_->last().outcome.reasons) {
      if (!why.empty()) break;
      why = absl::StrCat(": ", reason.resource,
                         reason.resource.empty() ? "" : ": ",
                         reason.why.substr(0, reason.why.find('\n')));
    }
    return absl::StrCat("the composite is never ready", why);
  }

 private:
  void Record(Value step) {
    const TestStep made = AsTestStep(*stage_, step, pool_);
    const StepOfTest played = stepped_->Play(made);
    Value expect = Object();
    AddFailures(played, &expect);
    AddComposed(&expect);
    AddComposite(&expect);
    Set(step, "expect", std::move(expect), pool_);
    steps_.PushBack(std::move(step), pool_->allocator());
  }

  void AddTo(absl::string_view field, const std::string& name, Value* expect) {
    Value& list = FindOrAdd(*expect, field, pool_);
    if (!list.IsArray()) list = Array();
    list.PushBack(Text(name, pool_), pool_->allocator());
  }

  void AddFailures(const StepOfTest& played, Value* expect) {
    for (const TestFailure& each : played.failures) {
      goes_on_ = false;
      switch (each.rule) {
        case TestRule::kNone:
          break;
        case TestRule::kDeleted:
          AddTo("deleted", each.resource, expect);
          break;
        case TestRule::kRenamed:
          AddTo("renamed", each.resource, expect);
          break;
        case TestRule::kRefused:
          AddTo("refused", each.resource, expect);
          break;
        case TestRule::kDiffers:
          AddTo("differs", each.resource, expect);
          break;
        case TestRule::kUnsteady:
          Set(*expect, "unsteady", Value(true), pool_);
          break;
        case TestRule::kError:
          AddError(expect);
          break;
      }
    }
  }

  void AddError(Value* expect) {
    const std::vector<StepResult>& results = stepped_->last().outcome.results;
    if (!results.empty() &&
        results.back().result.severity() == fn::SEVERITY_FATAL) {
      Set(*expect, "fatal",
          Text(Literally(results.back().result.message()), pool_), pool_);
      return;
    }
    Value condition = Object();
    Set(condition, "type", Borrow("Synced"), pool_);
    Set(condition, "status", Borrow("False"), pool_);
    Value list = Array();
    list.PushBack(std::move(condition), pool_->allocator());
    Set(*expect, "conditions", std::move(list), pool_);
  }

  void AddComposed(Value* expect) {
    const ControlPlane& control = stepped_->control();
    for (const std::string& name : control.ComposedNames()) {
      Value fields = FieldsToExpect(*control.Composed(name), pool_);
      auto known = known_.find(name);
      Value changed = known == known_.end()
                          ? Copy(fields, pool_)
                          : ChangedSince(known->second, fields, pool_);
      if (known == known_.end() || !changed.ObjectEmpty()) {
        Set(ObjectAt(*expect, "composed", pool_), pool_->Keep(name),
            std::move(changed), pool_);
      }
      known_[name] = std::move(fields);
    }
  }

  void AddComposite(Value* expect) {
    const Value* composite = stepped_->control().composite();
    if (composite == nullptr) return;
    bool ready = false;
    for (const Value& each : ItemsAt(*composite, {"status", "conditions"})) {
      ready |= TextAt(each, {"type"}) == "Ready" &&
               TextAt(each, {"status"}) == "True";
    }
    is_ready_ = ready;
    Set(*expect, "ready", Value(ready), pool_);
    const Value* status = Find(*composite, "status");
    if (status == nullptr || !status->IsObject()) return;
    Value fields = DeepCopy(*status, pool_);
    Erase(fields, "conditions", pool_);
    Value changed = ChangedSince(status_, fields, pool_);
    status_ = std::move(fields);
    if (changed.ObjectEmpty()) return;
    Set(ObjectAt(*expect, "composite", pool_), "status", std::move(changed),
        pool_);
  }

  LifeStage* stage_;
  Pool* pool_;
  std::unique_ptr<SteppedTest> stepped_;
  Value steps_{rapidjson::kArrayType};
  std::map<std::string, Value> known_;
  Value status_{rapidjson::kObjectType};
  bool goes_on_ = true;
  bool is_ready_ = false;
};

class FirstTestWriter {
 public:
  FirstTestWriter(const YamlDocument& composition,
                  const YamlDocument& definition,
                  const std::vector<std::string>& others,
                  const TestOptions& options, Files* files, Pool* pool)
      : composition_(composition),
        definition_(definition),
        others_(others),
        options_(options),
        files_(files),
        pool_(pool) {
    schemas_.Add(definition);
    options_.coverage = &coverage_;
  }

  absl::StatusOr<FirstTestsText> Run() {
    LOOM_RETURN_IF_ERROR(ReadOthers());
    const Value* type = Dig(composition_.root, {"spec", "compositeTypeRef"});
    if (type == nullptr || TextAt(*type, {"kind"}).empty() ||
        TextAt(*type, {"apiVersion"}).empty()) {
      return absl::FailedPreconditionError(
          absl::StrCat(composition_.Place({"spec"}),
                       ": spec.compositeTypeRef: Required value: a Composition "
                       "needs an apiVersion and a kind there"));
    }
    LOOM_ASSIGN_OR_RETURN(const Value* schema,
                          SchemaOf(definition_, TextAt(*type, {"apiVersion"}),
                                   TextAt(*type, {"kind"})));
    const Value nothing = Object();
    const Value* spec =
        schema == nullptr ? nullptr : Dig(*schema, {"properties", "spec"});
    spec_schema_ = spec == nullptr ? &nothing : spec;
    LOOM_ASSIGN_OR_RETURN(const Value smallest, Smallest(*type));
    LOOM_ASSIGN_OR_RETURN(
        result_.yaml,
        TestOf("smallest", "The smallest composite that the definition allows.",
               smallest));
    const Value fullest = Fullest(*type, smallest);
    if (!Equal(smallest, fullest)) {
      LOOM_ASSIGN_OR_RETURN(
          const std::string more,
          TestOf("fullest", "The fullest composite that the definition allows.",
                 fullest));
      absl::StrAppend(&result_.yaml, "---\n", more);
    }
    AddOtherTests(fullest);
    return std::move(result_);
  }

 private:
  absl::Status ReadOthers() {
    for (const std::string& path : others_) {
      if (IsDirectory(path)) {
        schema_paths_.push_back(path);
        continue;
      }
      LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
                            files_->ReadAll({path}));
      const bool defines = absl::c_all_of(
          documents,
          [](const YamlDocument& each) { return IsDefinition(each.root); });
      (defines ? schema_paths_ : object_paths_).push_back(path);
      if (!defines) absl::c_move(documents, std::back_inserter(objects_));
    }
    return absl::OkStatus();
  }

  Value PathList(const std::vector<std::string>& paths) {
    Value list = Array();
    for (const std::string& path : paths) {
      list.PushBack(Text(path, pool_), pool_->allocator());
    }
    return list;
  }

  Value Made(const Value& type, Fullness fullness) {
    return CompositeWith(
        definition_, type,
        RandomValues(&random_, pool_).Make(*spec_schema_, fullness), pool_);
  }

  absl::StatusOr<Value> Smallest(const Value& type) {
    Value made = Made(type, Fullness::kSmallest);
    if (IsValidComposite(made, &schemas_)) return made;
    for (int i = 0; i < kTriesOfComposite; ++i) {
      made = Made(type, i % 4 == 0 ? Fullness::kFullest : Fullness::kRandom);
      if (!IsValidComposite(made, &schemas_)) continue;
      Value life = Object();
      Set(life, "composite", std::move(made), pool_);
      Set(life, "steps", Array(), pool_);
      Value small = SmallerLife(
          life,
          [this](const Value& candidate) {
            return IsValidComposite(*Find(candidate, "composite"), &schemas_);
          },
          pool_);
      return Copy(*Find(small, "composite"), pool_);
    }
    return absl::FailedPreconditionError(absl::StrCat(
        definition_.Place({"spec"}),
        ": no composite was found that its schema and its rules allow\n  "
        "write the test with a composite of your own"));
  }

  Value Fullest(const Value& type, const Value& smallest) {
    Value fullest = Made(type, Fullness::kFullest);
    if (IsValidComposite(fullest, &schemas_)) return fullest;
    fullest = Copy(smallest, pool_);
    for (int i = 0; i < kTriesOfComposite; ++i) {
      Value made = Made(type, Fullness::kRandom);
      if (CountFields(made) > CountFields(fullest) &&
          IsValidComposite(made, &schemas_)) {
        fullest = std::move(made);
      }
    }
    return fullest;
  }

  // Adds tests of composites that have another value than the fullest, and with it cover
  // more of the Composition.
  void AddOtherTests(const Value& fullest) {
    std::vector<OtherValue> others;
    NodePath path = {"spec"};
    AddOtherValues(*spec_schema_, *Find(fullest, "spec"), &path, pool_,
                   &others);
    std::set<std::string> names = {"smallest", "fullest"};
    size_t added = 0;
    for (size_t i = 0; i < others.size() && i < kMostOtherValues; ++i) {
      if (added == kMostOtherTests) return;
      const Value composite = WithValue(fullest, others[i], pool_);
      if (!IsValidComposite(composite, &schemas_)) continue;
      const size_t covered = CoverageCount::Of(coverage_).covered;
      const size_t notes = result_.notes.size();
      std::set<std::string> taken = names;
      const std::string name = NameOfTest(others[i], &taken);
      const absl::StatusOr<std::string> test =
          TestOf(name,
                 absl::StrCat("The fullest composite, with another value of ",
                              PathText(others[i].path), "."),
                 composite);
      // If an object is missing, the others are tests all the same.
      if (!test.ok() || CoverageCount::Of(coverage_).covered == covered) {
        result_.notes.resize(notes);
        continue;
      }
      absl::StrAppend(&result_.yaml, "---\n", *test);
      names = std::move(taken);
      ++added;
    }
  }

  absl::StatusOr<std::string> TestOf(const std::string& name,
                                     const std::string& comment,
                                     const Value& composite) {
    // The composite has no file, so its location is that of the definition.
    TestFile test{
        .name = name,
        .sources = {.composite = definition_.Part({}, Copy(composite, pool_))}};
    test.sources.composition =
        composition_.Part({}, Copy(composition_.root, pool_));
    test.sources.definition =
        definition_.Part({}, Copy(definition_.root, pool_));
    for (const YamlDocument& each : objects_) {
      test.sources.required.push_back(each.Part({}, Copy(each.root, pool_)));
    }
    test.schemas = schema_paths_;
    LOOM_ASSIGN_OR_RETURN(
        std::unique_ptr<LifeStage> stage,
        LifeStage::Make(std::move(test), options_, files_, pool_));
    Recording recording(stage.get(), composite, pool_);
    LOOM_ASSIGN_OR_RETURN(const Value steps, recording.Run());
    const std::string problem = recording.WhyNotReady();
    if (!problem.empty()) {
      result_.notes.push_back(absl::StrCat("the test ", name, ": ", problem));
    }
    Value sources = Object();
    Set(sources, "composition", Borrow(composition_.nodes().name()), pool_);
    Set(sources, "xrd", Borrow(definition_.nodes().name()), pool_);
    if (!schema_paths_.empty()) {
      Set(sources, "schemas", PathList(schema_paths_), pool_);
    }
    if (!object_paths_.empty()) {
      Set(sources, "objects", PathList(object_paths_), pool_);
    }
    WrittenTest written{.name = name,
                        .sources = &sources,
                        .composite = &composite,
                        .steps = &steps,
                        .expect_comment = "to be reviewed"};
    written.comments = {
        comment,
        "The expectations are what the Composition does now. Review them.",
        "Paths are relative to this file."};
    if (!problem.empty()) {
      written.comments.push_back(absl::StrCat("NOT READY: ", problem));
    }
    return TestText(written);
  }

  const YamlDocument& composition_;
  const YamlDocument& definition_;
  const std::vector<std::string>& others_;
  TestOptions options_;
  Files* files_;
  Pool* pool_;
  Coverage coverage_;  // of all tests
  KindSchemas schemas_;
  std::vector<std::string> schema_paths_;
  std::vector<std::string> object_paths_;
  std::vector<YamlDocument> objects_;
  FirstTestsText result_;
  const Value* spec_schema_ = nullptr;
  Random random_{1};
};

}  // namespace

absl::StatusOr<FirstTestsText> FirstTests(
    const std::string& composition, const std::string& definition,
    const std::vector<std::string>& others, const TestOptions& options,
    Files* files, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(const YamlDocument read, files->ReadOne(composition));
  LOOM_ASSIGN_OR_RETURN(const YamlDocument xrd, files->ReadOne(definition));
  return FirstTestWriter(read, xrd, others, options, files, pool).Run();
}

}  // namespace loom
