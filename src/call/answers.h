// SPDX-License-Identifier: Apache-2.0
// The resources that Crossplane sent because a requirement asked for them,
// decoded at first use.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "call/object_decoder.h"
#include "resource/required.h"
#include "sdk/request.h"

namespace loom {

class Answers : public RequiredResources {
 public:
  Answers(const Request& request, ObjectDecoder* decoder)
      : request_(request), decoder_(decoder) {}

  absl::StatusOr<std::optional<std::vector<Value*>>> Answer(
      absl::string_view key) override;
  bool AnyAnswer() const override {
    return !request_.required_resources.empty() ||
           !request_.extra_resources.empty();
  }

 private:
  const Request& request_;
  ObjectDecoder* decoder_;
  std::map<std::string, std::vector<Value>, std::less<>> decoded_;
};

}  // namespace loom
