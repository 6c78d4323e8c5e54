// SPDX-License-Identifier: Apache-2.0
#include "tools/render/observed_resources.h"

#include <optional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "tools/render/secret_data.h"
#include "tools/yaml/scalar_text.h"

namespace loom {
namespace {

constexpr char kResourceName[] = "crossplane.io/composition-resource-name";

// The namespace and the name of a Secret.
using SecretName = std::pair<std::string, std::string>;

bool IsSecret(const Value& object) {
  return ApiVersion(object) == "v1" && Kind(object) == "Secret";
}

SecretName NameOfSecret(const Value& secret) {
  return {std::string(Namespace(secret)), std::string(Name(secret))};
}

// The Secret that an object names for its connection details.
std::optional<SecretName> SecretOf(const Value& object) {
  const Value* reference = Dig(object, {"spec", "writeConnectionSecretToRef"});
  if (reference == nullptr || !reference->IsObject()) return std::nullopt;
  std::string name = ScalarText(Find(*reference, "name"));
  if (name.empty()) return std::nullopt;
  std::string ns = ScalarText(Find(*reference, "namespace"));
  return SecretName(ns.empty() ? std::string(Namespace(object)) : ns, name);
}

class Observed {
 public:
  explicit Observed(std::vector<YamlDocument> documents) {
    for (YamlDocument& document : documents) Add(std::move(document));
  }

  absl::StatusOr<ObservedResources> Take(const YamlDocument& composite) {
    LOOM_ASSIGN_OR_RETURN(
        result_.composite_details,
        DetailsOf(composite, absl::StrCat(Kind(composite.root), " ",
                                          Name(composite.root))));
    for (const auto& [name, document] : result_.resources) {
      LOOM_ASSIGN_OR_RETURN(result_.details[name], DetailsOf(document, name));
    }
    for (const auto& [name, secret] : secrets_) {
      if (used_.count(name) > 0) continue;
      result_.notes.push_back(absl::StrCat(
          secret.Place({}), ": Secret \"", name.second,
          "\" is given, and no observed resource publishes its connection "
          "details there"));
    }
    return std::move(result_);
  }

 private:
  void Add(YamlDocument document) {
    std::string name(Annotation(document.root, kResourceName).value_or(""));
    if (name.empty() && IsSecret(document.root)) {
      SecretName secret = NameOfSecret(document.root);
      secrets_.insert_or_assign(std::move(secret), std::move(document));
      return;
    }
    if (name.empty()) {
      result_.notes.push_back(
          absl::StrCat(document.Place({}), ": ", Kind(document.root), " \"",
                       Name(document.root), "\" has no annotation ",
                       kResourceName, ", so it has no resource name"));
    } else if (auto other = result_.resources.find(name);
               other != result_.resources.end()) {
      result_.notes.push_back(
          absl::StrCat(document.Place({}), ": the resource name ", name,
                       " is given twice; this one counts, and not that of ",
                       other->second.Place({})));
    }
    result_.resources.insert_or_assign(std::move(name), std::move(document));
  }

  absl::StatusOr<ConnectionDetails> DetailsOf(const YamlDocument& document,
                                              const std::string& who) {
    std::optional<SecretName> name = SecretOf(document.root);
    if (!name.has_value()) return ConnectionDetails();
    if (const YamlDocument* secret = FindSecret(*name)) {
      used_.insert(*name);
      return SecretData(*secret);
    }
    result_.notes.push_back(absl::StrCat(
        document.Place({"spec", "writeConnectionSecretToRef"}), ": ", who,
        " publishes connection details as Secret \"", name->second, "\"",
        name->first.empty() ? "" : absl::StrCat(" in namespace ", name->first),
        ", which is not among the observed resources; it has none"));
    return ConnectionDetails();
  }

  const YamlDocument* FindSecret(const SecretName& name) const {
    auto given = secrets_.find(name);
    if (given != secrets_.end()) return &given->second;
    // A Secret may be a composed resource itself.
    for (const auto& [key, document] : result_.resources) {
      if (IsSecret(document.root) && NameOfSecret(document.root) == name) {
        return &document;
      }
    }
    return nullptr;
  }

  std::map<SecretName, YamlDocument> secrets_;
  std::set<SecretName> used_;
  ObservedResources result_;
};

}  // namespace

absl::StatusOr<ObservedResources> TakeObserved(
    const YamlDocument& composite, std::vector<YamlDocument> documents) {
  return Observed(std::move(documents)).Take(composite);
}

}  // namespace loom
