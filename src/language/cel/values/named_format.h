// SPDX-License-Identifier: Apache-2.0
// CelFormat is a named format of Kubernetes as a CEL value, such as that of a label or
// of a UUID. Its function returns why a string does not have the format; an empty list if
// it does.
//
//   Dns1123LabelErrors("web-1")    {}
//   Dns1123LabelErrors("web.1")    {"must not contain dots"}
//
// The rules and the messages are those of k8s.io/apimachinery 0.36, and for UUIDs,
// base64, dates and times those of k8s.io/kube-openapi, which are their own:
//
//   base64   not the empty string, and no line breaks
//   UUIDs    of any version, with or without each hyphen
//   times    hours to 23, minutes and seconds to 59; any character before the fraction,
//            any offset, and anything after a second T
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

struct CelFormat {
  using Errors = std::vector<std::string> (*)(absl::string_view text);
  Errors errors;
};

std::vector<std::string> Dns1123LabelErrors(absl::string_view text);
std::vector<std::string> Dns1123SubdomainErrors(absl::string_view text);
std::vector<std::string> Dns1035LabelErrors(absl::string_view text);
std::vector<std::string> QualifiedNameErrors(absl::string_view text);
std::vector<std::string> LabelValueErrors(absl::string_view text);
std::vector<std::string> UriErrors(absl::string_view text);
std::vector<std::string> UuidErrors(absl::string_view text);
std::vector<std::string> Base64Errors(absl::string_view text);
std::vector<std::string> DateErrors(absl::string_view text);
std::vector<std::string> DateTimeErrors(absl::string_view text);

// Checks a string that something is appended to, so that it may end in a hyphen. As in
// Kubernetes, the hyphen and the character before it become an `a`.
template <CelFormat::Errors errors>
std::vector<std::string> PrefixErrors(absl::string_view text) {
  if (text.size() < 2 || text.back() != '-') return errors(text);
  return errors(std::string(text.substr(0, text.size() - 2)) + "a");
}

}  // namespace loom
