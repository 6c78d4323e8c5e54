// SPDX-License-Identifier: Apache-2.0
// CelUrl is a URL as a CEL value (data/go/url.h). Its parts are UTF-8: a byte of the host
// that belongs to no character is U+FFFD.
#pragma once

#include "absl/strings/string_view.h"

namespace loom {

struct CelUrl {
  absl::string_view scheme;
  absl::string_view host;  // with the port
  absl::string_view path;  // escaped
  absl::string_view query;
  absl::string_view text;  // the whole URL; equal URLs have the same text
};

}  // namespace loom
