// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/references/reference_oracle.h"

#include <algorithm>
#include <regex>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "test/suites/fuzz/references/case_report.h"
#include "test/suites/fuzz/references/case_source.h"

namespace loom::testing {
namespace {

namespace v1 = ::apiextensions::fn::proto::v1;

// What the decision table calls set.
bool IsSet(const PbValue* value) {
  return value != nullptr && !value->has_null_value() &&
         !(value->has_string_value() && value->string_value().empty()) &&
         !(value->has_list_value() && value->list_value().values().empty());
}

bool IsScalar(const PbValue& value) {
  return !value.has_struct_value() && !value.has_list_value();
}

bool HoldsScalars(const PbValue& value) {
  if (IsScalar(value)) return true;
  const auto& elements = value.list_value().values();
  return value.has_list_value() &&
         std::all_of(elements.begin(), elements.end(), IsScalar);
}

void SetAt(PbValue* root, const std::string& path, const PbValue& value) {
  const size_t dot = path.find('.');
  PbValue& member =
      (*root->mutable_struct_value()->mutable_fields())[path.substr(0, dot)];
  if (dot == std::string::npos) {
    member = value;
  } else {
    SetAt(&member, path.substr(dot + 1), value);
  }
}

bool IsPassing(const std::string& reason) {
  return reason == "ReferenceNotFound" || reason == "ReferenceNotReady" ||
         reason == "FieldMissing" || reason == "AmbiguousMatch";
}

// The event says how to allow what is refused; the condition does not.
std::string WithAdvice(const std::string& message) {
  static const std::regex across(
      R"((not allowed across namespaces[^()]*\([^)]*\)))");
  static const std::regex secret(
      R"((not allowed by the secret policy[^()]*\([^)]*\)))");
  const std::string advised = std::regex_replace(
      message, across,
      "$1: to allow it, set --reference-cross-namespace=Allow, and do not set "
      "security.crossNamespace");
  return std::regex_replace(
      advised, secret,
      "$1: to allow it, set --reference-secrets=Allow (and "
      "--reference-cross-namespace=Allow for another namespace), and do not "
      "set security.secrets");
}

// One call.
class Oracle {
 public:
  explicit Oracle(const ReferenceCase& the) : the_(the), now_{.the = the} {
    now_.environment = ValueOf(the.environment);
    now_.context = the.context;
    now_.desired = the.desired;
    if (the.desired_status.has_value()) status_ = ValueOf(*the.desired_status);
  }

  ExpectedAnswer Run() {
    if (TellAuthor()) return Done();
    for (bool early : {true, false}) RunSection(early);
    expected_.asked = now_.asked;
    expected_.pending = std::any_of(
        now_.asked.begin(), now_.asked.end(), [this](const auto& entry) {
          return !AnswerOf(the_, entry.first, entry.second).has_value();
        });
    if (expected_.pending) return Pending();
    AddCondition();
    return Done();
  }

 private:
  static bool IsEarly(const CaseEntry& entry) {
    return entry.target != CaseTarget::kResource &&
           entry.target != CaseTarget::kSelector;
  }

  // A namespace that only the author can add.
  bool TellAuthor() {
    std::vector<std::string> problems;
    for (size_t i = 0; i < the_.entries.size(); ++i) {
      const CaseEntry& entry = the_.entries[i];
      for (size_t j = 0; j < entry.sources.size(); ++j) {
        const CaseSource& source = entry.sources[j];
        const CaseKind& kind = the_.kinds[source.kind];
        if (!the_.composite_ns.empty() || source.from != CaseFrom::kObject ||
            !source.labels.empty() || !source.ns.empty() || !kind.known ||
            !kind.namespaced) {
          continue;
        }
        const char* list = entry.form == CaseEntry::Form::kCombine
                               ? ".combine.variables["
                               : ".variables[";
        problems.push_back(absl::StrCat(
            "references[", i, "]",
            entry.form == CaseEntry::Form::kCopy ? ""
                                                 : absl::StrCat(list, j, "]"),
            ".fromObject.namespace: required for the namespaced kind ",
            kind.kind, ", because the composite is cluster-scoped"));
      }
    }
    if (problems.empty()) return false;
    AddFatal(
        absl::StrCat("invalid Function input: ", absl::StrJoin(problems, "; ")),
        "");
    return true;
  }

  void AddFatal(const std::string& message, const std::string& reason) {
    if (expected_.fatal) return;
    expected_.fatal = true;
    v1::Result* result = expected_.response.add_results();
    result->set_severity(v1::SEVERITY_FATAL);
    result->set_message(message);
    result->set_target(v1::TARGET_COMPOSITE);
    if (!reason.empty()) result->set_reason(reason);
  }

  void RunSection(bool early) {
    bool there = false;
    now_.pending = false;
    stopped_.clear();
    withheld_by_.clear();
    std::vector<Reported> reported;
    for (size_t i = 0; i < the_.entries.size(); ++i) {
      const CaseEntry& entry = the_.entries[i];
      if (IsEarly(entry) != early) continue;
      there = true;
      for (const std::string& place : PlacesOf(entry)) {
        busy_ |= !incomplete_;
        Resolve(entry, i, place, &reported);
      }
    }
    there_ |= there && !incomplete_;
    if (!incomplete_) {
      reported = WithCycles(reported, withheld_by_);
      told_.insert(told_.end(), reported.begin(), reported.end());
      if (!fatal_.empty() && !now_.pending) {
        AddFatal(fatal_.front().first, fatal_.front().second);
      }
    }
    incomplete_ |= now_.pending || expected_.fatal;
  }

  std::vector<std::string> PlacesOf(const CaseEntry& entry) {
    if (IsEarly(entry)) return {entry.name};
    std::vector<std::string> places;
    if (entry.target == CaseTarget::kResource) {
      // A template that is not rendered yet may still make it.
      const bool may_be = incomplete_ && the_.observed.contains(entry.name);
      if (now_.desired.contains(entry.name) || may_be) {
        places.push_back(entry.name);
      }
      return places;
    }
    for (const auto& [name, object] : now_.desired) {
      const std::string kind = TextAt(object, "kind");
      if (kind == entry.name ||
          (entry.name == "*a" && absl::EndsWith(kind, "a"))) {
        places.push_back(name);
      }
    }
    return places;
  }

  std::optional<PbValue> DesiredOf(const CaseEntry& entry,
                                   const std::string& place) {
    if (entry.target == CaseTarget::kComposite) return status_;
    auto found = now_.desired.find(place);
    if (IsEarly(entry) || found == now_.desired.end()) return std::nullopt;
    return ValueOf(found->second);
  }

  std::optional<PbValue> ObservedOf(const CaseEntry& entry,
                                    const std::string& place) {
    if (entry.target == CaseTarget::kComposite) return ValueOf(the_.composite);
    auto found = the_.observed.find(place);
    if (IsEarly(entry) || found == the_.observed.end()) return std::nullopt;
    return ValueOf(found->second);
  }

  static std::string Shown(const CaseEntry& entry, const std::string& place) {
    switch (entry.target) {
      case CaseTarget::kComposite:
        return "composite";
      case CaseTarget::kEnvironment:
        return "environment";
      case CaseTarget::kContext:
        return "context " + place;
      default:
        return place;
    }
  }

  static bool IsIntoSecret(const CaseEntry& entry,
                           const std::optional<PbValue>& desired) {
    return desired.has_value() && IsSecret(desired->struct_value()) &&
           absl::StartsWith(entry.path, "data.");
  }

  // One row of the decision table.
  void Resolve(const CaseEntry& entry, size_t order, const std::string& place,
               std::vector<Reported>* reported) {
    const auto desired = DesiredOf(entry, place);
    const auto observed = ObservedOf(entry, place);
    const PbValue* d =
        desired.has_value() ? FindAt(*desired, entry.path).value : nullptr;
    const PbValue* o =
        observed.has_value() ? FindAt(*observed, entry.path).value : nullptr;
    const bool deleting =
        observed.has_value() &&
        FindAt(*observed, "metadata.deletionTimestamp").value != nullptr;
    auto keep_last = [&] {
      if (!IsSet(d) && IsSet(o)) Write(entry, place, *o);
    };
    if (deleting ||
        (!entry.always && (IsSet(d) || (IsSet(o) && HoldsScalars(*o))))) {
      return keep_last();
    }
    const bool into_secret = IsIntoSecret(entry, desired);
    Outcome made = MakeValue(entry, into_secret, &now_);
    if (incomplete_) return;
    if (made.state == Outcome::kPending || made.state == Outcome::kNothing) {
      return keep_last();
    }
    const bool has_value = IsSet(d) || IsSet(o);
    if (stopped_.contains(Shown(entry, place))) {
      keep_last();
      if (entry.required && !has_value) Withhold(entry, place);
      return;
    }
    if (made.state == Outcome::kValue && into_secret) made = Encoded(made);
    if (made.state == Outcome::kValue) return Write(entry, place, made.value);
    keep_last();
    if (!entry.required) return;
    stopped_.insert(Shown(entry, place));
    Tell(entry, order, place, made, has_value, reported);
    if (!has_value && Withhold(entry, place)) {
      withheld_by_[place] = {WaitsFor(entry), reported->size() - 1};
    }
  }

  // What follows if a field has no value. Whether the resource is withheld.
  bool Withhold(const CaseEntry& entry, const std::string& place) {
    not_ready_ = true;
    if (IsEarly(entry) || ObservedOf(entry, place).has_value()) return false;
    withheld_.insert(place);
    return true;
  }

  void Tell(const CaseEntry& entry, size_t order, const std::string& place,
            const Outcome& made, bool kept, std::vector<Reported>* reported) {
    std::string text = absl::StrCat(
        Shown(entry, place), entry.path.empty() ? "" : " ", entry.path, ": ",
        made.cause, kept ? ", the last value is kept" : "",
        made.where.empty() ? "" : absl::StrCat(" (", made.where, ")"));
    if (entry.fatal) fatal_.emplace_back(text, made.reason);
    reported->push_back({IsPassing(made.reason) ? "Unknown" : "False",
                         made.reason, std::move(text), order});
  }

  void Write(const CaseEntry& entry, const std::string& place,
             const PbValue& value) {
    if (incomplete_) return;
    switch (entry.target) {
      case CaseTarget::kComposite:
        if (!status_.has_value()) {
          status_ = Object(
              {{"apiVersion", Text("example.org/v1")}, {"kind", Text("X")}});
        }
        return SetAt(&*status_, entry.path, value);
      case CaseTarget::kEnvironment:
        return SetAt(&now_.environment, entry.path, value);
      case CaseTarget::kContext:
        if (entry.path.empty()) {
          now_.context[place] = value;
        } else {
          SetAt(&now_.context[place], entry.path, value);
        }
        return;
      default:
        break;
    }
    PbValue object = ValueOf(now_.desired[place]);
    SetAt(&object, entry.path, value);
    now_.desired[place] = object.struct_value();
  }

  // The first composed resource of its sources that is not there yet.
  std::string WaitsFor(const CaseEntry& entry) {
    for (const CaseSource& source : entry.sources) {
      if (source.from == CaseFrom::kResource &&
          !the_.observed.contains(source.name)) {
        return source.name;
      }
    }
    return "";
  }

  void AddCondition() {
    if (!there_ || (!busy_ && !the_.before.has_value())) return;
    CaseCondition now = ConditionOf(told_);
    if (!busy_) now.reason = "NoReferences";
    SetCondition(now);
  }

  void SetCondition(const CaseCondition& now) {
    v1::Condition* condition = expected_.response.add_conditions();
    condition->set_type("ReferencesResolved");
    condition->set_status(now.status == "True" ? v1::STATUS_CONDITION_TRUE
                          : now.status == "False"
                              ? v1::STATUS_CONDITION_FALSE
                              : v1::STATUS_CONDITION_UNKNOWN);
    condition->set_reason(now.reason);
    if (!now.message.empty()) condition->set_message(now.message);
    condition->set_target(v1::TARGET_COMPOSITE_AND_CLAIM);
    const auto& before = the_.before;
    const bool good = now.status == "True";
    soon_ = !good;
    // Of what a later step may be about, the step reports no end.
    const bool is_known = before.has_value() && (before->message.empty() ||
                                                 the_.desired.contains("a"));
    const bool news = good ? is_known && before->status != "True"
                           : !before.has_value() ||
                                 before->status != now.status ||
                                 before->reason != now.reason ||
                                 before->message != now.message;
    if (!news || expected_.fatal) return;
    v1::Result* result = expected_.response.add_results();
    result->set_severity(good ? v1::SEVERITY_NORMAL : v1::SEVERITY_WARNING);
    result->set_message(absl::StrCat(
        "ReferencesResolved: ", good ? now.reason : WithAdvice(now.message)));
    result->set_reason(now.reason);
    result->set_target(v1::TARGET_COMPOSITE);
  }

  ExpectedAnswer Pending() {
    expected_.fatal = false;
    expected_.response.clear_results();
    if (the_.asked_before) {
      soon_ = true;
      AddFatal("Crossplane does not answer", "");
      return Done();
    }
    std::vector<PbValue> keys;
    for (const auto& [key, selector] : now_.asked) keys.push_back(Text(key));
    ExpectedAnswer done = Done();
    (*done.response.mutable_context()->mutable_fields())[kCaseAsked] =
        Object({{"keys", List(std::move(keys))}});
    done.response.mutable_meta()->mutable_ttl()->set_seconds(0);
    return done;
  }

  ExpectedAnswer Done() {
    v1::RunFunctionResponse& response = expected_.response;
    const v1::RunFunctionRequest request = RequestOf(the_, now_.asked);
    response.mutable_meta()->set_tag(request.meta().tag());
    response.mutable_meta()->mutable_ttl()->set_seconds(soon_ ? 15 : 60);
    for (const auto& [key, selector] : now_.asked) {
      (*response.mutable_requirements()->mutable_resources())[key] = selector;
    }
    *response.mutable_desired() = request.desired();
    *response.mutable_context() = request.context();
    if (expected_.fatal || expected_.pending) return std::move(expected_);
    v1::State* desired = response.mutable_desired();
    auto& resources = *desired->mutable_resources();
    for (const auto& [name, object] : now_.desired) {
      *resources[name].mutable_resource() = object;
    }
    for (const std::string& name : withheld_) resources.erase(name);
    if (status_.has_value()) {
      *desired->mutable_composite()->mutable_resource() =
          status_->struct_value();
    }
    if (not_ready_) {
      desired->mutable_composite()->mutable_resource();
      desired->mutable_composite()->set_ready(v1::READY_FALSE);
    }
    auto& context = *response.mutable_context()->mutable_fields();
    context.erase(kCaseAsked);
    context[kCaseEnvironment] = now_.environment;
    for (const auto& [key, value] : now_.context) context[key] = value;
    return std::move(expected_);
  }

  const ReferenceCase& the_;
  CaseState now_;
  std::optional<PbValue> status_;  // the desired composite
  ExpectedAnswer expected_;
  std::vector<Reported> told_;
  std::vector<std::pair<std::string, std::string>> fatal_;
  std::set<std::string> stopped_, withheld_;
  // What a withheld resource waits for, and what is reported of it.
  Waits withheld_by_;
  bool incomplete_ = false, busy_ = false, there_ = false;
  bool not_ready_ = false, soon_ = false;
};

}  // namespace

ExpectedAnswer ExpectedFor(const ReferenceCase& the) {
  return Oracle(the).Run();
}

}  // namespace loom::testing
