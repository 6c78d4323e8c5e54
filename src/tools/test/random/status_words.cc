// SPDX-License-Identifier: Apache-2.0
#include "tools/test/random/status_words.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/expression_reads.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/run/documents.h"
#include "tools/simulation/object_edits.h"
#include "tools/workspace/input_mistakes.h"

namespace loom {
namespace {

// What a field may be of which only the name is known. $ is replaced by a string that
// names the field and the resource.
constexpr absl::string_view kTypes[] = {
    "\"$\"", "1", "true", "[\"$\"]", "{\"key\":\"$\"}", "[{\"id\":\"$\"}]"};

constexpr size_t kMostWords = 500;

constexpr absl::string_view kNumbers[] = {"port",     "count",  "size",
                                          "replicas", "number", "generation"};

// What Kubernetes writes to its own kinds, so that they are ready.
struct ReadyPatch {
  absl::string_view api_version;
  absl::string_view kind;
  // R is the number of replicas.
  absl::string_view patch;
};

constexpr ReadyPatch kReady[] = {
    {"apps/v1", "Deployment",
     R"({"status": {"observedGeneration": 1000, "replicas": R,
         "updatedReplicas": R, "readyReplicas": R, "availableReplicas": R,
         "conditions": [{"type": "Available", "status": "True"}]}})"},
    {"apps/v1", "StatefulSet",
     R"({"status": {"observedGeneration": 1000, "replicas": R,
         "readyReplicas": R, "currentReplicas": R, "updatedReplicas": R,
         "availableReplicas": R, "currentRevision": "a",
         "updateRevision": "a"}})"},
    {"apps/v1", "DaemonSet",
     R"({"status": {"observedGeneration": 1000, "desiredNumberScheduled": 1,
         "currentNumberScheduled": 1, "numberMisscheduled": 0, "numberReady": 1,
         "updatedNumberScheduled": 1, "numberAvailable": 1}})"},
    {"apps/v1", "ReplicaSet",
     R"({"status": {"observedGeneration": 1000, "replicas": R,
         "availableReplicas": R}})"},
    {"batch/v1", "Job",
     R"({"status": {"conditions": [{"type": "Complete", "status": "True"}]}})"},
    {"autoscaling/v2", "HorizontalPodAutoscaler",
     R"({"status": {"currentReplicas": 1, "desiredReplicas": 1,
         "currentMetrics": [],
         "conditions": [{"type": "ScalingActive", "status": "True"}]}})"},
    {"v1", "PersistentVolumeClaim",
     R"({"spec": {"volumeName": "a"}, "status": {"phase": "Bound"}})"},
    {"v1", "Pod",
     R"({"status": {"phase": "Running",
         "conditions": [{"type": "Ready", "status": "True"}]}})"},
    {"v1", "Service",
     R"({"spec": {"clusterIP": "192.0.2.2"},
         "status": {"loadBalancer": {"ingress": [{"ip": "192.0.2.1"}]}}})"},
    {"networking.k8s.io/v1", "Ingress",
     R"({"status": {"loadBalancer": {"ingress": [{"ip": "192.0.2.1"}]}}})"},
};

std::string Json(const Value& value) { return CompactJson(value).value_or(""); }

// Returns a value that a transform accepts, as JSON; "" if it accepts any.
std::string AcceptedBy(const Value& transform) {
  Pool pool;
  const Value* map = Find(transform, "map");
  if (map != nullptr && map->IsObject() && !map->ObjectEmpty()) {
    return Json(Text(View(map->MemberBegin()->name), &pool));
  }
  const absl::Span<const Value> patterns =
      ItemsAt(transform, {"match", "patterns"});
  if (!patterns.empty()) {
    const Value* literal = Find(patterns[0], "literal");
    if (literal != nullptr) return Json(*literal);
  }
  const std::string pattern =
      ScalarText(Dig(transform, {"string", "regexp", "match"}));
  Random random(1);
  if (!pattern.empty()) {
    const auto match = RandomMatch(pattern, 4, &random);
    if (match.has_value()) return Json(Text(*match, &pool));
  }
  if (Find(transform, "math") != nullptr) return "1";
  const absl::string_view type = TextAt(transform, {"convert", "toType"});
  return type == "int" || type == "int64" || type == "float64" ? "\"1\"" : "";
}

bool IsStatus(absl::Span<const Segment> path) {
  return path.size() > 1 && path[0].field == "status" &&
         path[1].field != "conditions";
}

// Sets a field of a status, and what has to be around it.
void SetField(absl::Span<const Segment> path, const std::string& json,
              Value* value, Pool* pool) {
  if (path.empty()) {
    auto parsed = ParseJson(pool->Keep(json), pool);
    if (parsed.ok() && !value->IsObject()) *value = *std::move(parsed);
    return;
  }
  const Segment& first = path[0];
  if (first.is_index || first.IsWildcard()) {
    if (!value->IsArray()) *value = Array();
    while (value->Size() <= first.index) {
      value->PushBack(Value(), pool->allocator());
    }
    return SetField(path.subspan(1), json, &ItemAt(*value, first.index), pool);
  }
  if (!value->IsObject()) *value = Object();
  SetField(path.subspan(1), json,
           &FindOrAdd(*value, pool->Keep(first.field), pool), pool);
}

}  // namespace

StatusWords::StatusWords(const Composition& composition, KindSchemas* schemas)
    : schemas_(schemas) {
  for (const PipelineStep& step : composition.steps) {
    if (step.input != nullptr) AddInput(step);
  }
  AddCopied();
}

void StatusWords::AddCopied() {
  // A copy may be copied again, so what is added is also looked at.
  for (size_t i = 0; i < words_.size(); ++i) {
    const std::vector<Segment> read = words_[i].path;
    const std::string value = words_[i].value;
    for (const CopiedStatus& each : copied_) {
      if (read.size() <= each.to.size() || words_.size() > kMostWords ||
          !std::equal(each.to.begin(), each.to.end(), read.begin())) {
        continue;
      }
      std::vector<Segment> path = each.from;
      path.insert(path.end(), read.begin() + each.to.size(), read.end());
      AddRead(each.resource, std::move(path), value);
    }
  }
}

void StatusWords::AddInput(const PipelineStep& step) {
  Walk(*step.input, "");
  const auto& planned = PlannedInputOf(step);
  for (const WrittenExpression& each : planned->problems.expressions()) {
    // resources[2].template…, and the name of that resource, unless it is a loop.
    std::string resource;
    absl::string_view place = each.place;
    size_t index = 0;
    if (absl::ConsumePrefix(&place, "resources[") &&
        absl::SimpleAtoi(place.substr(0, place.find(']')), &index)) {
      const auto all = ItemsAt(*step.input, {"resources"});
      if (index < all.size() && Find(all[index], "forEach") == nullptr) {
        resource = std::string(IdOfTemplate(all[index]));
      }
    }
    AddExpression(each.text, resource);
  }
}

void StatusWords::Walk(const Value& value, const std::string& resource) {
  if (value.IsArray()) {
    for (const Value& each : Items(value)) Walk(each, resource);
  }
  if (!value.IsObject()) return;
  const bool is_template =
      Find(value, "base") != nullptr || Find(value, "template") != nullptr;
  std::string around = resource;
  if (is_template) {
    around = Find(value, "forEach") == nullptr ? ScalarText(Find(value, "name"))
                                               : "";
  }
  AddCheck(value, around);
  AddPatch(value, around);
  for (const Member& each : Members(value)) {
    const absl::string_view name = View(each.name);
    if (name == "fromConnectionSecretKey" && each.value.IsString()) {
      const std::string key = ScalarText(&each.value);
      if (!absl::c_linear_search(details_, key)) details_.push_back(key);
    }
    if (each.value.IsString() && name != "toFieldPath" &&
        absl::EndsWith(name, "ieldPath")) {
      AddPath(View(each.value), around, "");
    }
    Walk(each.value, around);
  }
}

// A readiness check, of which the value is known.
void StatusWords::AddCheck(const Value& check, const std::string& resource) {
  const std::string path = ScalarText(Find(check, "fieldPath"));
  const std::string type = ScalarText(Find(check, "type"));
  const Value* text = Find(check, "matchString");
  const Value* number = Find(check, "matchInteger");
  if (text != nullptr || number != nullptr) {
    AddPath(path, resource, Json(text != nullptr ? *text : *number));
  } else if (type == "MatchTrue" || type == "MatchFalse") {
    AddPath(path, resource, type == "MatchTrue" ? "true" : "false");
  }
  const Value* condition = Find(check, "matchCondition");
  if (condition != nullptr && condition->IsObject()) {
    conditions_.push_back({resource, ScalarText(Find(*condition, "type")),
                           ScalarText(Find(*condition, "status"))});
  }
}

// A patch whose first transform does not accept any value.
void StatusWords::AddPatch(const Value& patch, const std::string& resource) {
  const std::string path = ScalarText(Find(patch, "fromFieldPath"));
  const std::string type = ScalarText(Find(patch, "type"));
  if (type == "ToCompositeFieldPath") {
    const auto from = Path::Parse(path);
    const std::string to = ScalarText(Find(patch, "toFieldPath"));
    const auto target = Path::Parse(to.empty() ? path : to);
    if (from.ok() && target.ok() && !from->segments().empty()) {
      copied_.push_back({resource, from->segments(), target->segments()});
    }
  }
  const absl::Span<const Value> transforms = ItemsAt(patch, {"transforms"});
  if (path.empty() || transforms.empty()) return;
  const std::string value = AcceptedBy(transforms[0]);
  if (!value.empty()) AddPath(path, resource, value);
}

void StatusWords::AddPath(absl::string_view text, const std::string& resource,
                          const std::string& value) {
  auto path = Path::Parse(text);
  if (path.ok()) AddRead(resource, path->segments(), value);
}

void StatusWords::AddRead(const std::string& resource,
                          std::vector<Segment> path, const std::string& value) {
  if (!IsStatus(path)) return;
  for (ReadStatus& each : words_) {
    if (each.resource != resource || each.path != path) continue;
    if (each.value.empty()) each.value = value;
    return;
  }
  words_.push_back({resource, std::move(path), value});
  ReadStatus& added = words_.back();
  const std::string last = absl::AsciiStrToLower(added.path.back().field);
  for (absl::string_view each : kNumbers) {
    if (absl::EndsWith(last, each)) added.type = 1;
  }
}

void StatusWords::AddExpression(const std::string& text,
                                const std::string& resource) {
  auto located = [&](const ExpressionRead& read) {
    std::pair<std::string, std::vector<Segment>> found;
    const std::vector<Segment>& path = read.path;
    if (read.name == "object") {
      found = {resource, path};
    } else if (read.name == "observed" && path.size() > 3 &&
               path[0].field == "resources" && path[2].field == "resource") {
      found = {path[1].field, {path.begin() + 3, path.end()}};
    } else if (read.is_open && read.behind.size() > 1 &&
               read.behind[0].field == "resource") {
      found = {"", {read.behind.begin() + 1, read.behind.end()}};
    }
    return found;
  };
  for (const ExpressionComparison& each : ComparisonsOf(text)) {
    auto [name, path] = located(each.read);
    if (each.sign == "!=" || each.literals.empty()) continue;
    Pool pool;
    const std::string* literal = std::get_if<std::string>(&each.literals[0]);
    AddRead(name, path, literal == nullptr ? "" : Json(Text(*literal, &pool)));
  }
  for (const ExpressionRead& read : ReadsOf(text)) {
    auto [name, path] = located(read);
    AddRead(name, path, "");
  }
  for (const char* macro : {".map(", ".filter(", ".exists(", ".all("}) {
    if (absl::StrContains(text, macro)) return AddWords(text);
  }
}

// The variable of a macro has no name that is known: each `.status.…` counts.
void StatusWords::AddWords(absl::string_view text) {
  const std::string plain =
      absl::StrReplaceAll(text, {{"?", ""}, {"resource.status", "\x01"}});
  for (size_t at = plain.find('\x01'); at != plain.npos;
       at = plain.find('\x01', at + 1)) {
    std::string path = "status";
    for (size_t i = at + 1; i < plain.size(); ++i) {
      const char c = plain[i];
      if (!absl::ascii_isalnum(c) && c != '.' && c != '_') {
        // The last name is that of a function.
        if (c == '(') path.resize(path.rfind('.'));
        break;
      }
      path += c;
    }
    while (absl::EndsWith(path, ".")) path.pop_back();
    AddPath(path, "", "");
  }
}

std::vector<const StatusWords::ReadStatus*> StatusWords::WordsOf(
    const std::string& name) const {
  std::vector<const ReadStatus*> words;
  for (size_t i = 0; i < words_.size(); ++i) {
    const ReadStatus& each = words_[i];
    if (only_.has_value() && !only_->contains(i)) continue;
    if (each.resource.empty() || each.resource == name) words.push_back(&each);
  }
  return words;
}

std::string StatusWords::ValueOf(const ReadStatus& word, const Value& object,
                                 const std::string& name) const {
  const std::string own = absl::StrCat(
      word.path.back().is_index ? "item" : word.path.back().field, "-", name);
  const KindSchema* kind = schemas_->Find(ApiVersion(object), Kind(object));
  if (kind != nullptr && kind->schema != nullptr && !kind->common) {
    const SchemaPlace place = FollowPath(*kind, word.path);
    if (place.answer == SchemaPlace::Answer::kMissing) return "";
    if (place.answer == SchemaPlace::Answer::kKnown &&
        place.schema != nullptr) {
      const absl::string_view type = TypeIn(*place.schema);
      if (!word.value.empty()) return word.value;
      const bool is_free = type == "string" &&
                           Find(*place.schema, "pattern") == nullptr &&
                           Find(*place.schema, "format") == nullptr &&
                           Find(*place.schema, "enum") == nullptr;
      Pool pool;
      if (is_free) return Json(Text(own, &pool));
      Random random(StableHash(own));
      return Json(
          RandomValues(&random, &pool).Make(*place.schema, Fullness::kFullest));
    }
  }
  if (!word.value.empty()) return word.value;
  return absl::StrReplaceAll(kTypes[word.type], {{"$", own}});
}

Value StatusWords::Report(const Value& object, const std::string& name,
                          Random* random, Pool* pool) const {
  Value patch = Object();
  for (const ReadyPatch& each : kReady) {
    if (each.kind != Kind(object) || each.api_version != ApiVersion(object)) {
      continue;
    }
    const Value* replicas = Dig(object, {"spec", "replicas"});
    const std::string count = replicas == nullptr ? "1" : Json(*replicas);
    if (random == nullptr || random->OneIn(2)) {
      const std::string text =
          absl::StrReplaceAll(each.patch, {{": R", ": " + count}});
      patch = *ParseJson(pool->Keep(text), pool);
    }
  }
  const std::vector<const ReadStatus*> words = WordsOf(name);
  for (const ReadStatus* word : words) {
    if (random != nullptr && random->OneIn(3)) continue;
    // An object whose fields are read is made of these.
    const bool is_object =
        absl::c_any_of(words, [word](const ReadStatus* other) {
          return other->path.size() > word->path.size() &&
                 std::equal(word->path.begin(), word->path.end(),
                            other->path.begin());
        });
    if (is_object) continue;
    const std::string value = ValueOf(*word, object, name);
    if (!value.empty()) SetField(word->path, value, &patch, pool);
  }
  const bool is_named =
      absl::c_any_of(conditions_, [&](const NamedCondition& each) {
        return each.resource.empty() || each.resource == name;
      });
  if (random == nullptr && is_named &&
      Dig(patch, {"status", "conditions"}) == nullptr) {
    Set(ObjectAt(patch, "status", pool), "conditions",
        Conditions(object, name, true, pool), pool);
  }
  return patch;
}

Value StatusWords::Vanish(const Value& object, const std::string& name,
                          Random* random, Pool* pool) const {
  Value patch = Object();
  const auto words = WordsOf(name);
  if (words.empty() || random->OneIn(3)) {
    // All that the status has disappears, as when the provider restarts.
    const Value* status = Find(object, "status");
    if (status == nullptr || !status->IsObject()) return patch;
    Value& none = FindOrAdd(patch, "status", pool);
    none = Object();
    for (const Member& each : Members(*status)) {
      Set(none, pool->Keep(View(each.name)), Value(), pool);
    }
    if (none.ObjectEmpty()) return Object();
    return patch;
  }
  // A part of a list does not disappear alone.
  std::vector<Segment> path = random->In(words)->path;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i].is_index || path[i].IsWildcard()) path.resize(i);
  }
  SetField(path, "null", &patch, pool);
  return patch;
}

Value StatusWords::Conditions(const Value& of, const std::string& name,
                              bool ready, Pool* pool) const {
  Value object = Object();
  SetCondition({.type = "Synced",
                .status = "True",
                .reason = "ReconcileSuccess",
                .is_of_generation = false},
               absl::UnixEpoch(), &object, pool);
  SetCondition({.type = "Ready",
                .status = ready ? "True" : "False",
                .reason = ready ? "Available" : "Creating",
                .is_of_generation = false},
               absl::UnixEpoch(), &object, pool);
  for (const NamedCondition& each : conditions_) {
    if (!ready || each.type == "Ready" || each.type == "Synced" ||
        (!each.resource.empty() && each.resource != name)) {
      continue;
    }
    SetCondition({.type = each.type,
                  .status = each.status,
                  .reason = "Available",
                  .is_of_generation = false},
                 absl::UnixEpoch(), &object, pool);
  }
  Value& conditions = *Find(*Find(object, "status"), "conditions");
  // Crossplane's own have neither, and Kubernetes' kinds require both.
  const KindSchema* kind = schemas_->Find(ApiVersion(of), Kind(of));
  const std::vector<Segment> path = {Segment::Field("status"),
                                     Segment::Field("conditions"),
                                     Segment::Index(0)};
  const SchemaPlace place = kind == nullptr || kind->schema == nullptr
                                ? SchemaPlace()
                                : FollowPath(*kind, path);
  const bool is_strict =
      place.answer == SchemaPlace::Answer::kKnown && place.schema != nullptr &&
      absl::c_any_of(ItemsAt(*place.schema, {"required"}),
                     [](const Value& each) {
                       return ScalarText(&each) == "lastTransitionTime";
                     });
  for (Value& each : Items(conditions)) {
    if (!is_strict) {
      Erase(each, "lastTransitionTime", pool);
    } else {
      Set(each, "lastTransitionTime", Borrow(kRenderTime), pool);
      Set(each, "message", Borrow(""), pool);
    }
  }
  return std::move(conditions);
}

std::vector<size_t> StatusWords::Unknown() const {
  std::vector<size_t> unknown;
  for (size_t i = 0; i < words_.size(); ++i) {
    if (words_[i].value.empty()) unknown.push_back(i);
  }
  return unknown;
}

size_t StatusWords::Types() { return std::size(kTypes); }

}  // namespace loom
