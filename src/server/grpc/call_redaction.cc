// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/call_redaction.h"

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "crossplane/call/context.h"
#include "data/value/number.h"

namespace loom {
namespace {

// The contract marks fields as deprecated that functions still use.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace fn = ::apiextensions::fn::proto::v1;
using google::protobuf::Struct;
using PbValue = google::protobuf::Value;

constexpr char kRedacted[] = "(redacted)";
// Strings beyond this count as unknown.
constexpr size_t kMostStrings = 1 << 20;

bool IsSecret(const Struct& object) {
  auto kind = object.fields().find("kind");
  return kind != object.fields().end() &&
         (kind->second.string_value() == "Secret" ||
          kind->second.string_value() == "SecretList");
}

bool HoldsValues(absl::string_view field) {
  return field == "data" || field == "stringData";
}

// A template computes this string; it is not a value.
bool IsExpression(const PbValue& value) {
  return absl::StrContains(value.string_value(), "${");
}

// A number as JSON writes it.
std::string DigitsOf(double number) {
  std::string digits;
  AppendJsonNumber(Real(number), &digits);
  return digits;
}

template <typename Visit>
void EachString(const Struct& object, const Visit& visit);

template <typename Visit>
void EachString(const PbValue& value, const Visit& visit) {
  if (value.has_struct_value()) EachString(value.struct_value(), visit);
  for (const PbValue& each : value.list_value().values()) {
    EachString(each, visit);
  }
  if (!value.string_value().empty()) visit(value.string_value());
}

template <typename Visit>
void EachString(const Struct& object, const Visit& visit) {
  for (const auto& [name, value] : object.fields()) {
    visit(name);
    EachString(value, visit);
  }
}

template <typename Visit>
void EachObject(const fn::State& state, const Visit& visit) {
  visit(state.composite().resource());
  for (const auto& [name, resource] : state.resources()) {
    visit(resource.resource());
  }
}

// The answers to requirements, in both fields.
std::vector<const google::protobuf::Map<std::string, fn::Resources>*> Answers(
    const fn::RunFunctionRequest& request) {
  return {&request.required_resources(), &request.extra_resources()};
}

// Calls `visit` with each object of a message, except for the input.
template <typename Visit>
void EachObject(const fn::RunFunctionRequest& request, const Visit& visit) {
  EachObject(request.observed(), visit);
  EachObject(request.desired(), visit);
  for (const auto* answers : Answers(request)) {
    for (const auto& [key, resources] : *answers) {
      for (const fn::Resource& each : resources.items()) {
        visit(each.resource());
      }
    }
  }
  visit(request.context());
}

template <typename Visit>
void EachObject(const fn::RunFunctionResponse& response, const Visit& visit) {
  EachObject(response.desired(), visit);
  visit(response.context());
  visit(response.output());
}

void AddDetails(const fn::Resource& resource, SecretTexts* secrets) {
  for (const auto& [key, value] : resource.connection_details()) {
    secrets->Add(value);
  }
}

void AddDetails(const fn::State& state, SecretTexts* secrets) {
  AddDetails(state.composite(), secrets);
  for (const auto& [name, resource] : state.resources()) {
    AddDetails(resource, secrets);
    secrets->AddIdentity(name);
  }
}

// Calls `visit` with each map of values of a Secret inside an object, and its name, and
// `other` with each string elsewhere.
template <typename Visit, typename Other>
void EachData(const Struct& object, const Visit& visit, const Other& other);

template <typename Visit, typename Other>
void EachData(const PbValue& value, const Visit& visit, const Other& other) {
  if (value.has_struct_value()) EachData(value.struct_value(), visit, other);
  for (const PbValue& each : value.list_value().values()) {
    EachData(each, visit, other);
  }
  if (!value.string_value().empty()) other(value.string_value());
}

template <typename Visit, typename Other>
void EachData(const Struct& object, const Visit& visit, const Other& other) {
  const bool is_secret = IsSecret(object);
  for (const auto& [name, value] : object.fields()) {
    other(name);
    if (is_secret && HoldsValues(name) && value.has_struct_value()) {
      visit(name, value.struct_value());
    } else {
      EachData(value, visit, other);
    }
  }
}

void AddValue(absl::string_view field, const PbValue& value,
              SecretTexts* secrets) {
  // The API server would refuse these, but a function may get them.
  if (value.kind_case() == PbValue::kNumberValue) {
    return secrets->Add(DigitsOf(value.number_value()));
  }
  if (value.has_struct_value() || value.has_list_value()) {
    return EachString(
        value, [secrets](absl::string_view text) { secrets->Add(text); });
  }
  std::string decoded;
  const bool encoded =
      field == "data" && absl::Base64Unescape(value.string_value(), &decoded);
  secrets->Add(encoded ? decoded : value.string_value());
}

void AddSecrets(const Struct& object, SecretTexts* secrets) {
  EachData(
      object,
      [&](absl::string_view field, const Struct& data) {
        for (const auto& [key, each] : data.fields()) {
          AddValue(field, each, secrets);
        }
      },
      [](absl::string_view) {});
}

// The constants of an input are also values. What else its author wrote is public.
void AddInput(const Struct& input, SecretTexts* secrets) {
  EachData(
      input,
      [&](absl::string_view field, const Struct& data) {
        for (const auto& [key, each] : data.fields()) {
          if (!IsExpression(each)) AddValue(field, each, secrets);
        }
      },
      [&](absl::string_view text) { secrets->Publish(text); });
}

void AddIdentity(const Struct& object, SecretTexts* secrets) {
  auto add = [secrets](const Struct& holder,
                       std::initializer_list<const char*> names) {
    for (const char* name : names) {
      auto found = holder.fields().find(name);
      if (found == holder.fields().end()) continue;
      secrets->AddIdentity(found->second.string_value());
    }
  };
  add(object, {"apiVersion", "kind"});
  auto metadata = object.fields().find("metadata");
  if (metadata == object.fields().end()) return;
  add(metadata->second.struct_value(), {"name", "namespace", "uid"});
}

bool IsMarked(const Struct& context) {
  auto mark = context.fields().find(std::string(kRedactedKey));
  return mark != context.fields().end() && mark->second.bool_value();
}

size_t Hash(absl::string_view text) {
  return std::hash<std::string_view>()(
      std::string_view(text.data(), text.size()));
}

// Redacts the parts of one call.
class Redactor {
 public:
  // `strings`: the only ones that may stay; nullptr: all may that contain no value.
  Redactor(const SecretTexts& secrets,
           const std::unordered_set<size_t>* strings)
      : secrets_(secrets), strings_(strings) {}

  // Declares the strings of an object to be known.
  void Publish(const Struct& object) {
    EachString(object,
               [this](absl::string_view text) { own_.insert(Hash(text)); });
  }
  // An object whose strings may all stay if they contain no value.
  void KnownObject(Struct* object) {
    const auto* strings = std::exchange(strings_, nullptr);
    Object(object, /*is_conditions=*/false);
    strings_ = strings;
  }
  void AnyObject(Struct* object) { Object(object, /*is_conditions=*/false); }

  // The composite that a user wrote, except for its status.
  void Composite(Struct* object) {
    for (auto& [name, value] : *object->mutable_fields()) {
      if (name == "status") {
        Value(name, &value, false);
      } else {
        const auto* strings = std::exchange(strings_, nullptr);
        Value(name, &value, false);
        strings_ = strings;
      }
    }
    ForgetApplied(object);
  }

  // The values of Secrets in an input, which are constants. The other strings of an
  // input contain none.
  void Input(Struct* object) {
    const bool is_secret = IsSecret(*object);
    for (auto& [name, value] : *object->mutable_fields()) {
      if (is_secret && HoldsValues(name) && value.has_struct_value()) {
        Data(name, value.mutable_struct_value(), &IsExpression);
      } else if (value.has_struct_value()) {
        Input(value.mutable_struct_value());
      } else if (value.has_list_value()) {
        for (PbValue& each : *value.mutable_list_value()->mutable_values()) {
          if (each.has_struct_value()) Input(each.mutable_struct_value());
        }
      }
    }
  }

  void Details(fn::Resource* resource) {
    for (auto& [key, value] : *resource->mutable_connection_details()) {
      value = kRedacted;
    }
  }

  void Resource(fn::Resource* resource) {
    if (resource->has_resource()) AnyObject(resource->mutable_resource());
    Details(resource);
  }

  void State(fn::State* state, bool is_observed) {
    if (state->has_composite()) {
      fn::Resource& composite = *state->mutable_composite();
      if (composite.has_resource() && is_observed) {
        Composite(composite.mutable_resource());
      } else if (composite.has_resource()) {
        AnyObject(composite.mutable_resource());
      }
      Details(&composite);
    }
    for (auto& [name, resource] : *state->mutable_resources()) {
      Resource(&resource);
    }
  }

  void Sentence(std::string* text) {
    *text = secrets_.Redacted(*text, kRedacted);
  }
  void Text(absl::string_view member, std::string* text) {
    if (Hides(member, *text)) *text = kRedacted;
  }

 private:
  bool Hides(absl::string_view member, const std::string& text) const {
    if (secrets_.Hides(member, text)) return true;
    return strings_ != nullptr && member != "kind" && member != "apiVersion" &&
           !secrets_.IsPublic(member, text) &&
           !strings_->contains(Hash(text)) && !own_.contains(Hash(text));
  }

  // A name may also be a value.
  void RedactNames(Struct* object) const {
    std::vector<std::string> names;
    for (const auto& [name, value] : object->fields()) {
      constexpr size_t kShort = 8;
      if (name.size() >= kShort && secrets_.IsIn(name)) names.push_back(name);
    }
    for (const std::string& name : names) {
      PbValue value = std::move((*object->mutable_fields())[name]);
      object->mutable_fields()->erase(name);
      (*object->mutable_fields())[kRedacted] = std::move(value);
    }
  }

  static bool IsNone(const PbValue&) { return false; }
  void Data(absl::string_view field, Struct* data,
            bool (*stays)(const PbValue&) = &IsNone) const {
    for (auto& [key, each] : *data->mutable_fields()) {
      if (stays(each)) continue;
      each.set_string_value(field == "data" ? absl::Base64Escape(kRedacted)
                                            : kRedacted);
    }
    RedactNames(data);
  }

  void Value(const std::string& member, PbValue* value, bool is_conditions) {
    switch (value->kind_case()) {
      case PbValue::kStructValue:
        return Object(value->mutable_struct_value(), is_conditions);
      case PbValue::kListValue:
        for (PbValue& each : *value->mutable_list_value()->mutable_values()) {
          Value(member, &each, is_conditions || member == "conditions");
        }
        return;
      case PbValue::kStringValue:
        if (is_conditions && member != "message" &&
            !secrets_.Hides(member, value->string_value())) {
          return;
        }
        if (Hides(member, value->string_value())) {
          value->set_string_value(kRedacted);
        }
        return;
      case PbValue::kNumberValue: {
        const std::string digits = DigitsOf(value->number_value());
        if (digits.size() >= SecretTexts::kDigits && Hides(member, digits)) {
          value->set_number_value(0);
        }
        return;
      }
      default:
        return;
    }
  }

  void Object(Struct* object, bool is_conditions) {
    const bool is_secret = IsSecret(*object);
    for (auto& [name, value] : *object->mutable_fields()) {
      if (is_secret && HoldsValues(name) && value.has_struct_value()) {
        Data(name, value.mutable_struct_value());
      } else {
        Value(name, &value, is_conditions);
      }
    }
    RedactNames(object);
    ForgetApplied(object);
  }

  // kubectl apply stores the whole object here, including any Secrets inside it.
  static void ForgetApplied(Struct* object) {
    auto& fields = *object->mutable_fields();
    auto metadata = fields.find("metadata");
    if (metadata == fields.end() || !metadata->second.has_struct_value()) {
      return;
    }
    auto& members = *metadata->second.mutable_struct_value()->mutable_fields();
    auto annotations = members.find("annotations");
    if (annotations == members.end() ||
        !annotations->second.has_struct_value()) {
      return;
    }
    annotations->second.mutable_struct_value()->mutable_fields()->erase(
        "kubectl.kubernetes.io/last-applied-configuration");
  }

  const SecretTexts& secrets_;
  const std::unordered_set<size_t>* strings_;
  std::unordered_set<size_t> own_;
};

void RedactRequest(fn::RunFunctionRequest* request, Redactor* redactor) {
  if (request->has_observed()) {
    redactor->State(request->mutable_observed(), /*is_observed=*/true);
  }
  if (request->has_desired()) {
    redactor->State(request->mutable_desired(), /*is_observed=*/false);
  }
  if (request->has_input()) redactor->Input(request->mutable_input());
  if (request->has_context()) redactor->AnyObject(request->mutable_context());
  for (auto* answers : {request->mutable_required_resources(),
                        request->mutable_extra_resources()}) {
    for (auto& [name, resources] : *answers) {
      for (fn::Resource& each : *resources.mutable_items()) {
        if (each.has_resource()) {
          redactor->KnownObject(each.mutable_resource());
        }
        redactor->Details(&each);
      }
    }
  }
  for (auto& [name, credentials] : *request->mutable_credentials()) {
    if (!credentials.has_credential_data()) continue;
    for (auto& [key, value] :
         *credentials.mutable_credential_data()->mutable_data()) {
      value = kRedacted;
    }
  }
}

// The keys of requirements, which contain names and labels, as they are recorded.
using RecordedKeys = std::map<std::string, std::string>;

// Redacts a selector, and its key with the same values.
std::string RedactSelector(std::string key, fn::ResourceSelector* selector,
                           Redactor* redactor) {
  auto redact = [&](absl::string_view member, std::string* text) {
    const std::string before = *text;
    redactor->Text(member, text);
    if (*text != before) key = absl::StrReplaceAll(key, {{before, *text}});
  };
  if (selector->has_match_name()) {
    redact("name", selector->mutable_match_name());
  }
  if (selector->has_namespace_()) {
    redact("namespace", selector->mutable_namespace_());
  }
  if (selector->has_match_labels()) {
    for (auto& [name, value] :
         *selector->mutable_match_labels()->mutable_labels()) {
      redact(name, &value);
    }
  }
  redactor->Sentence(&key);
  return key;
}

RecordedKeys RedactRequirements(fn::RunFunctionResponse* response,
                                Redactor* redactor) {
  RecordedKeys keys;
  if (!response->has_requirements()) return keys;
  for (auto* selectors :
       {response->mutable_requirements()->mutable_resources(),
        response->mutable_requirements()->mutable_extra_resources()}) {
    google::protobuf::Map<std::string, fn::ResourceSelector> recorded;
    for (auto& [key, selector] : *selectors) {
      keys[key] = RedactSelector(key, &selector, redactor);
      recorded[keys[key]] = selector;
    }
    *selectors = std::move(recorded);
  }
  return keys;
}

// Gives the answers to requirements the keys that their requirements have.
void RedactAnswerKeys(const RecordedKeys& keys, Redactor* redactor,
                      fn::RunFunctionRequest* request) {
  for (auto* answers : {request->mutable_required_resources(),
                        request->mutable_extra_resources()}) {
    google::protobuf::Map<std::string, fn::Resources> recorded;
    for (const auto& [key, resources] : *answers) {
      auto found = keys.find(key);
      std::string name = found == keys.end() ? key : found->second;
      if (found == keys.end()) redactor->Sentence(&name);
      recorded[name] = resources;
    }
    *answers = std::move(recorded);
  }
}

void RedactResponse(fn::RunFunctionResponse* response, Redactor* redactor) {
  if (response->has_desired()) {
    redactor->State(response->mutable_desired(), /*is_observed=*/false);
  }
  if (response->has_context()) redactor->AnyObject(response->mutable_context());
  if (response->has_output()) redactor->AnyObject(response->mutable_output());
  for (fn::Result& each : *response->mutable_results()) {
    redactor->Sentence(each.mutable_message());
  }
  for (fn::Condition& each : *response->mutable_conditions()) {
    if (each.has_message()) redactor->Sentence(each.mutable_message());
  }
}

}  // namespace

bool CallRedaction::Knows(const Request& request) const {
  if (!IsMarked(request.context())) return true;
  bool knows = true;
  auto look = [&](absl::string_view text) {
    knows = knows && strings_.contains(Hash(text));
  };
  EachString(request.context(), look);
  EachObject(request.desired(),
             [&](const Struct& object) { EachString(object, look); });
  return knows;
}

void CallRedaction::LearnStrings(const Request& request,
                                 const Response& response) {
  auto add = [this](absl::string_view text) {
    if (strings_.size() < kMostStrings) strings_.insert(Hash(text));
  };
  auto add_all = [&](const Struct& object) { EachString(object, add); };
  EachObject(request, add_all);
  EachObject(response, add_all);
}

Knowledge CallRedaction::Learn(const Request& request,
                               const Response& response) {
  auto add = [this](const Struct& object) {
    AddSecrets(object, &secrets_);
    AddIdentity(object, &secrets_);
  };
  EachObject(request, add);
  EachObject(response, add);
  AddInput(request.input(), &secrets_);
  for (const auto* answers : Answers(request)) {
    for (const auto& [key, resources] : *answers) {
      for (const fn::Resource& each : resources.items()) {
        AddDetails(each, &secrets_);
      }
    }
  }
  for (const fn::State* state :
       {&request.observed(), &request.desired(), &response.desired()}) {
    AddDetails(*state, &secrets_);
  }
  for (const auto& [name, credentials] : request.credentials()) {
    for (const auto& [key, value] : credentials.credential_data().data()) {
      secrets_.Add(value);
    }
  }
  if (!Knows(request)) return Knowledge::kSome;
  LearnStrings(request, response);
  return Knowledge::kAll;
}

void CallRedaction::Redact(Knowledge knowledge, Request* request,
                           Response* response) const {
  Redactor redactor(secrets_,
                    knowledge == Knowledge::kAll ? nullptr : &strings_);
  redactor.Publish(request->input());
  Struct composite = request->observed().composite().resource();
  composite.mutable_fields()->erase("status");
  redactor.Publish(composite);
  RedactRequest(request, &redactor);
  RedactResponse(response, &redactor);
  RedactAnswerKeys(RedactRequirements(response, &redactor), &redactor, request);
}

}  // namespace loom
