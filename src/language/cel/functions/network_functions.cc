// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "absl/strings/str_cat.h"
#include "data/go/format.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/network.h"

namespace loom {
namespace {

using ParseNetwork = std::optional<CelNetwork> (*)(absl::string_view);

// The maximum length of an address.
constexpr size_t kLongest = 64;

template <ParseNetwork parse>
CelValue MadeAddress(CelArguments of, CelContext* context, CelKind kind,
                     absl::string_view what) {
  absl::string_view text = of[0].AsText();
  std::optional<CelNetwork> network =
      text.size() > kLongest ? std::nullopt : parse(text);
  if (!network.has_value()) {
    return context->Failed(
        absl::StrCat(Quoted(text), " is not a valid ", what));
  }
  return CelValue::Network(kind, context->New<CelNetwork>(*network));
}

CelValue Ip(CelArguments of, CelContext* context) {
  return MadeAddress<ParseIp>(of, context, CelKind::kIp, "IP address");
}
CelValue Cidr(CelArguments of, CelContext* context) {
  return MadeAddress<ParseCidr>(of, context, CelKind::kCidr, "network");
}

template <ParseNetwork parse>
CelValue Is(CelArguments of, CelContext*) {
  absl::string_view text = of[0].AsText();
  return CelValue::Bool(text.size() <= kLongest && parse(text).has_value());
}

CelValue IsCanonical(CelArguments of, CelContext* context) {
  CelValue ip = Ip(of, context);
  if (ip.IsError()) return ip;
  return CelValue::Bool(NetworkText(ip.AsNetwork()) == of[0].AsText());
}

CelValue Family(CelArguments of, CelContext*) {
  return CelValue::Int(of[0].AsNetwork().size == 4 ? 4 : 6);
}

// Returns whether an address is of a kind. `v4` and `v6` are the networks that contain
// all addresses of the kind.
bool IsIn(const CelNetwork& ip, absl::string_view v4, absl::string_view v6) {
  absl::string_view text = ip.size == 4 ? v4 : v6;
  std::optional<CelNetwork> network = ParseCidr(text);
  return network.has_value() && ContainsNetwork(*network, ip);
}

bool Unspecified(const CelNetwork& ip) {
  return IsIn(ip, "0.0.0.0/32", "::/128");
}
bool Loopback(const CelNetwork& ip) {
  return IsIn(ip, "127.0.0.0/8", "::1/128");
}
bool Multicast(const CelNetwork& ip) {
  return IsIn(ip, "224.0.0.0/4", "ff00::/8");
}
bool LinkLocalUnicast(const CelNetwork& ip) {
  return IsIn(ip, "169.254.0.0/16", "fe80::/10");
}
bool LinkLocalMulticast(const CelNetwork& ip) {
  if (ip.size == 4) return IsIn(ip, "224.0.0.0/24", "");
  return ip.bytes[0] == 0xff && (ip.bytes[1] & 0x0f) == 0x02;
}
bool GlobalUnicast(const CelNetwork& ip) {
  return !Unspecified(ip) && !Loopback(ip) && !Multicast(ip) &&
         !LinkLocalUnicast(ip) && !IsIn(ip, "255.255.255.255/32", "");
}

template <bool (*test)(const CelNetwork&)>
CelValue TestAddress(CelArguments of, CelContext*) {
  return CelValue::Bool(test(of[0].AsNetwork()));
}

CelValue TextOfAddress(CelArguments of, CelContext* context) {
  // The cost of writing an address.
  context->Note(40);
  return context->Text(NetworkText(of[0].AsNetwork()));
}

CelValue ContainsAddress(CelArguments of, CelContext*) {
  return CelValue::Bool(ContainsNetwork(of[0].AsNetwork(), of[1].AsNetwork()));
}

CelValue ContainsIpText(CelArguments of, CelContext* context) {
  CelValue ip = Ip(of.subspan(1), context);
  if (ip.IsError()) return ip;
  return CelValue::Bool(ContainsNetwork(of[0].AsNetwork(), ip.AsNetwork()));
}

CelValue ContainsCidrText(CelArguments of, CelContext* context) {
  CelValue cidr = Cidr(of.subspan(1), context);
  if (cidr.IsError()) return cidr;
  return CelValue::Bool(ContainsNetwork(of[0].AsNetwork(), cidr.AsNetwork()));
}

CelValue IpOf(CelArguments of, CelContext* context) {
  auto* ip = context->New<CelNetwork>(of[0].AsNetwork());
  ip->prefix = -1;
  return CelValue::Network(CelKind::kIp, ip);
}

CelValue MaskedOf(CelArguments of, CelContext* context) {
  return CelValue::Network(CelKind::kCidr,
                           context->New<CelNetwork>(Masked(of[0].AsNetwork())));
}

CelValue PrefixLength(CelArguments of, CelContext*) {
  return CelValue::Int(of[0].AsNetwork().prefix);
}

CelValue Subnet(CelArguments of, CelContext* context) {
  const CelNetwork& network = of[0].AsNetwork();
  int64_t bits = of[1].AsInt();
  int64_t number = of[2].AsInt();
  if (bits < 0 || bits > 8 * network.size - network.prefix) {
    return context->Failed(absl::StrCat(
        "subnet expects from 0 to ", 8 * network.size - network.prefix,
        " more bits for ", NetworkText(network), ", got ", bits));
  }
  std::optional<CelNetwork> subnet = SubnetOf(network, int(bits), number);
  if (!subnet.has_value()) {
    return context->Failed(absl::StrCat(number, " is not a subnet of ",
                                        NetworkText(network), " with ", bits,
                                        " more bits; they count from 0"));
  }
  return CelValue::Network(CelKind::kCidr, context->New<CelNetwork>(*subnet));
}

constexpr FunctionRow kNetworkFunctions[] = {
    {"ip(string): IP", Ip},
    {"isIP(string): bool", Is<ParseIp>},
    {"ip.isCanonical(string): bool", IsCanonical},
    {"IP.family(): int", Family},
    {"IP.isUnspecified(): bool", TestAddress<Unspecified>},
    {"IP.isLoopback(): bool", TestAddress<Loopback>},
    {"IP.isLinkLocalMulticast(): bool", TestAddress<LinkLocalMulticast>},
    {"IP.isLinkLocalUnicast(): bool", TestAddress<LinkLocalUnicast>},
    {"IP.isGlobalUnicast(): bool", TestAddress<GlobalUnicast>},
    {"string(IP): string", TextOfAddress},
    {"cidr(string): CIDR", Cidr},
    {"isCIDR(string): bool", Is<ParseCidr>},
    {"CIDR.containsIP(IP): bool", ContainsAddress},
    {"CIDR.containsIP(string): bool", ContainsIpText},
    {"CIDR.containsCIDR(CIDR): bool", ContainsAddress},
    {"CIDR.containsCIDR(string): bool", ContainsCidrText},
    {"CIDR.ip(): IP", IpOf},
    {"CIDR.masked(): CIDR", MaskedOf},
    {"CIDR.prefixLength(): int", PrefixLength},
    {"CIDR.subnet(int, int): CIDR", Subnet},
    {"string(CIDR): string", TextOfAddress},
};

}  // namespace

absl::Span<const FunctionRow> NetworkRows() { return kNetworkFunctions; }

}  // namespace loom
