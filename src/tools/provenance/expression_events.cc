// SPDX-License-Identifier: Apache-2.0
// What the recorder makes of expressions, of items, and of conditions.
#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/contract/environment_key.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/named_values.h"
#include "tools/provenance/graph.h"
#include "tools/provenance/recorder.h"
#include "tools/workspace/input_mistakes.h"

namespace loom {
namespace {

// Returns the names of the fields of an object, in the order of forEach.
std::vector<absl::string_view> SortedKeys(const Value& object) {
  std::vector<absl::string_view> keys;
  for (const Member& member : Members(object)) {
    keys.push_back(View(member.name));
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

bool BeginsWith(const ExpressionRead& read,
                std::initializer_list<absl::string_view> names) {
  return read.path.size() >= names.size() &&
         std::equal(names.begin(), names.end(), read.path.begin(),
                    [](absl::string_view name, const Segment& segment) {
                      return name.empty() || segment.field == name;
                    });
}

ExpressionRead Behind(const ExpressionRead& read, std::string name,
                      size_t segments) {
  return {.name = std::move(name),
          .path = {read.path.begin() + segments, read.path.end()},
          .is_open = read.is_open};
}

}  // namespace

void Recorder::Asked(const TemplateUse& use, absl::string_view member,
                     const absl::Status& why, bool made) {
  call_.resource = std::string(use.resource);
  call_.index = use.index;
  call_.item = use.item;
  const bool is_condition = member == "condition";
  const std::string place =
      use.resource.empty() ? std::string(member) : InTemplate(member);
  const std::string expression =
      is_condition ? place : absl::StrCat(place, ".items");
  ExplainedStep step = NewStep(is_condition ? "condition" : "forEach");
  step.place = files_.InInput(*step_, place);
  step.outcome = why.ok() ? "skipped" : made ? "pending" : "withheld";
  step.message = std::string(why.message());
  if (why.ok()) step.message = is_condition ? "it is false" : "it has no items";
  if (secrets_.IsIn(step.message)) step.message = "(secret)";
  const Value no(false);
  step.from = OriginsOfExpression(TextAt(expression), expression,
                                  why.ok() && is_condition ? &no : nullptr);
  graph_.Add(std::move(step));
  call_.resource.clear();
  call_.item = nullptr;
  call_.selected.clear();
}

void Recorder::Selected(absl::string_view resource) {
  call_.selected.emplace(resource);
}

std::string Recorder::InTemplate(absl::string_view member) const {
  return absl::StrCat("resources[", call_.index, "].", member);
}

std::string Recorder::TextAt(const std::string& place) const {
  return ScalarText(InputMember(*step_, place));
}

std::vector<Origin> Recorder::OriginsOfExpression(const std::string& text,
                                                  const std::string& place,
                                                  const Value* made) {
  const bool is_first = !values_read_.has_value();
  if (is_first) values_read_.emplace();
  const std::vector<ExpressionRead> reads = ReadsOf(text);
  std::set<std::string> asked;
  ExplainedSource source{.kind = "expression",
                         .name = "expression",
                         .path = text,
                         .place = files_.InInput(*step_, place)};
  if (made != nullptr) source.value = secrets_.Shown(*made);
  if (absl::c_any_of(reads, [&](const ExpressionRead& read) {
        return MayReadSecrets(read, &asked);
      })) {
    source.value = {.json = std::nullopt, .secret = true};
  }
  std::vector<Origin> origins = {
      {Origin::Kind::kSource, graph_.Source(std::move(source))}};
  for (const ExpressionRead& read : reads) {
    for (Origin origin : OriginsOfRead(read)) origins.push_back(origin);
  }
  if (is_first) values_read_.reset();
  return origins;
}

// For a whole object, nothing more than the expression itself is reported.
std::vector<Origin> Recorder::OriginsOfRead(const ExpressionRead& read) {
  if (read.name == "item") return OriginsOfItem(read.path);
  if (read.name == "observed" || read.name == "desired") {
    return OriginsInState(read);
  }
  if (read.name == "key" && call_.item != nullptr) {
    const Value key = Borrow(call_.item->key);
    return {{Origin::Kind::kSource,
             graph_.Source({.kind = "item",
                            .name = absl::StrCat("key of ", call_.resource),
                            .value = secrets_.Shown(key)})}};
  }
  if (read.path.empty()) return {};
  if (read.name == "values") return OriginsOfValue(read.path[0].field);
  if (read.name == "composite") {
    return OriginsAt(Endpoint::kObservedComposite, &inputs_.composite.root,
                     read.path);
  }
  if (read.name == "environment") {
    return OriginsAt(Endpoint::kEnvironment, nullptr, read.path);
  }
  if (read.name == "object" && !call_.overlaid.empty() &&
      read.path[0].field != "status") {
    // A field that an overlay reads and writes is not its own origin.
    if (IsWithin(call_.overlaid, ToString(read.path))) return {};
    return FieldOrigins(OwnerOf(call_.resource), read.path);
  }
  if (read.name == "object") {
    auto observed = inputs_.observed.find(call_.resource);
    return OriginsAt(
        Endpoint::kObservedComposed,
        observed == inputs_.observed.end() ? nullptr : &observed->second.root,
        read.path);
  }
  if (read.name == "context") {
    const bool environment = read.path[0].field == kEnvironmentKey;
    if (environment) return OriginsOfRead(Behind(read, "environment", 1));
    return FieldOrigins(owners::kContext, read.path);
  }
  return {};
}

// Returns the field `values` of the resource or the input that has the value.
std::string Recorder::PlaceOfValue(const std::string& name) const {
  const std::string own = absl::StrCat(InTemplate("values"), ".", name);
  return !call_.resource.empty() && InputMember(*step_, own) != nullptr
             ? own
             : absl::StrCat("values.", name);
}

std::vector<std::string> Recorder::ExpressionsOfNamed(
    const std::string& name) const {
  std::string place = PlaceOfValue(name);
  place.resize(place.size() - name.size() - 1);
  return ExpressionsOfValue(InputMember(*step_, place), name);
}

std::vector<Origin> Recorder::OriginsOfValue(const std::string& name) {
  std::vector<Origin> origins;
  const std::string place = PlaceOfValue(name);
  if (values_read_.has_value() && !values_read_->insert(place).second) {
    return origins;
  }
  for (const std::string& text : ExpressionsOfNamed(name)) {
    for (Origin origin : OriginsOfExpression(text, place, nullptr)) {
      origins.push_back(origin);
    }
  }
  return origins;
}

// Whether a composed resource has published the detail that a path leads to, or any.
bool Recorder::HasDetail(const std::string& resource,
                         absl::Span<const Segment> path) const {
  auto details = inputs_.details.find(resource);
  if (path[0].field != "connection_details" ||
      details == inputs_.details.end()) {
    return false;
  }
  return path.size() == 1 ? !details->second.empty()
                          : details->second.contains(path[1].field);
}

std::vector<Origin> Recorder::OriginsInState(const ExpressionRead& read) {
  const bool observed = read.name == "observed";
  if (observed && read.is_open && read.path.size() == 1 &&
      BeginsWith(read, {"resources"}) && !read.behind.empty()) {
    return OriginsOfComputed(read);
  }
  if (BeginsWith(read, {"composite", "resource"})) {
    const ExpressionRead inside = Behind(read, "composite", 2);
    return observed ? OriginsOfRead(inside)
                    : FieldOrigins(owners::kComposite, inside.path);
  }
  if (!BeginsWith(read, {"resources", "", ""})) return {};
  const std::string name = read.path[1].field;
  if (!BeginsWith(read, {"resources", "", "resource"})) {
    if (!observed) return {};
    const absl::Span<const Segment> rest =
        absl::MakeConstSpan(read.path).subspan(2);
    ExplainedSource source{
        .kind = "observed", .name = name, .path = ToString(rest)};
    source.value.secret = HasDetail(name, rest);
    return {{Origin::Kind::kSource, graph_.Source(std::move(source))}};
  }
  const ExpressionRead inside = Behind(read, "object", 3);
  if (!observed) return FieldOrigins(OwnerOf(name), inside.path);
  std::string rendered = std::exchange(call_.resource, name);
  std::vector<Origin> origins = OriginsOfRead(inside);
  call_.resource = std::move(rendered);
  return origins;
}

// Those that the expression has selected; all that have the field if it goes through
// them instead.
std::vector<Origin> Recorder::OriginsOfComputed(const ExpressionRead& read) {
  std::vector<Origin> origins;
  const absl::Span<const Segment> field =
      absl::MakeConstSpan(read.behind).subspan(1);
  for (const auto& [name, document] : inputs_.observed) {
    if ((!call_.selected.empty() && !call_.selected.contains(name)) ||
        read.behind[0].field != "resource" ||
        !Get(document.root, field, &pool_).ok()) {
      continue;
    }
    ExpressionRead one = read;
    one.is_open = false;
    one.path.push_back(Segment::Field(name));
    one.path.insert(one.path.end(), read.behind.begin(), read.behind.end());
    one.behind.clear();
    for (Origin origin : OriginsInState(one)) origins.push_back(origin);
  }
  return origins;
}

// Returns the origin of an item, if its list is a field: its path is then the path of
// the list with the index or key.
std::vector<Origin> Recorder::OriginsOfItem(const std::vector<Segment>& path) {
  if (call_.item == nullptr) return {};
  std::optional<ExpressionRead> list =
      OnlyReadOf(TextAt(InTemplate("forEach.items")));
  if (list.has_value() && list->name == "observed" &&
      BeginsWith(*list, {"composite", "resource"})) {
    list = Behind(*list, "composite", 2);
  }
  if (list.has_value() && list->name == "composite") {
    auto items = Get(inputs_.composite.root, list->path, &pool_);
    const size_t index = call_.item->index;
    if (items.ok() && (*items)->IsArray()) {
      list->path.push_back(Segment::Index(uint32_t(index)));
    } else if (items.ok() && (*items)->IsObject()) {
      const auto keys = SortedKeys(**items);
      list->path.push_back(Segment::Field(keys[index]));
    }
    list->path.insert(list->path.end(), path.begin(), path.end());
    return OriginsOfRead(*list);
  }
  ExplainedSource source{.kind = "item",
                         .name = absl::StrCat("item of ", call_.resource),
                         .path = ToString(path)};
  auto found = Get(*call_.item->item, path, &pool_);
  if (path.empty()) found = call_.item->item;
  if (found.ok()) source.value = secrets_.Shown(**found, path);
  return {{Origin::Kind::kSource, graph_.Source(std::move(source))}};
}

std::vector<Origin> Recorder::FieldOrigins(
    const std::string& owner, absl::Span<const Segment> path) const {
  std::vector<Origin> origins;
  if (path.empty()) return origins;
  for (size_t id : graph_.FieldsWithin(owner, ToString(path))) {
    origins.push_back({Origin::Kind::kField, id});
  }
  return origins;
}

std::vector<Origin> Recorder::OriginsOfField(const FieldUse& field) {
  std::vector<Segment> path(field.path.begin(), field.path.end());
  switch (field.holder) {
    case FieldUse::Holder::kComposite:
      return OriginsAt(Endpoint::kObservedComposite, field.object, path);
    case FieldUse::Holder::kEnvironment:
      return OriginsAt(Endpoint::kEnvironment, field.object, path);
    case FieldUse::Holder::kContext:
      path.insert(path.begin(), Segment::Field(field.name));
      return FieldOrigins(owners::kContext, path);
    case FieldUse::Holder::kComposed: {
      std::string rendered =
          std::exchange(call_.resource, std::string(field.name));
      auto origins = OriginsAt(Endpoint::kObservedComposed, field.object, path);
      call_.resource = std::move(rendered);
      return origins;
    }
    case FieldUse::Holder::kRequired:
      break;
  }
  const Value& object = *field.object;
  const absl::string_view ns = Namespace(object);
  ExplainedSource source{
      .kind = "object",
      .name = absl::StrCat(Kind(object), " ", ns, ns.empty() ? "" : "/",
                           Name(object))};
  const Value* value = field.value;
  if (value == nullptr) value = Get(object, path, &pool_).value_or(nullptr);
  if (value != nullptr) {
    for (const Leaf& leaf : LeavesOf(object)) {
      if (leaf.value == value) path = leaf.path;
    }
    source.value =
        IsSecret(object) ? ShownValue{.secret = true} : secrets_.Shown(*value);
    source.place = files_.InGiven(object, LocatorOf(path));
  }
  source.path = ToString(path);
  return {{Origin::Kind::kSource, graph_.Source(std::move(source))}};
}

// What is not named may be a Secret, or connection details.
bool Recorder::MayReadSecrets(const ExpressionRead& read,
                              std::set<std::string>* values) const {
  if (secrets_.empty()) return false;
  if (read.name == "required") return true;
  if (read.name == "values" && !read.path.empty()) {
    const std::string& name = read.path[0].field;
    return values->insert(name).second &&
           absl::c_any_of(ExpressionsOfNamed(name), [&](const auto& text) {
             return absl::c_any_of(ReadsOf(text), [&](const auto& inside) {
               return MayReadSecrets(inside, values);
             });
           });
  }
  // Names of resources are no secrets.
  if (read.is_range && !read.is_open && BeginsWith(read, {"resources"}) &&
      read.path.size() == 1) {
    return false;
  }
  if (read.name == "observed") {
    // The composite has connection details as well.
    const size_t whole = BeginsWith(read, {"composite"}) ? 2 : 3;
    if (read.path.size() >= whole) return false;
    // A field after a computed name, if it does not belong to a Secret.
    if (read.path.size() == 1 && read.behind.size() > 1 &&
        read.behind[0].field == "resource") {
      return absl::c_any_of(inputs_.observed, [](const auto& each) {
        return IsSecret(each.second.root);
      });
    }
    return !inputs_.details.empty() || !inputs_.composite_details.empty() ||
           absl::c_any_of(inputs_.observed, [](const auto& each) {
             return IsSecret(each.second.root);
           });
  }
  const bool state = read.name == "desired" || read.name == "context";
  return state && (read.is_open || read.path.size() < 3);
}

}  // namespace loom
