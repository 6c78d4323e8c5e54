// SPDX-License-Identifier: Apache-2.0
// Reads lists the fields that a plan reads of the objects of any request. Only these
// fields are decoded (crossplane/call/object_decoder.h). Objects that a section changes
// or passes on are decoded completely.
//
//   Reads reads;
//   reads.composite.Add({"spec", "region"});
//   reads.Resource("db")->Add({"status", "address"});
//   reads.Finish();
//
// A field that is not in the mask looks absent. apiVersion, kind, metadata.name and
// metadata.namespace are in every mask. The size of the masks is the product of the
// number of names and of fields read of each resource. If it exceeds kMostCopied, all
// fields of each resource are read.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/field_mask.h"
#include "data/value/name_table.h"

namespace loom {

class Reads {
 public:
  static constexpr size_t kMostCopied = 50'000;

  Reads() = default;
  // Not copyable, because the table refers to the names.
  Reads(const Reads&) = delete;
  Reads& operator=(const Reads&) = delete;

  // The fields of the observed composite, of the environment before this step, of each
  // required object, and of each observed resource.
  FieldMask composite;
  FieldMask environment;
  FieldMask required;
  FieldMask resources;

  // Returns the additional fields of the observed resource of that name.
  FieldMask* Resource(absl::string_view name) {
    return &named_[std::string(name)];
  }
  void AddAll() {
    for (FieldMask* mask : Each()) mask->AddAll();
  }

  // Adds the fields that identify an object to all masks, and those of `resources` to
  // the mask of each named resource. Must be called last.
  void Finish() {
    for (FieldMask* mask : Each()) {
      mask->Add({"apiVersion"});
      mask->Add({"kind"});
      mask->Add({"metadata", "name"});
      mask->Add({"metadata", "namespace"});
    }
    if (resources.Size() * named_.size() > kMostCopied) resources.AddAll();
    for (auto& [name, mask] : named_) {
      mask.Add(resources);
      positions_.Insert(name, uint32_t(masks_.size()));
      masks_.push_back(&mask);
    }
  }

  // Returns all fields that are read of the observed resource of that name.
  const FieldMask& Observed(absl::string_view name) const {
    const std::optional<uint32_t> position = positions_.Find(name);
    return position.has_value() ? *masks_[*position] : resources;
  }

 private:
  std::array<FieldMask*, 4> Each() {
    return {&composite, &environment, &required, &resources};
  }

  std::map<std::string, FieldMask> named_;
  std::vector<const FieldMask*> masks_;
  NameTable positions_;  // of the masks, by name
};

}  // namespace loom
