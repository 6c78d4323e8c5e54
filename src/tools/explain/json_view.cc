// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "tools/explain/views.h"

namespace loom {
namespace {

// Writes members and elements, with the commas between them.
class JsonWriter {
 public:
  // The name of a member; what is written next is its value.
  JsonWriter& Key(absl::string_view name) {
    Comma();
    AppendJsonString(name, &text_);
    text_ += ':';
    fresh_ = true;
    return *this;
  }
  void Raw(absl::string_view json) {
    Comma();
    absl::StrAppend(&text_, json);
  }
  void String(absl::string_view text) {
    Comma();
    AppendJsonString(text, &text_);
  }
  void Open(char bracket) {
    Comma();
    text_ += bracket;
    fresh_ = true;
  }
  void Close(char bracket) {
    text_ += bracket;
    fresh_ = false;
  }

  // Members that are left out if they have no content.
  void Text(absl::string_view name, absl::string_view text) {
    if (!text.empty()) Key(name).String(text);
  }
  void True(absl::string_view name, bool value) {
    if (value) Key(name).Raw("true");
  }
  void Shown(absl::string_view name, absl::string_view secret,
             const ShownValue& value) {
    if (value.json.has_value() && !value.secret) Key(name).Raw(*value.json);
    True(secret, value.secret);
  }
  void Id(absl::string_view name, char list, std::optional<size_t> index) {
    if (!index.has_value()) return;
    Key(name).Raw(
        absl::StrCat("\"", absl::string_view(&list, 1), *index, "\""));
  }

  template <typename List, typename Each>
  void Array(absl::string_view name, const List& list, const Each& each) {
    Key(name).Open('[');
    for (const auto& element : list) each(element);
    Close(']');
  }

  std::string Take() && { return std::move(text_); }

 private:
  void Comma() {
    if (!fresh_) text_ += ',';
    fresh_ = false;
  }

  std::string text_;
  bool fresh_ = true;
};

void WritePlace(const std::optional<ExplainedPlace>& place, JsonWriter* out) {
  if (!place.has_value()) return;
  out->Key("position").Raw(PositionJson(place->position, place->path));
}

void WriteOrigins(absl::string_view name, const std::vector<Origin>& origins,
                  JsonWriter* out) {
  out->Array(name, origins, [out](const Origin& origin) {
    out->Raw(absl::StrCat("\"",
                          origin.kind == Origin::Kind::kSource ? "s" : "f",
                          origin.id, "\""));
  });
}

void WriteComposite(const Explanation& all, JsonWriter* out) {
  out->Key("xr").Open('{');
  out->Key("apiVersion").String(all.api_version);
  out->Key("kind").String(all.kind);
  out->Key("name").String(all.name);
  out->Text("namespace", all.name_space);
  out->Key("ready").Raw(all.ready ? "true" : "false");
  out->Array("because", all.because, [out](const Unready& unready) {
    out->Open('{');
    out->Key("resource").String(unready.resource);
    out->Key("reason").String(unready.reason);
    out->Key("message").String(unready.message);
    WritePlace(unready.place, out);
    out->Id("wouldBeWrittenBy", 't', unready.would_be_written_by);
    out->Close('}');
  });
  out->Close('}');
}

void WriteSource(const ExplainedSource& source, size_t id, JsonWriter* out) {
  out->Open('{');
  out->Id("id", 's', id);
  out->Key("kind").String(source.kind);
  out->Key("name").String(source.name);
  out->Key("path").String(source.path);
  out->Shown("value", "secret", source.value);
  WritePlace(source.place, out);
  out->Close('}');
}

void WriteTransforms(const std::vector<ExplainedTransform>& transforms,
                     JsonWriter* out) {
  if (transforms.empty()) return;
  out->Array("transforms", transforms, [out](const ExplainedTransform& each) {
    out->Open('{');
    out->Key("type").String(each.type);
    out->Shown("in", "inSecret", each.in);
    out->Shown("out", "outSecret", each.out);
    WritePlace(each.place, out);
    out->Close('}');
  });
}

void WriteStep(const ExplainedStep& step, size_t id, JsonWriter* out) {
  out->Open('{');
  out->Id("id", 't', id);
  out->Key("kind").String(step.kind);
  out->Text("type", step.type);
  out->Text("pipeline", step.pipeline);
  out->Text("owner", step.owner);
  if (step.index.has_value()) out->Key("index").Raw(absl::StrCat(*step.index));
  if (!step.patch_set.empty()) {
    out->Key("patchSet").Open('{');
    out->Key("name").String(step.patch_set);
    if (step.patch_set_index.has_value()) {
      out->Key("index").Raw(absl::StrCat(*step.patch_set_index));
    }
    out->Close('}');
  }
  WritePlace(step.place, out);
  out->Key("outcome").String(step.outcome);
  out->Text("message", step.message);
  WriteOrigins("from", step.from, out);
  if (!step.over.empty()) WriteOrigins("over", step.over, out);
  out->Id("to", 'f', step.to);
  WriteTransforms(step.transforms, out);
  out->Close('}');
}

void WriteField(const ExplainedField& field, size_t id, JsonWriter* out) {
  out->Open('{');
  out->Id("id", 'f', id);
  out->Key("owner").String(field.owner);
  out->Key("path").String(field.path);
  out->Shown("value", "secret", field.value);
  out->Id("by", 't', field.by);
  out->Array("was", field.was, [out](const FormerValue& former) {
    out->Open('{');
    out->Shown("value", "secret", former.value);
    out->Id("by", 't', former.by);
    out->Close('}');
  });
  out->Text("change", field.change);
  out->Shown("before", "beforeSecret", field.before);
  out->Close('}');
}

void WriteResource(const ExplainedResource& resource, JsonWriter* out) {
  out->Open('{');
  out->Key("name").String(resource.name);
  out->Key("apiVersion").String(resource.api_version);
  out->Key("kind").String(resource.kind);
  out->Key("state").String(resource.state);
  out->Key("ready").Raw(!resource.ready.has_value() ? "\"unknown\""
                        : *resource.ready           ? "true"
                                                    : "false");
  out->Array("why", resource.why,
             [out](const std::string& text) { out->String(text); });
  out->Array("checks", resource.checks, [out](const ExplainedCheck& check) {
    out->Open('{');
    out->Key("type").String(check.type);
    out->Key("want").String(check.want);
    out->Key("got").String(check.got);
    out->Close('}');
  });
  out->Close('}');
}

void WriteRequirement(const ExplainedRequirement& each, JsonWriter* out) {
  out->Open('{');
  out->Key("step").String(each.step);
  out->Key("key").String(each.key);
  out->Key("selector").String(each.selector);
  out->Key("answered").Raw(absl::StrCat(each.answered));
  out->Close('}');
}

// A list whose elements have ids.
template <typename List, typename Write>
void WriteGraph(absl::string_view name, const List& list, const Write& write,
                JsonWriter* out) {
  size_t id = 0;
  out->Array(name, list, [&](const auto& each) { write(each, id++, out); });
}

}  // namespace

std::string JsonView(const Explanation& explanation) {
  JsonWriter out;
  out.Open('{');
  out.Key("format").String("loom.explain/v1");
  WriteComposite(explanation, &out);
  WriteGraph("sources", explanation.sources, WriteSource, &out);
  WriteGraph("steps", explanation.steps, WriteStep, &out);
  WriteGraph("fields", explanation.fields, WriteField, &out);
  out.Array("resources", explanation.resources,
            [&](const ExplainedResource& each) { WriteResource(each, &out); });
  out.Array(
      "requirements", explanation.requirements,
      [&](const ExplainedRequirement& each) { WriteRequirement(each, &out); });
  out.True("truncated", explanation.truncated);
  out.True("compared", explanation.compared);
  out.Close('}');
  return std::move(out).Take() + "\n";
}

}  // namespace loom
