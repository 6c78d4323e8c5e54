// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "test/suites/fuzz/references/case_source.h"

namespace loom::testing {
namespace {

using Objects = std::vector<const PbStruct*>;

// One object source.
class ObjectSourceOf {
 public:
  ObjectSourceOf(const CaseSource& source, bool ready, bool into_secret,
                 CaseState* now)
      : source_(source),
        kind_(now->the.kinds[source.kind]),
        ready_(ready),
        into_secret_(into_secret),
        now_(*now) {}

  Outcome Run() {
    is_known_ = kind_.known;
    ns_ = source_.ns;
    name_ = source_.name_from.has_value() ? "?" : source_.name;
    if (!source_.labels.empty()) name_ = "?";
    if (auto stopped = FindKind()) return *stopped;
    if (!kind_.namespaced) ns_.clear();
    if (kind_.namespaced && ns_.empty()) ns_ = now_.the.composite_ns;
    if (kind_.namespaced && ns_.empty() && source_.labels.empty()) {
      return Fail("InvalidReference",
                  absl::StrCat("a namespace is required for the namespaced "
                               "kind ",
                               kind_.kind,
                               ", because the composite is cluster-scoped"));
    }
    if (auto stopped = FindNames()) return *stopped;
    if (auto refusal =
            RefusalOf(now_.the, kind_.kind == "Secret", kind_.namespaced, ns_);
        !refusal.empty()) {
      return Fail("ReferenceNotAllowed", refusal);
    }
    return Ask();
  }

 private:
  Outcome Fail(std::string reason, std::string cause) const {
    return Failed(std::move(reason), std::move(cause), Where());
  }

  std::string Where() const {
    return absl::StrCat(
        kind_.api_version, " ",
        is_known_ || source_.plural.empty() ? kind_.kind : source_.plural, " ",
        ns_, ns_.empty() ? "" : "/", name_, " ", source_.path);
  }

  // nullopt: it is not answered.
  std::optional<Objects> Require(const std::string& key,
                                 const CaseSelector& selector) {
    now_.asked[key] = selector;
    auto answer = AnswerOf(now_.the, key, selector);
    now_.pending |= !answer.has_value();
    return answer;
  }

  std::optional<Outcome> FindKind() {
    if (kind_.known) return std::nullopt;
    const std::vector<std::string> plurals =
        source_.plural.empty() ? kind_.plurals
                               : std::vector<std::string>{source_.plural};
    bool found = false, pending = false;
    for (const std::string& plural : plurals) {
      const std::string name = plural + ".net.example.org";
      CaseSelector selector;
      selector.set_api_version("apiextensions.k8s.io/v1");
      selector.set_kind("CustomResourceDefinition");
      selector.set_match_name(name);
      auto answer = Require("crd:" + name, selector);
      pending |= !answer.has_value();
      found |= answer.has_value() && !answer->empty();
    }
    if (pending) return Outcome{};
    if (!found) {
      return Fail("ReferencedKindNotInstalled",
                  absl::StrCat("custom resource definition ", plurals.front(),
                               ".net.example.org is not installed"));
    }
    is_known_ = true;
    if (!kind_.namespaced) ns_.clear();
    if (std::find(kind_.served.begin(), kind_.served.end(), "v1") ==
        kind_.served.end()) {
      return Fail("VersionNotServed",
                  absl::StrCat("version v1 is not served, served: ",
                               absl::StrJoin(kind_.served, ", ")));
    }
    return std::nullopt;
  }

  // The text of a field, or why there is none.
  std::optional<Outcome> Read(const CaseField& field, std::string* text) {
    PbValue object = field.whose == "composite" ? ValueOf(now_.the.composite)
                                                : now_.environment;
    if (field.whose != "composite" && field.whose != "environment") {
      auto desired = now_.desired.find(field.whose);
      if (desired == now_.desired.end()) {
        return Fail("FieldMissing", field.whose + " is not desired");
      }
      object = ValueOf(desired->second);
    }
    const CaseFound found = FindAt(object, field.path);
    auto fail = [&](bool absent, const std::string& why) {
      return Fail(absent ? "FieldMissing" : "InvalidReference",
                  absl::StrCat(field.whose, " ", why));
    };
    if (found.value == nullptr) return fail(found.absent, found.error);
    if (found.value->has_null_value() ||
        (found.value->has_string_value() &&
         found.value->string_value().empty())) {
      return fail(true, field.path + ": the field is empty");
    }
    if (!found.value->has_string_value()) {
      return fail(false, field.path + ": not a string");
    }
    *text = found.value->string_value();
    return std::nullopt;
  }

  std::optional<Outcome> FindNames() {
    if (source_.labels.empty()) {
      if (!source_.name_from.has_value()) return std::nullopt;
      return Read(*source_.name_from, &name_);
    }
    std::vector<std::string> shown;
    for (const CaseLabel& label : source_.labels) {
      std::string value = label.value;
      if (label.from.has_value()) {
        auto failed = Read(*label.from, &value);
        if (failed.has_value() && label.optional &&
            failed->reason == "FieldMissing") {
          continue;
        }
        if (failed.has_value()) return failed;
      }
      labels_[label.key] = value;
      shown.push_back(absl::StrCat(label.key, "=", value));
    }
    name_ = absl::StrJoin(shown, ",");
    if (labels_.empty()) return Outcome{.state = Outcome::kNothing};
    return std::nullopt;
  }

  Outcome Ask() {
    CaseSelector selector;
    selector.set_api_version(kind_.api_version);
    selector.set_kind(kind_.kind);
    if (!ns_.empty()) selector.set_namespace_(ns_);
    std::string key =
        absl::StrCat(kind_.api_version, "/", kind_.kind, "/", ns_, "/", name_);
    if (source_.labels.empty()) {
      selector.set_match_name(name_);
      key = "obj:" + key;
    } else {
      for (const auto& [label, value] : labels_) {
        (*selector.mutable_match_labels()->mutable_labels())[label] = value;
      }
      key = "list:" + key;
    }
    auto answer = Require(key, selector);
    if (!answer.has_value()) return {};
    return Pick(*std::move(answer));
  }

  Outcome Pick(Objects objects) {
    const bool multiple = source_.mode == "Multiple";
    auto place = [](const PbStruct* object) {
      return std::pair(TextAt(*object, "metadata.namespace"),
                       TextAt(*object, "metadata.name"));
    };
    std::sort(objects.begin(), objects.end(),
              [&](auto* a, auto* b) { return place(a) < place(b); });
    const std::string count =
        objects.size() == 1 ? "1 object matches"
                            : absl::StrCat(objects.size(), " objects match");
    if (multiple && int(objects.size()) < source_.min) {
      return Fail("ReferenceNotFound",
                  absl::StrCat(count, ", want at least ", source_.min));
    }
    if (objects.empty()) return Fail("ReferenceNotFound", "object not found");
    if (!source_.labels.empty() && source_.mode == "Single" &&
        objects.size() > 1) {
      return Fail("AmbiguousMatch", count + ", want 1");
    }
    if (!multiple) return ReadOne(*objects.front());
    std::stable_sort(objects.begin(), objects.end(), [&](auto* a, auto* b) {
      return place(a).second < place(b).second;
    });
    if (source_.max >= 0 && int(objects.size()) > source_.max) {
      objects.resize(size_t(source_.max));
    }
    std::vector<PbValue> values;
    bool bytes = false;
    for (const PbStruct* object : objects) {
      Outcome one = ReadOne(*object);
      if (one.state != Outcome::kValue) return one;
      bytes |= one.bytes;
      values.push_back(std::move(one.value));
    }
    return {Outcome::kValue, List(std::move(values)), "", "", Where(), bytes};
  }

  Outcome ReadOne(const PbStruct& object) const {
    if (ready_ && !IsReady(object)) {
      return Fail("ReferenceNotReady", "object is not ready");
    }
    return ReadCaseField(ValueOf(object), source_, into_secret_, Where());
  }

  const CaseSource& source_;
  const CaseKind& kind_;
  const bool ready_, into_secret_;
  CaseState& now_;
  bool is_known_ = false;
  std::string ns_, name_;
  std::map<std::string, std::string> labels_;
};

}  // namespace

Outcome ValueOfObject(const CaseSource& source, bool ready, bool into_secret,
                      CaseState* now) {
  return ObjectSourceOf(source, ready, into_secret, now).Run();
}

}  // namespace loom::testing
