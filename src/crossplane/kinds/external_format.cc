// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/external_format.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/limits.h"

namespace loom {
namespace {

absl::string_view WithoutSlashes(absl::string_view text) {
  while (absl::ConsumePrefix(&text, "/")) {
  }
  while (absl::ConsumeSuffix(&text, "/")) {
  }
  return text;
}

void DropScheme(absl::string_view* text) {
  if (!absl::ConsumePrefix(text, "https:")) absl::ConsumePrefix(text, "http:");
}

}  // namespace

std::optional<Path> ParseStatusPath(const Input& input,
                                    absl::string_view member,
                                    absl::string_view text) {
  absl::StatusOr<Path> path = input.ParsePath(member, text);
  if (!path.ok()) return std::nullopt;
  if (path->segments().size() < 2 ||
      path->segments().front().field != "status") {
    input.Invalid(member, absl::StrCat("\"", text, "\": must be below status"),
                  ProblemKind::kNoEffect);
    return std::nullopt;
  }
  return *std::move(path);
}

namespace {

// Returns the elements of a list, up to the limit. Each name is compared with
// all of them.
std::vector<Input> ShortList(Fields& fields, absl::string_view member) {
  std::vector<Input> list = fields.List(member);
  if (list.size() <= limits::kFormats) return list;
  fields.at().Invalid(
      member, absl::StrCat("expected at most ", limits::kFormats, ", got ",
                           list.size()));
  // The list stays non-empty, so no missing field is reported in addition.
  list.erase(list.begin() + limits::kFormats, list.end());
  return list;
}

}  // namespace

std::vector<Path> ParseStatusPaths(Fields& fields, absl::string_view member) {
  std::vector<Path> paths;
  size_t index = 0;
  for (const Input& text : ShortList(fields, member)) {
    const std::string place = absl::StrCat(member, "[", index++, "]");
    if (!text.value().IsString()) {
      text.Problem("Invalid value: expected a string", ProblemKind::kType);
    } else if (auto path =
                   ParseStatusPath(fields.at(), place, View(text.value()))) {
      paths.push_back(*std::move(path));
    }
  }
  return paths;
}

ExternalFormats ExternalFormats::Parse(Fields& fields) {
  std::vector<ExternalFormat> list;
  for (const Input& format : ShortList(fields, "formats")) {
    list.push_back(ExternalFormat::Parse(format));
  }
  return ExternalFormats(std::move(list));
}

ExternalFormat ExternalFormat::Parse(const Input& input) {
  Fields fields(input);
  ExternalFormat format;
  format.host_ = std::string(fields.String("host").value_or(""));
  const absl::string_view text = fields.Required("template");
  const std::string problem = text.empty() ? "" : format.Read(text);
  if (!problem.empty()) {
    input.Invalid("template", absl::StrCat("\"", text, "\": ", problem));
  }
  format.short_form_ = std::string(fields.String("shortForm").value_or(""));
  if (!format.short_form_.empty() &&
      format.variables_ != std::vector{format.short_form_}) {
    input.Invalid(
        "shortForm",
        absl::StrCat("\"", format.short_form_,
                     "\": must be the only variable of the template"));
  }
  fields.Done();
  return format;
}

ExternalFormat ExternalFormat::Of(absl::string_view host,
                                  absl::string_view text,
                                  absl::string_view short_form) {
  ExternalFormat format;
  format.host_ = std::string(host);
  format.short_form_ = std::string(short_form);
  format.Read(text);
  return format;
}

std::string ExternalFormat::Read(absl::string_view text) {
  text_ = std::string(text);
  for (absl::string_view segment : absl::StrSplit(text, '/')) {
    if (segment.empty()) return "a segment is empty";
    std::string problem = ReadSegment(segment);
    if (!problem.empty()) return problem;
  }
  return variables_.empty() ? "has no variable" : "";
}

std::string ExternalFormat::ReadSegment(absl::string_view text) {
  Parts parts;
  while (!text.empty()) {
    if (text.front() != '{') {
      const size_t end = std::min(text.find('{'), text.size());
      if (absl::StrContains(text.substr(0, end), '}')) {
        return "a } has no matching {";
      }
      parts.push_back({.text = std::string(text.substr(0, end))});
      text.remove_prefix(end);
      continue;
    }
    const size_t end = text.find('}');
    if (end == absl::string_view::npos) return "a { has no matching }";
    std::string name(text.substr(1, end - 1));
    if (name.empty()) return "a variable has no name";
    if (std::find(variables_.begin(), variables_.end(), name) !=
        variables_.end()) {
      return absl::StrCat("duplicate variable ", name);
    }
    if (!parts.empty() && parts.back().is_variable) {
      return "two variables have nothing between them";
    }
    variables_.push_back(name);
    parts.push_back({.text = std::move(name), .is_variable = true});
    text.remove_prefix(end + 1);
  }
  segments_.push_back(std::move(parts));
  return "";
}

absl::string_view ExternalFormat::Bare(absl::string_view text) const {
  DropScheme(&text);
  absl::ConsumePrefix(&text, "//");
  absl::string_view rest = text;
  if (!host_.empty() && absl::ConsumePrefix(&rest, host_) &&
      (rest.empty() || rest.front() == '/')) {
    text = rest;
  }
  return WithoutSlashes(text);
}

bool ExternalFormat::IsShort(absl::string_view bare) const {
  return !short_form_.empty() && !bare.empty() && !absl::StrContains(bare, '/');
}

bool ExternalFormat::MatchSegment(const Parts& parts, absl::string_view text,
                                  ExternalSegments* values) {
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].is_variable) {
      if (!absl::ConsumePrefix(&text, parts[i].text)) return false;
      continue;
    }
    const size_t end =
        i + 1 == parts.size() ? text.size() : text.find(parts[i + 1].text);
    if (end == 0 || end == absl::string_view::npos) return false;
    (*values)[parts[i].text] = std::string(text.substr(0, end));
    text.remove_prefix(end);
  }
  return text.empty();
}

std::optional<ExternalSegments> ExternalFormat::Match(
    absl::string_view text) const {
  text = Bare(text);
  if (IsShort(text)) return ExternalSegments{{short_form_, std::string(text)}};
  const std::vector<absl::string_view> given = absl::StrSplit(text, '/');
  if (given.size() != segments_.size()) return std::nullopt;
  ExternalSegments values;
  for (size_t i = 0; i < given.size(); ++i) {
    if (!MatchSegment(segments_[i], given[i], &values)) return std::nullopt;
  }
  return values;
}

std::string ExternalFormat::Build(const ExternalSegments& values) const {
  std::string text;
  for (const Parts& parts : segments_) {
    absl::StrAppend(&text, text.empty() ? "" : "/");
    for (const Part& part : parts) {
      auto value = values.find(part.text);
      if (!part.is_variable) {
        absl::StrAppend(&text, part.text);
      } else if (value == values.end()) {
        absl::StrAppend(&text, "{", part.text, "}");
      } else {
        absl::StrAppend(&text, value->second);
      }
    }
  }
  return text;
}

std::string ExternalFormat::Difference(absl::string_view text) const {
  if (Match(text).has_value()) return "";
  absl::string_view rest = text;
  DropScheme(&rest);
  if (absl::ConsumePrefix(&rest, "//") && !host_.empty() &&
      !absl::StartsWith(rest, absl::StrCat(host_, "/"))) {
    return absl::StrCat("the host is not ", host_);
  }
  const std::vector<absl::string_view> given = absl::StrSplit(Bare(text), '/');
  const std::vector<absl::string_view> want = absl::StrSplit(text_, '/');
  for (size_t i = 0; i < std::min(given.size(), want.size()); ++i) {
    ExternalSegments ignored;
    if (MatchSegment(segments_[i], given[i], &ignored)) continue;
    return absl::StrCat("segment ", i + 1, " is \"", given[i],
                        "\", expected \"", want[i], "\"");
  }
  return absl::StrCat(given.size(),
                      given.size() == 1 ? " segment" : " segments",
                      ", expected ", want.size());
}

namespace {

// The table. Add a kind here, in the order of groups.
constexpr BuiltinFormat kFormats[] = {
    // ── Google Cloud ─────────────────────────────────────────────────────────
    {"artifactregistry.cnrm.cloud.google.com", "ArtifactRegistryRepository",
     "artifactregistry.googleapis.com",
     "projects/{project}/locations/{location}/repositories/{repository}"},
    {"bigquery.cnrm.cloud.google.com", "BigQueryDataset",
     "bigquery.googleapis.com", "projects/{project}/datasets/{dataset}"},
    {"bigqueryconnection.cnrm.cloud.google.com", "BigQueryConnectionConnection",
     "bigqueryconnection.googleapis.com",
     "projects/{project}/locations/{location}/connections/{connection}"},
    {"cloudbuild.cnrm.cloud.google.com", "CloudBuildWorkerPool",
     "cloudbuild.googleapis.com",
     "projects/{project}/locations/{location}/workerPools/{workerPool}"},
    {"compute.cnrm.cloud.google.com", "ComputeNetwork",
     "compute.googleapis.com", "projects/{project}/global/networks/{network}"},
    {"compute.cnrm.cloud.google.com", "ComputeSubnetwork",
     "compute.googleapis.com",
     "projects/{project}/regions/{region}/subnetworks/{subnetwork}"},
    {"container.cnrm.cloud.google.com", "ContainerCluster",
     "container.googleapis.com",
     "projects/{project}/locations/{location}/clusters/{cluster}"},
    {"iam.cnrm.cloud.google.com", "IAMServiceAccount", "iam.googleapis.com",
     "projects/{project}/serviceAccounts/{account}"},
    {"kms.cnrm.cloud.google.com", "KMSCryptoKey", "cloudkms.googleapis.com",
     "projects/{project}/locations/{location}/keyRings/{keyRing}/cryptoKeys/"
     "{cryptoKey}"},
    {"kms.cnrm.cloud.google.com", "KMSKeyRing", "cloudkms.googleapis.com",
     "projects/{project}/locations/{location}/keyRings/{keyRing}"},
    {"pubsub.cnrm.cloud.google.com", "PubSubTopic", "pubsub.googleapis.com",
     "projects/{project}/topics/{topic}"},
    {"resourcemanager.cnrm.cloud.google.com", "Folder",
     "cloudresourcemanager.googleapis.com", "folders/{folder}"},
    {"resourcemanager.cnrm.cloud.google.com", "Project",
     "cloudresourcemanager.googleapis.com", "projects/{project}", "project"},
    {"secretmanager.cnrm.cloud.google.com", "SecretManagerSecret",
     "secretmanager.googleapis.com", "projects/{project}/secrets/{secret}"},

    // ── AWS ──────────────────────────────────────────────────────────────────
    {"ec2.services.k8s.aws", "SecurityGroup", "",
     "arn:{partition}:ec2:{region}:{account}:security-group/{securityGroup}"},
    {"ec2.services.k8s.aws", "Subnet", "",
     "arn:{partition}:ec2:{region}:{account}:subnet/{subnet}"},
    {"ec2.services.k8s.aws", "VPC", "",
     "arn:{partition}:ec2:{region}:{account}:vpc/{vpc}"},
    {"iam.services.k8s.aws", "Policy", "",
     "arn:{partition}:iam::{account}:policy/{policy}"},
    {"iam.services.k8s.aws", "Role", "",
     "arn:{partition}:iam::{account}:role/{role}"},
    {"kms.services.k8s.aws", "Key", "",
     "arn:{partition}:kms:{region}:{account}:key/{key}"},
    {"lambda.services.k8s.aws", "Function", "",
     "arn:{partition}:lambda:{region}:{account}:function:{function}"},
    {"s3.services.k8s.aws", "Bucket", "", "arn:{partition}:s3:::{bucket}"},
    {"sns.services.k8s.aws", "Topic", "",
     "arn:{partition}:sns:{region}:{account}:{topic}"},
    {"sqs.services.k8s.aws", "Queue", "",
     "arn:{partition}:sqs:{region}:{account}:{queue}"},
};

}  // namespace

absl::string_view BuiltinFormat::path() const {
  return absl::EndsWith(group, ".services.k8s.aws")
             ? "status.ackResourceMetadata.arn"
             : "status.externalRef";
}

absl::Span<const BuiltinFormat> BuiltinFormats() { return kFormats; }

const BuiltinFormat* FindBuiltinFormat(absl::string_view group,
                                       absl::string_view kind) {
  for (const BuiltinFormat& row : kFormats) {
    if (row.group == group && row.kind == kind) return &row;
  }
  return nullptr;
}

}  // namespace loom
