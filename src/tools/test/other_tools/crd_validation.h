// SPDX-License-Identifier: Apache-2.0
// CrdValidation validates rendered documents by CRDs and XRDs in files, as
// `crossplane beta validate --error-on-missing-schemas` does.
//
//   CrdValidation validation;
//   LOOM_RETURN_IF_ERROR(validation.Add("crds/"));
//   validation.Check(document.root, &pool);
//   validation.violations();   // App/web: spec.size: Invalid value: expected an integer …
//
// A document gets the defaults of its schema first. Kubernetes' own kinds are known. A
// file may also be a package (kind: Configuration or Provider of pkg.crossplane.io) that
// Crossplane's CLI downloads for its CRDs; nothing is downloaded here.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "data/value/value.h"
#include "tools/schemas/kind_schemas.h"

namespace loom {

class CrdValidation {
 public:
  // Adds the files of a path, which is a file or a folder. InvalidArgument: it cannot be
  // read.
  absl::Status Add(const std::string& path);

  void Check(const Value& document, Pool* pool);

  const std::vector<std::string>& violations() const { return violations_; }
  // The kinds that no file defines: `App (apiVersion example.org/v1)`.
  const std::vector<std::string>& unknown() const { return unknown_; }
  // The packages that are not downloaded.
  const std::vector<std::string>& packages() const { return packages_; }

 private:
  absl::Status AddPackages(const std::string& path, const std::string& text);

  KindSchemas schemas_;
  std::vector<std::string> violations_;
  std::vector<std::string> unknown_;
  std::vector<std::string> packages_;
};

}  // namespace loom
