// SPDX-License-Identifier: Apache-2.0
// CelNetwork is an IP address or a network as a CEL value. The rules are Kubernetes':
// an IPv4 address inside IPv6 and a zone (fe80::1%eth0) are refused.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace loom {

struct CelNetwork {
  std::array<uint8_t, 16> bytes{};
  int size = 4;     // of the address, 4 or 16
  int prefix = -1;  // bits of the network; -1 for an address alone

  friend bool operator==(const CelNetwork& a, const CelNetwork& b) {
    return a.bytes == b.bytes && a.size == b.size && a.prefix == b.prefix;
  }
};

std::optional<CelNetwork> ParseIp(absl::string_view text);
std::optional<CelNetwork> ParseCidr(absl::string_view text);
std::string NetworkText(const CelNetwork& network);

// Returns the network with all bits after its prefix cleared.
CelNetwork Masked(const CelNetwork& network);
// Returns the subnet with a prefix that is `bits` longer, and that number; nullopt if
// there are not so many. The network must have that many bits left.
std::optional<CelNetwork> SubnetOf(const CelNetwork& network, int bits,
                                   int64_t number);
// Returns whether the network contains the address, or all of the other network.
bool ContainsNetwork(const CelNetwork& network, const CelNetwork& inner);

}  // namespace loom
