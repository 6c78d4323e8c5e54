// SPDX-License-Identifier: Apache-2.0
// RenderInputs is everything that a render starts from, read and checked.
#pragma once

#include <istream>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "pipeline/composition.h"
#include "pipeline/given_resources.h"
#include "pipeline/render_options.h"
#include "pipeline/runtimes.h"
#include "value/value.h"
#include "yaml/reader.h"

namespace loom {

struct RenderInputs {
  YamlDocument composite;
  Composition composition;
  std::vector<Route> routes;  // one a step
  // By resource name, which is an annotation of theirs.
  std::map<std::string, YamlDocument> observed;
  GivenResources given;
  // The data of Secrets, by namespace/name.
  std::map<std::string, fn::CredentialData> credentials;
  google::protobuf::Struct context;
};

// Reads all files that the options name. InvalidArgument: one cannot be read,
// or holds something else; FailedPrecondition: XR and Composition do not fit.
absl::StatusOr<RenderInputs> LoadRenderInputs(const RenderOptions& options,
                                              std::istream& in, Pool* pool);

}  // namespace loom
