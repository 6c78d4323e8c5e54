// SPDX-License-Identifier: Apache-2.0
// The fields of an Explanation in JSON stand here once. An archive writes them or reads
// them; its functions are named after the fields that they write:
//
//   Text, Count      a field that is always there; Count, if it has a value
//   TextIfAny, IfTrue  left out if it is empty or false
//   Id, IdIfAny      the letter of the list that it refers to, and the index
//   List, Graph      the elements of a graph have an id of their own
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "command_line/json_writer.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "tools/explain/views.h"

namespace loom {
namespace json_fields {

constexpr absl::string_view kFormat = "loom.explain/v1";

constexpr auto kUnready = [](auto& archive, auto& unready) {
  archive.Text("resource", unready.resource);
  archive.Text("reason", unready.reason);
  archive.Text("message", unready.message);
  archive.Place(unready.place);
  archive.IdIfAny("wouldBeWrittenBy", 't', unready.would_be_written_by);
  archive.TextIfAny("refusal", unready.refusal);
  archive.TextsIfAny("waitsFor", unready.waits_for);
};

constexpr auto kComposite = [](auto& archive, auto& all) {
  archive.Text("apiVersion", all.api_version);
  archive.Text("kind", all.kind);
  archive.Text("name", all.name);
  archive.TextIfAny("namespace", all.name_space);
  archive.Bool("ready", all.ready);
  archive.TextIfAny("ttl", all.ttl);
  archive.List("because", all.because, kUnready);
};

constexpr auto kSource = [](auto& archive, auto& source) {
  archive.Text("kind", source.kind);
  archive.Text("name", source.name);
  archive.Text("path", source.path);
  archive.Shown("value", "secret", source.value);
  archive.Place(source.place);
};

constexpr auto kTransform = [](auto& archive, auto& transform) {
  archive.Text("type", transform.type);
  archive.Shown("in", "inSecret", transform.in);
  archive.Shown("out", "outSecret", transform.out);
  archive.Place(transform.place);
};

constexpr auto kPatchSet = [](auto& archive, auto& step) {
  archive.Text("name", step.patch_set);
  archive.Count("index", step.patch_set_index);
};

constexpr auto kStep = [](auto& archive, auto& step) {
  archive.Text("kind", step.kind);
  archive.TextIfAny("type", step.type);
  archive.TextIfAny("pipeline", step.pipeline);
  archive.TextIfAny("owner", step.owner);
  archive.Count("index", step.index);
  archive.ObjectIf("patchSet", !step.patch_set.empty(), step, kPatchSet);
  archive.Place(step.place);
  archive.Text("outcome", step.outcome);
  archive.TextIfAny("message", step.message);
  archive.Origins("from", step.from);
  archive.OriginsIfAny("over", step.over);
  archive.IdIfAny("to", 'f', step.to);
  archive.ListIfAny("transforms", step.transforms, kTransform);
};

constexpr auto kFormer = [](auto& archive, auto& former) {
  archive.Shown("value", "secret", former.value);
  archive.Id("by", 't', former.by);
};

constexpr auto kField = [](auto& archive, auto& field) {
  archive.Text("owner", field.owner);
  archive.Text("path", field.path);
  archive.Shown("value", "secret", field.value);
  archive.Id("by", 't', field.by);
  archive.List("was", field.was, kFormer);
  archive.TextIfAny("change", field.change);
  archive.Shown("before", "beforeSecret", field.before);
};

constexpr auto kResource = [](auto& archive, auto& resource) {
  archive.Text("name", resource.name);
  archive.Text("apiVersion", resource.api_version);
  archive.Text("kind", resource.kind);
  archive.Text("state", resource.state);
  archive.BoolOrUnknown("ready", resource.ready);
  archive.Texts("why", resource.why);
  archive.TextIfAny("aliasOf", resource.alias_of);
};

constexpr auto kRequirement = [](auto& archive, auto& requirement) {
  archive.Text("step", requirement.step);
  archive.Text("key", requirement.key);
  archive.Text("selector", requirement.selector);
  archive.Count("answered", requirement.answered);
};

constexpr auto kExplanation = [](auto& archive, auto& all) {
  archive.Object("xr", all, kComposite);
  archive.Graph("sources", 's', all.sources, kSource);
  archive.Graph("steps", 't', all.steps, kStep);
  archive.Graph("fields", 'f', all.fields, kField);
  archive.List("resources", all.resources, kResource);
  archive.List("requirements", all.requirements, kRequirement);
  archive.IfTrue("truncated", all.truncated);
  archive.IfTrue("compared", all.compared);
};

using Name = absl::string_view;

std::string IdOf(char list, size_t index) {
  return absl::StrCat(absl::string_view(&list, 1), index);
}

class Writer {
 public:
  explicit Writer(JsonWriter* out) : out_(*out) {}

  void Text(Name name, const std::string& text) { out_.Text(name, text); }
  void TextIfAny(Name name, const std::string& text) {
    out_.TextIfAny(name, text);
  }
  void Texts(Name name, const std::vector<std::string>& texts) {
    out_.Array(name, texts,
               [this](const std::string& text) { out_.String(text); });
  }
  void TextsIfAny(Name name, const std::vector<std::string>& texts) {
    if (!texts.empty()) Texts(name, texts);
  }
  void Bool(Name name, bool value) { out_.Key(name).Bool(value); }
  void IfTrue(Name name, bool value) { out_.IfTrue(name, value); }
  void BoolOrUnknown(Name name, std::optional<bool> value) {
    value.has_value() ? Bool(name, *value) : out_.Text(name, "unknown");
  }
  void Count(Name name, std::optional<size_t> count) {
    if (count.has_value()) out_.Number(name, int64_t(*count));
  }
  void Id(Name name, char list, size_t index) {
    out_.Text(name, IdOf(list, index));
  }
  void IdIfAny(Name name, char list, std::optional<size_t> index) {
    if (index.has_value()) Id(name, list, *index);
  }
  void Shown(Name name, Name secret, const ShownValue& value) {
    if (value.json.has_value() && !value.secret) {
      out_.Key(name).Raw(*value.json);
    }
    out_.IfTrue(secret, value.secret);
  }
  void Place(const std::optional<ExplainedPlace>& place) {
    if (!place.has_value()) return;
    WritePosition(place->position, place->path, &out_.Key("position"));
  }
  void Origins(Name name, const std::vector<Origin>& origins) {
    out_.Array(name, origins, [this](const Origin& origin) {
      const bool is_source = origin.kind == Origin::Kind::kSource;
      out_.String(IdOf(is_source ? 's' : 'f', origin.id));
    });
  }
  void OriginsIfAny(Name name, const std::vector<Origin>& origins) {
    if (!origins.empty()) Origins(name, origins);
  }
  template <typename T, typename Fields>
  void Object(Name name, const T& object, const Fields& fields) {
    out_.Key(name).Object([&] { fields(*this, object); });
  }
  template <typename T, typename Fields>
  void ObjectIf(Name name, bool is_there, const T& object,
                const Fields& fields) {
    if (is_there) Object(name, object, fields);
  }
  template <typename Elements, typename Fields>
  void List(Name name, const Elements& list, const Fields& fields) {
    out_.Array(name, list, [&](const auto& each) {
      out_.Object([&] { fields(*this, each); });
    });
  }
  template <typename Elements, typename Fields>
  void ListIfAny(Name name, const Elements& list, const Fields& fields) {
    if (!list.empty()) this->List(name, list, fields);
  }
  template <typename Elements, typename Fields>
  void Graph(Name name, char letter, const Elements& list,
             const Fields& fields) {
    size_t index = 0;
    out_.Array(name, list, [&](const auto& each) {
      out_.Object([&] {
        Id("id", letter, index++);
        fields(*this, each);
      });
    });
  }

 private:
  JsonWriter& out_;
};

// The first mistake is kept.
class Reader {
 public:
  explicit Reader(const Value& root) : at_(&root) {
    for (const auto& [name, letter] :
         {std::pair("sources", 's'), std::pair("steps", 't'),
          std::pair("fields", 'f')}) {
      Each(name, [this, letter = letter] { ++sizes_[uint8_t(letter)]; });
    }
  }

  const absl::Status& status() const { return status_; }

  void Text(Name name, std::string& text) {
    const Value* member = Member(name);
    if (member == nullptr) return;
    if (!member->IsString()) {
      return Fail(absl::StrCat(name, " is not a string"));
    }
    text = std::string(View(*member));
  }
  void TextIfAny(Name name, std::string& text) { Text(name, text); }
  void Texts(Name name, std::vector<std::string>& texts) {
    Each(name, [&] {
      if (at_->IsString()) texts.emplace_back(View(*at_));
    });
  }
  void TextsIfAny(Name name, std::vector<std::string>& texts) {
    Texts(name, texts);
  }
  void Bool(Name name, bool& value) {
    const Value* member = Member(name);
    value = member != nullptr && member->IsTrue();
  }
  void IfTrue(Name name, bool& value) { Bool(name, value); }
  void BoolOrUnknown(Name name, std::optional<bool>& value) {
    const Value* member = Member(name);
    if (member != nullptr && member->IsBool()) value = member->GetBool();
  }
  void Count(Name name, std::optional<size_t>& count) {
    const Value* member = Member(name);
    if (member == nullptr) return;
    const std::optional<int64_t> number = AsInteger(*member);
    if (!number.has_value() || *number < 0) {
      return Fail(absl::StrCat(name, " is not a count"));
    }
    count = static_cast<size_t>(*number);
  }
  void Id(Name name, char list, size_t& index) {
    std::string id;
    Text(name, id);
    index = IndexOf(id, list);
  }
  void IdIfAny(Name name, char list, std::optional<size_t>& index) {
    std::string id;
    Text(name, id);
    if (!id.empty()) index = IndexOf(id, list);
  }
  void Shown(Name name, Name secret, ShownValue& value) {
    Bool(secret, value.secret);
    const Value* member = value.secret ? nullptr : Member(name);
    if (member == nullptr) return;
    absl::StatusOr<std::string> json = CompactJson(*member);
    if (!json.ok()) return Fail(json.status().message());
    value.json = *std::move(json);
  }
  void Place(std::optional<ExplainedPlace>& place) {
    if (Member("position") == nullptr) return;
    Object("position", place.emplace(), [](Reader& in, auto& read) {
      in.Text("file", read.position.file);
      in.Number("line", read.position.line);
      in.Number("column", read.position.column);
      in.Number("endColumn", read.position.end_column);
      in.Number("offset", read.position.offset);
      in.Text("path", read.path);
    });
  }
  void Origins(Name name, std::vector<Origin>& origins) {
    Each(name, [&] {
      const absl::string_view id = at_->IsString() ? View(*at_) : "";
      const bool is_field = !id.empty() && id[0] == 'f';
      origins.push_back(
          {is_field ? Origin::Kind::kField : Origin::Kind::kSource,
           IndexOf(id, is_field ? 'f' : 's')});
    });
  }
  void OriginsIfAny(Name name, std::vector<Origin>& origins) {
    Origins(name, origins);
  }
  template <typename T, typename Fields>
  void Object(Name name, T& object, const Fields& fields) {
    if (Member(name) == nullptr) return Fail(absl::StrCat(name, " is missing"));
    ObjectIf(name, true, object, fields);
  }
  template <typename T, typename Fields>
  void ObjectIf(Name name, bool /*is_there*/, T& object, const Fields& fields) {
    const Value* member = Member(name);
    if (member == nullptr) return;
    const Value* outer = std::exchange(at_, member);
    fields(*this, object);
    at_ = outer;
  }
  template <typename Elements, typename Fields>
  void List(Name name, Elements& list, const Fields& fields) {
    Each(name, [&] { fields(*this, list.emplace_back()); });
  }
  template <typename Elements, typename Fields>
  void ListIfAny(Name name, Elements& list, const Fields& fields) {
    this->List(name, list, fields);
  }
  template <typename Elements, typename Fields>
  void Graph(Name name, char /*letter*/, Elements& list, const Fields& fields) {
    this->List(name, list, fields);
  }

 private:
  void Fail(absl::string_view what) {
    if (status_.ok()) status_ = absl::InvalidArgumentError(what);
  }
  const Value* Member(Name name) {
    if (at_->IsObject()) return Find(*at_, name);
    Fail("expected an object, got another type");
    return nullptr;
  }
  void Number(Name name, size_t& number) {
    std::optional<size_t> count;
    Count(name, count);
    number = count.value_or(number);
  }
  // Calls `visit` at each element of a list.
  template <typename Visit>
  void Each(Name name, const Visit& visit) {
    const Value* list = Member(name);
    if (list == nullptr) return;
    if (!list->IsArray()) return Fail(absl::StrCat(name, " is not a list"));
    const Value* outer = at_;
    for (const Value& element : Items(*list)) {
      at_ = &element;
      visit();
    }
    at_ = outer;
  }
  size_t IndexOf(absl::string_view id, char list) {
    size_t index = 0;
    if (!id.empty() && id[0] == list &&
        absl::SimpleAtoi(id.substr(1), &index) &&
        index < sizes_[uint8_t(list)]) {
      return index;
    }
    Fail(absl::StrCat("nothing has the id \"", id, "\""));
    return 0;
  }

  const Value* at_;
  absl::Status status_;
  // The number of elements of each list, by its letter.
  size_t sizes_[128] = {};
};

}  // namespace json_fields

std::string JsonView(const Explanation& explanation) {
  JsonWriter out;
  out.Object([&] {
    out.Text("format", json_fields::kFormat);
    json_fields::Writer writer(&out);
    json_fields::kExplanation(writer, explanation);
  });
  return out.Line();
}

absl::StatusOr<Explanation> ReadJsonView(absl::string_view json) {
  Pool pool;
  LOOM_ASSIGN_OR_RETURN(Value root, ParseJson(json, &pool));
  const Value* format = root.IsObject() ? Find(root, "format") : nullptr;
  if (format == nullptr || !format->IsString() ||
      View(*format) != json_fields::kFormat) {
    return absl::InvalidArgumentError(
        "expected the output of `explain --output json`, whose format is "
        "loom.explain/v1");
  }
  Explanation read;
  json_fields::Reader reader(root);
  json_fields::kExplanation(reader, read);
  LOOM_RETURN_IF_ERROR(reader.status());
  return read;
}

}  // namespace loom
