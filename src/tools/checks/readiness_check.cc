// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "sections/shared/readiness_checks/kind_check.h"
#include "sections/shared/readiness_checks/readiness_rule.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"
#include "tools/schemas/kind_schemas.h"

namespace loom {
namespace {

// Kinds that have no Ready condition in any version. Pods and Nodes have one, and
// so have Crossplane's Usages.
struct ReadinessRow {
  absl::string_view group;
  absl::string_view kind;
};

constexpr ReadinessRow kNeverReady[] = {
    {"", "ConfigMap"},
    {"", "Secret"},
    {"", "Namespace"},
    {"", "Service"},
    {"", "ServiceAccount"},
    {"", "PersistentVolume"},
    {"", "PersistentVolumeClaim"},
    {"", "LimitRange"},
    {"", "ResourceQuota"},
    {"", "Endpoints"},
    {"apps", "Deployment"},
    {"apps", "StatefulSet"},
    {"apps", "DaemonSet"},
    {"apps", "ReplicaSet"},
    {"batch", "Job"},
    {"batch", "CronJob"},
    {"autoscaling", "HorizontalPodAutoscaler"},
    {"networking.k8s.io", "Ingress"},
    {"networking.k8s.io", "IngressClass"},
    {"networking.k8s.io", "NetworkPolicy"},
    {"policy", "PodDisruptionBudget"},
    {"rbac.authorization.k8s.io", "Role"},
    {"rbac.authorization.k8s.io", "RoleBinding"},
    {"rbac.authorization.k8s.io", "ClusterRole"},
    {"rbac.authorization.k8s.io", "ClusterRoleBinding"},
    {"storage.k8s.io", "StorageClass"},
    {"scheduling.k8s.io", "PriorityClass"},
    {"apiextensions.crossplane.io", "EnvironmentConfig"},
};

bool IsNeverReady(absl::string_view group, absl::string_view kind) {
  if (kind == "ProviderConfig" || kind == "ClusterProviderConfig") {
    return absl::EndsWith(group, ".crossplane.io") ||
           absl::EndsWith(group, ".upbound.io");
  }
  return std::any_of(std::begin(kNeverReady), std::end(kNeverReady),
                     [&](const ReadinessRow& row) {
                       return row.group == group && row.kind == kind;
                     });
}

bool HasChecks(const Value& resource) {
  const Value* checks = Find(resource, "readinessChecks");
  return checks != nullptr && !checks->IsNull() &&
         (!checks->IsArray() || !checks->Empty());
}

bool HasAutoReady(const LintPipeline& pipeline) {
  return absl::c_any_of(pipeline.inputs, [](const LintInput* input) {
    return input->dialect() == Dialect::kAutoReady;
  });
}

// The `readiness` section of a native input.
std::shared_ptr<const ReadinessInput> ReadinessOf(const LintInput& input) {
  Problems problems_of_the_validator;
  const Input root(*input.value, Dialect::kNative, &problems_of_the_validator);
  Fields fields(root);
  return ReadinessInput::Of(fields);
}

// Returns whether the section defines when a resource is ready whose kind never has the
// condition.
bool SaysWhenReady(const ReadinessInput& readiness,
                   const LintResource& resource) {
  Pool pool;
  const std::string name(IdOfTemplate(*resource.value));
  if (!readiness.is_present ||
      (!readiness.resources.empty() &&
       !AnyMatches(readiness.resources, name, name, &pool).value_or(false))) {
    return false;
  }
  const ReadinessRule* rule =
      readiness.RuleOf(name, name, &pool).value_or(nullptr);
  if (rule == nullptr) {
    rule = readiness.RuleOfKind(*resource.base, &pool).value_or(nullptr);
  }
  if (rule != nullptr) return rule->kind() != ReadinessRule::Kind::kCondition;
  auto known = CheckKind(*resource.base, &pool);
  return readiness.built_in && known.ok() && known->has_value();
}

// Returns whether the step of an input, or a later one, does so.
bool IsSaidFrom(const LintPipeline& pipeline, const LintInput* from,
                const LintResource& resource) {
  auto input = absl::c_find(pipeline.inputs, from);
  return std::any_of(input, pipeline.inputs.end(), [&](const LintInput* each) {
    return each->native() && SaysWhenReady(*ReadinessOf(*each), resource);
  });
}

// The built-in table of a native input knows more kinds than the default check. A kind
// that is not ready as soon as it exists would count as ready too early without a check.
std::string AdviceFor(const Value& base, const LintInput& input) {
  constexpr char kNone[] = "add readinessChecks: [{type: None}]";
  Pool pool;
  const auto known = CheckKind(base, &pool);
  if (!input.native() || !known.ok() || !known->has_value()) return kNone;
  if (Find(*input.value, "readiness") == nullptr) {
    return "add readiness: {} to the input, which decides for all its "
           "resources";
  }
  return **known ? kNone : "add a rule for the kind to readiness.rules";
}

// A step of another function may say that the resource is ready, as
// function-auto-ready does.
void CheckPipeline(const LintPipeline& pipeline, const TemplateTypes& types,
                   LintFindings* findings) {
  const std::string& composite = types.composite().kind;
  if (pipeline.has_other_steps || HasAutoReady(pipeline)) return;
  // Nobody asks whether what an Operation applies is ready.
  if (pipeline.document->kind == DocumentKind::kOperation) return;
  for (const LintInput* input : pipeline.inputs) {
    for (const LintResource& resource : ResourcesOf(*input)) {
      if (resource.base == nullptr || HasChecks(*resource.value) ||
          PatchesIdentity(resource)) {
        continue;
      }
      absl::string_view kind = Kind(*resource.base);
      if (!IsNeverReady(GroupOf(ApiVersion(*resource.base)), kind)) continue;
      if (IsSaidFrom(pipeline, input, resource)) continue;
      findings->Add("ready/never", *input->document,
                    input->At(resource.BasePlace() + ".kind"),
                    absl::StrCat(WithArticle(kind),
                                 " never has a Ready condition, so the ",
                                 composite.empty() ? "composite" : composite,
                                 " never becomes ready"),
                    AdviceFor(*resource.base, *input));
    }
  }
}

// What a check compares with is of one type.
constexpr std::pair<absl::string_view, absl::string_view> kCompared[] = {
    {"MatchString", "string"},
    {"MatchInteger", "integer"},
    {"MatchTrue", "boolean"},
    {"MatchFalse", "boolean"},
};

// Returns the check for a field of that type.
std::string CheckFor(absl::string_view type, const Value& check) {
  if (type == "boolean") {
    return ScalarText(Find(check, "matchString")) == "false"
               ? "write type: MatchFalse"
               : "write type: MatchTrue";
  }
  for (const auto& [name, compared] : kCompared) {
    if (compared == type) return absl::StrCat("write type: ", name);
  }
  return "";
}

std::string ComparedType(absl::string_view check) {
  for (const auto& [name, type] : kCompared) {
    if (name == check) return std::string(type);
  }
  return "";
}

void CheckField(const LintInput& input, const std::string& place,
                const Value& check, const KindSchema& kind,
                LintFindings* findings) {
  const Value* text = Dig(check, {"fieldPath"});
  if (text == nullptr) return;
  auto path = Path::Parse(ScalarText(text));
  if (!path.ok() || path->HasWildcard()) return;
  const std::string at = input.At(place + ".fieldPath");
  SchemaPlace found = FollowPath(kind, path->segments());
  if (found.answer == SchemaPlace::Answer::kMissing) {
    findings->Add("ready/check", *input.document, at,
                  absl::StrCat(kind.kind, " has no field ", found.missing,
                               ", so the check never succeeds"),
                  MeantHelp(found.nearest));
    if (!found.nearest.empty()) {
      findings->Replace(*input.document, found.missing, found.nearest);
    }
    return;
  }
  const std::string name = ScalarText(Find(check, "type"));
  const std::string wanted = ComparedType(name);
  const std::string type = TypeAt(&kind, path->segments());
  bool numbers = type == "number" && wanted == "integer";
  if (wanted.empty() || type.empty() || type == wanted || numbers) return;
  findings->Add("ready/check", *input.document, at,
                absl::StrCat(path->text(), " is ", TypeWords(type), ", and ",
                             name, " compares with ", TypeWords(wanted),
                             ", so the check never succeeds"),
                CheckFor(type, check));
}

void CheckFields(const LintInput& input, const LintResource& resource,
                 const TemplateTypes& types, LintFindings* findings) {
  const absl::Span<const Value> checks =
      ItemsAt(*resource.value, {"readinessChecks"});
  const KindSchema* kind = types.SchemaOf(resource);
  for (size_t i = 0; kind != nullptr && i < checks.size(); ++i) {
    CheckField(input, absl::StrCat(resource.place, ".readinessChecks[", i, "]"),
               checks[i], *kind, findings);
  }
}

}  // namespace

void CheckReadiness(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const TemplateTypes types(corpus, pipeline);
    CheckPipeline(pipeline, types, findings);
    for (const LintInput* input : pipeline.inputs) {
      for (const LintResource& resource : ResourcesOf(*input)) {
        CheckFields(*input, resource, types, findings);
      }
    }
  }
}

}  // namespace loom
