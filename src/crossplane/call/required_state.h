// SPDX-License-Identifier: Apache-2.0
// RequiredState holds the required resources of a call: the objects that Crossplane
// sent in answer to requirements. They are decoded when they are first read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "crossplane/call/object_decoder.h"
#include "crossplane/contract/request.h"
#include "crossplane/contract/requirement.h"

namespace loom {

class RequiredState : public RequiredResources {
 public:
  RequiredState(const Request& request, ObjectDecoder* decoder)
      : request_(request), decoder_(decoder) {}

  absl::StatusOr<std::optional<std::vector<const Value*>>> Answer(
      absl::string_view key) override;

  // The objects that a named entry of the input reads, for expressions: a list of
  // objects, or one object.
  struct Named {
    std::vector<const Value*> objects;
    bool is_list = false;
  };
  using NamedMap = std::map<absl::string_view, Named>;
  // The characters of `name` must outlive the call.
  void SetNamed(absl::string_view name, Named named) {
    ++version_;
    named_.insert_or_assign(name, std::move(named));
  }
  const NamedMap& named() const { return named_; }
  // Counts the changes of `named`.
  uint64_t version() const { return version_; }
  // Records why a named entry has no object, in words that follow its name and that a
  // redacted call may show: "is refused: …", "is missing: …".
  void SetMissing(absl::string_view name, std::string why) {
    missing_.insert_or_assign(name, std::move(why));
  }
  const std::map<absl::string_view, std::string>& missing() const {
    return missing_;
  }

 private:
  const Request& request_;
  ObjectDecoder* decoder_;
  std::map<std::string, std::vector<Value>, std::less<>> decoded_;
  NamedMap named_;
  uint64_t version_ = 0;
  std::map<absl::string_view, std::string> missing_;
};

}  // namespace loom
