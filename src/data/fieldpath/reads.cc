// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/reads.h"

namespace loom {
namespace {

void AddIdentity(FieldMask* mask) {
  mask->Add({"apiVersion"});
  mask->Add({"kind"});
  mask->Add({"metadata", "name"});
  mask->Add({"metadata", "namespace"});
}

}  // namespace

void Reads::AddAll() {
  for (FieldMask* mask : {&composite, &environment, &required, &resources}) {
    mask->AddAll();
  }
}

void Reads::Finish() {
  for (FieldMask* mask : {&composite, &environment, &required, &resources}) {
    AddIdentity(mask);
  }
  if (resources.Size() * named_.size() > kMostCopied) resources.AddAll();
  for (auto& [name, mask] : named_) {
    mask.Add(resources);
    positions_.Insert(name, uint32_t(masks_.size()));
    masks_.push_back(&mask);
  }
}

const FieldMask& Reads::Observed(absl::string_view name) const {
  const std::optional<uint32_t> position = positions_.Find(name);
  return position.has_value() ? *masks_[*position] : resources;
}

}  // namespace loom
