// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "command_line/json_writer.h"
#include "tools/explain/views.h"

namespace loom {
namespace {

void WriteShown(absl::string_view name, absl::string_view secret,
                const ShownValue& value, JsonWriter* out) {
  if (value.json.has_value() && !value.secret) out->Key(name).Raw(*value.json);
  out->IfTrue(secret, value.secret);
}

// An id is the letter of its list and the index.
void WriteId(absl::string_view name, char list, std::optional<size_t> index,
             JsonWriter* out) {
  if (!index.has_value()) return;
  out->Text(name, absl::StrCat(absl::string_view(&list, 1), *index));
}

void WritePlace(const std::optional<ExplainedPlace>& place, JsonWriter* out) {
  if (!place.has_value()) return;
  WritePosition(place->position, place->path, &out->Key("position"));
}

void WriteOrigins(absl::string_view name, const std::vector<Origin>& origins,
                  JsonWriter* out) {
  out->Array(name, origins, [out](const Origin& origin) {
    out->String(absl::StrCat(origin.kind == Origin::Kind::kSource ? "s" : "f",
                             origin.id));
  });
}

void WriteComposite(const Explanation& all, JsonWriter* out) {
  out->Key("xr").Object([&] {
    out->Text("apiVersion", all.api_version);
    out->Text("kind", all.kind);
    out->Text("name", all.name);
    out->TextIfAny("namespace", all.name_space);
    out->Key("ready").Bool(all.ready);
    out->TextIfAny("ttl", all.ttl);
    out->Array("because", all.because, [out](const Unready& unready) {
      out->Object([&] {
        out->Text("resource", unready.resource);
        out->Text("reason", unready.reason);
        out->Text("message", unready.message);
        WritePlace(unready.place, out);
        WriteId("wouldBeWrittenBy", 't', unready.would_be_written_by, out);
      });
    });
  });
}

void WriteSource(const ExplainedSource& source, size_t id, JsonWriter* out) {
  out->Object([&] {
    WriteId("id", 's', id, out);
    out->Text("kind", source.kind);
    out->Text("name", source.name);
    out->Text("path", source.path);
    WriteShown("value", "secret", source.value, out);
    WritePlace(source.place, out);
  });
}

void WriteTransforms(const std::vector<ExplainedTransform>& transforms,
                     JsonWriter* out) {
  if (transforms.empty()) return;
  out->Array("transforms", transforms, [out](const ExplainedTransform& each) {
    out->Object([&] {
      out->Text("type", each.type);
      WriteShown("in", "inSecret", each.in, out);
      WriteShown("out", "outSecret", each.out, out);
      WritePlace(each.place, out);
    });
  });
}

void WriteStep(const ExplainedStep& step, size_t id, JsonWriter* out) {
  out->Object([&] {
    WriteId("id", 't', id, out);
    out->Text("kind", step.kind);
    out->TextIfAny("type", step.type);
    out->TextIfAny("pipeline", step.pipeline);
    out->TextIfAny("owner", step.owner);
    if (step.index.has_value()) out->Number("index", *step.index);
    if (!step.patch_set.empty()) {
      out->Key("patchSet").Object([&] {
        out->Text("name", step.patch_set);
        if (step.patch_set_index.has_value()) {
          out->Number("index", *step.patch_set_index);
        }
      });
    }
    WritePlace(step.place, out);
    out->Text("outcome", step.outcome);
    out->TextIfAny("message", step.message);
    WriteOrigins("from", step.from, out);
    if (!step.over.empty()) WriteOrigins("over", step.over, out);
    WriteId("to", 'f', step.to, out);
    WriteTransforms(step.transforms, out);
  });
}

void WriteField(const ExplainedField& field, size_t id, JsonWriter* out) {
  out->Object([&] {
    WriteId("id", 'f', id, out);
    out->Text("owner", field.owner);
    out->Text("path", field.path);
    WriteShown("value", "secret", field.value, out);
    WriteId("by", 't', field.by, out);
    out->Array("was", field.was, [out](const FormerValue& former) {
      out->Object([&] {
        WriteShown("value", "secret", former.value, out);
        WriteId("by", 't', former.by, out);
      });
    });
    out->TextIfAny("change", field.change);
    WriteShown("before", "beforeSecret", field.before, out);
  });
}

void WriteResource(const ExplainedResource& resource, JsonWriter* out) {
  out->Object([&] {
    out->Text("name", resource.name);
    out->Text("apiVersion", resource.api_version);
    out->Text("kind", resource.kind);
    out->Text("state", resource.state);
    if (resource.ready.has_value()) {
      out->Key("ready").Bool(*resource.ready);
    } else {
      out->Text("ready", "unknown");
    }
    out->Array("why", resource.why,
               [out](const std::string& text) { out->String(text); });
  });
}

void WriteRequirement(const ExplainedRequirement& each, JsonWriter* out) {
  out->Object([&] {
    out->Text("step", each.step);
    out->Text("key", each.key);
    out->Text("selector", each.selector);
    if (each.answered.has_value()) out->Number("answered", *each.answered);
  });
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
  out.Object([&] {
    out.Text("format", "loom.explain/v1");
    WriteComposite(explanation, &out);
    WriteGraph("sources", explanation.sources, WriteSource, &out);
    WriteGraph("steps", explanation.steps, WriteStep, &out);
    WriteGraph("fields", explanation.fields, WriteField, &out);
    out.Array(
        "resources", explanation.resources,
        [&](const ExplainedResource& each) { WriteResource(each, &out); });
    out.Array("requirements", explanation.requirements,
              [&](const ExplainedRequirement& each) {
                WriteRequirement(each, &out);
              });
    out.IfTrue("truncated", explanation.truncated);
    out.IfTrue("compared", explanation.compared);
  });
  return out.Line();
}

}  // namespace loom
