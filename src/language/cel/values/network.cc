// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/network.h"

#include <arpa/inet.h>

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace loom {

std::optional<CelNetwork> ParseIp(absl::string_view text) {
  CelNetwork network;
  std::string terminated(text);
  if (terminated.find('\0') != std::string::npos) return std::nullopt;
  if (inet_pton(AF_INET, terminated.c_str(), network.bytes.data()) == 1) {
    return network;
  }
  network.size = 16;
  if (inet_pton(AF_INET6, terminated.c_str(), network.bytes.data()) != 1) {
    return std::nullopt;
  }
  constexpr std::array<uint8_t, 12> kMapped = {0, 0, 0, 0, 0,    0,
                                               0, 0, 0, 0, 0xff, 0xff};
  bool mapped =
      std::equal(kMapped.begin(), kMapped.end(), network.bytes.begin());
  return mapped ? std::nullopt : std::optional(network);
}

std::optional<CelNetwork> ParseCidr(absl::string_view text) {
  size_t slash = text.find('/');
  if (slash == absl::string_view::npos) return std::nullopt;
  std::optional<CelNetwork> network = ParseIp(text.substr(0, slash));
  absl::string_view bits = text.substr(slash + 1);
  bool plain =
      !bits.empty() && bits.size() <= 3 &&
      bits.find_first_not_of("0123456789") == absl::string_view::npos &&
      (bits == "0" || bits[0] != '0');
  if (!network || !plain || !absl::SimpleAtoi(bits, &network->prefix) ||
      network->prefix > 8 * network->size) {
    return std::nullopt;
  }
  return network;
}

std::string NetworkText(const CelNetwork& network) {
  char text[INET6_ADDRSTRLEN];
  inet_ntop(network.size == 4 ? AF_INET : AF_INET6, network.bytes.data(), text,
            sizeof(text));
  if (network.prefix < 0) return text;
  return absl::StrCat(text, "/", network.prefix);
}

CelNetwork Masked(const CelNetwork& network) {
  CelNetwork masked = network;
  for (int i = 0; i < network.size; ++i) {
    int bits = std::clamp(network.prefix - 8 * i, 0, 8);
    masked.bytes[size_t(i)] &= uint8_t(0xff00 >> bits);
  }
  return masked;
}

std::optional<CelNetwork> SubnetOf(const CelNetwork& network, int bits,
                                   int64_t number) {
  if (number < 0 || (bits < 63 && number >= int64_t{1} << bits)) {
    return std::nullopt;
  }
  CelNetwork subnet = Masked(network);
  subnet.prefix += bits;
  // The lowest bit of the number is the last one of the prefix.
  for (int at = subnet.prefix - 1; number > 0; --at, number >>= 1) {
    auto bit = uint8_t((number & 1) << (7 - at % 8));
    subnet.bytes[size_t(at / 8)] |= bit;
  }
  return subnet;
}

bool ContainsNetwork(const CelNetwork& network, const CelNetwork& inner) {
  bool narrower = inner.prefix < 0 || inner.prefix >= network.prefix;
  CelNetwork cut = inner;
  cut.prefix = network.prefix;
  return network.size == inner.size && narrower &&
         Masked(cut).bytes == Masked(network).bytes;
}

}  // namespace loom
