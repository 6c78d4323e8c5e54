// SPDX-License-Identifier: Apache-2.0
// CheckGoAddress checks an IP address as Go's netip.ParseAddr does. An IPv6 address may
// contain an IPv4 address and a zone.
//
//   CheckGoAddress("10.0.0.1")          IpVersion::k4
//   CheckGoAddress("fe80::1%eth0")      IpVersion::k6
//   CheckGoAddress("::ffff:10.0.0.1")   IpVersion::k6
//   CheckGoAddress("10.0.0.256")        ParseAddr("10.0.0.256"): IPv4 field has value >255
//
// The errors are InvalidArgument with Go's messages, which quote the whole string.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

enum class IpVersion { k4, k6 };

absl::StatusOr<IpVersion> CheckGoAddress(absl::string_view text);

}  // namespace loom
