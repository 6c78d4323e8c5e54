// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "tools/explain/views.h"

namespace loom {
namespace {

// Reads members; the first mistake is kept, and nothing is read behind it.
class Reader {
 public:
  const absl::Status& status() const { return status_; }
  void Fail(absl::string_view what) {
    if (status_.ok()) status_ = absl::InvalidArgumentError(what);
  }

  std::string Text(const Value& object, absl::string_view name) {
    const Value* member = Member(object, name);
    if (member == nullptr) return "";
    if (member->IsString()) return std::string(View(*member));
    Fail(absl::StrCat(name, " is not a string"));
    return "";
  }
  bool Flag(const Value& object, absl::string_view name) {
    const Value* member = Member(object, name);
    return member != nullptr && member->IsTrue();
  }
  std::optional<size_t> Size(const Value& object, absl::string_view name) {
    const Value* member = Member(object, name);
    if (member == nullptr) return std::nullopt;
    std::optional<int64_t> size = AsInteger(*member);
    if (size.has_value() && *size >= 0) return static_cast<size_t>(*size);
    Fail(absl::StrCat(name, " is not a count"));
    return std::nullopt;
  }
  ShownValue Shown(const Value& object, absl::string_view name,
                   absl::string_view secret) {
    ShownValue shown;
    shown.secret = Flag(object, secret);
    const Value* member = shown.secret ? nullptr : Member(object, name);
    if (member == nullptr) return shown;
    absl::StatusOr<std::string> json = CompactJson(*member);
    if (json.ok()) {
      shown.json = *std::move(json);
    } else {
      Fail(json.status().message());
    }
    return shown;
  }
  // The index in an id such as t12, of one of `most` elements.
  size_t Index(absl::string_view id, char list, size_t most) {
    size_t index = 0;
    if (!id.empty() && id[0] == list &&
        absl::SimpleAtoi(id.substr(1), &index) && index < most) {
      return index;
    }
    Fail(absl::StrCat("nothing has the id \"", id, "\""));
    return 0;
  }
  template <typename Each>
  void List(const Value& object, absl::string_view name, const Each& each) {
    const Value* member = Member(object, name);
    if (member == nullptr) return;
    if (!member->IsArray()) return Fail(absl::StrCat(name, " is not a list"));
    for (const Value& element : member->GetArray()) each(element);
  }
  const Value* Member(const Value& object, absl::string_view name) {
    if (!object.IsObject()) {
      Fail("want an object, got another type");
      return nullptr;
    }
    return Find(object, name);
  }

 private:
  absl::Status status_;
};

// The lists that ids refer to, as they will be.
struct Sizes {
  size_t sources = 0;
  size_t steps = 0;
  size_t fields = 0;
};

class ExplanationReader {
 public:
  absl::StatusOr<Explanation> Read(const Value& root) {
    sizes_ = {SizeOf(root, "sources"), SizeOf(root, "steps"),
              SizeOf(root, "fields")};
    in_.List(root, "sources",
             [&](const Value& each) { all_.sources.push_back(Source(each)); });
    in_.List(root, "steps",
             [&](const Value& each) { all_.steps.push_back(Step(each)); });
    in_.List(root, "fields",
             [&](const Value& each) { all_.fields.push_back(Field(each)); });
    ReadComposite(root);
    in_.List(root, "resources", [&](const Value& each) {
      all_.resources.push_back(Resource(each));
    });
    in_.List(root, "requirements", [&](const Value& each) {
      all_.requirements.push_back(
          {in_.Text(each, "step"), in_.Text(each, "key"),
           in_.Text(each, "selector"), in_.Size(each, "answered")});
    });
    all_.truncated = in_.Flag(root, "truncated");
    all_.compared = in_.Flag(root, "compared");
    LOOM_RETURN_IF_ERROR(in_.status());
    return std::move(all_);
  }

 private:
  size_t SizeOf(const Value& root, absl::string_view name) {
    size_t size = 0;
    in_.List(root, name, [&size](const Value&) { ++size; });
    return size;
  }

  std::optional<ExplainedPlace> Place(const Value& object) {
    const Value* at = in_.Member(object, "position");
    if (at == nullptr) return std::nullopt;
    ExplainedPlace place;
    place.position.file = in_.Text(*at, "file");
    place.position.line = in_.Size(*at, "line").value_or(1);
    place.position.column = in_.Size(*at, "column").value_or(1);
    place.position.end_column = in_.Size(*at, "endColumn").value_or(0);
    place.position.offset = in_.Size(*at, "offset").value_or(0);
    place.path = in_.Text(*at, "path");
    return place;
  }

  std::vector<Origin> Origins(const Value& step, absl::string_view name) {
    std::vector<Origin> origins;
    in_.List(step, name, [&](const Value& each) {
      absl::string_view id = each.IsString() ? View(each) : "";
      if (!id.empty() && id[0] == 'f') {
        origins.push_back(
            {Origin::Kind::kField, in_.Index(id, 'f', sizes_.fields)});
      } else {
        origins.push_back(
            {Origin::Kind::kSource, in_.Index(id, 's', sizes_.sources)});
      }
    });
    return origins;
  }
  size_t By(const Value& object) {
    return in_.Index(in_.Text(object, "by"), 't', sizes_.steps);
  }

  void ReadComposite(const Value& root) {
    const Value* xr = in_.Member(root, "xr");
    if (xr == nullptr) return in_.Fail("xr is missing");
    all_.api_version = in_.Text(*xr, "apiVersion");
    all_.kind = in_.Text(*xr, "kind");
    all_.name = in_.Text(*xr, "name");
    all_.name_space = in_.Text(*xr, "namespace");
    all_.ready = in_.Flag(*xr, "ready");
    all_.ttl = in_.Text(*xr, "ttl");
    in_.List(*xr, "because", [&](const Value& each) {
      Unready unready{in_.Text(each, "resource"), in_.Text(each, "reason"),
                      in_.Text(each, "message"), Place(each), std::nullopt};
      if (std::string id = in_.Text(each, "wouldBeWrittenBy"); !id.empty()) {
        unready.would_be_written_by = in_.Index(id, 't', sizes_.steps);
      }
      all_.because.push_back(std::move(unready));
    });
  }

  ExplainedSource Source(const Value& each) {
    return {in_.Text(each, "kind"), in_.Text(each, "name"),
            in_.Text(each, "path"), in_.Shown(each, "value", "secret"),
            Place(each)};
  }

  ExplainedStep Step(const Value& each) {
    ExplainedStep step;
    step.kind = in_.Text(each, "kind");
    step.type = in_.Text(each, "type");
    step.pipeline = in_.Text(each, "pipeline");
    step.owner = in_.Text(each, "owner");
    step.index = in_.Size(each, "index");
    if (const Value* set = in_.Member(each, "patchSet"); set != nullptr) {
      step.patch_set = in_.Text(*set, "name");
      step.patch_set_index = in_.Size(*set, "index");
    }
    step.place = Place(each);
    step.outcome = in_.Text(each, "outcome");
    step.message = in_.Text(each, "message");
    step.from = Origins(each, "from");
    step.over = Origins(each, "over");
    if (std::string id = in_.Text(each, "to"); !id.empty()) {
      step.to = in_.Index(id, 'f', sizes_.fields);
    }
    in_.List(each, "transforms", [&](const Value& transform) {
      step.transforms.push_back(
          {in_.Text(transform, "type"), in_.Shown(transform, "in", "inSecret"),
           in_.Shown(transform, "out", "outSecret"), Place(transform)});
    });
    return step;
  }

  ExplainedField Field(const Value& each) {
    ExplainedField field;
    field.owner = in_.Text(each, "owner");
    field.path = in_.Text(each, "path");
    field.value = in_.Shown(each, "value", "secret");
    field.by = By(each);
    in_.List(each, "was", [&](const Value& former) {
      field.was.push_back({in_.Shown(former, "value", "secret"), By(former)});
    });
    field.change = in_.Text(each, "change");
    field.before = in_.Shown(each, "before", "beforeSecret");
    return field;
  }

  ExplainedResource Resource(const Value& each) {
    ExplainedResource resource;
    resource.name = in_.Text(each, "name");
    resource.api_version = in_.Text(each, "apiVersion");
    resource.kind = in_.Text(each, "kind");
    resource.state = in_.Text(each, "state");
    const Value* ready = in_.Member(each, "ready");
    if (ready != nullptr && ready->IsBool()) resource.ready = ready->GetBool();
    in_.List(each, "why", [&](const Value& text) {
      if (text.IsString()) resource.why.emplace_back(View(text));
    });
    return resource;
  }

  Reader in_;
  Sizes sizes_;
  Explanation all_;
};

}  // namespace

absl::StatusOr<Explanation> ReadJsonView(absl::string_view json) {
  Pool pool;
  LOOM_ASSIGN_OR_RETURN(Value root, ParseJson(json, &pool));
  const Value* format = root.IsObject() ? Find(root, "format") : nullptr;
  if (format == nullptr || !format->IsString() ||
      View(*format) != "loom.explain/v1") {
    return absl::InvalidArgumentError(
        "want what `explain --output json` writes, whose format is "
        "loom.explain/v1");
  }
  return ExplanationReader().Read(root);
}

}  // namespace loom
