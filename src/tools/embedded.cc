// SPDX-License-Identifier: Apache-2.0
#include "tools/embedded.h"

#include <zlib.h>

namespace loom {

std::string EmbeddedFile::Text() const {
  constexpr int kGzip = 16 + MAX_WBITS;
  z_stream stream = {};
  stream.next_in = const_cast<unsigned char*>(packed);
  stream.avail_in = static_cast<uInt>(packed_size);
  if (inflateInit2(&stream, kGzip) != Z_OK) return "";
  std::string text;
  int status = Z_OK;
  while (status == Z_OK) {
    unsigned char part[16 << 10];
    stream.next_out = part;
    stream.avail_out = sizeof(part);
    status = inflate(&stream, Z_NO_FLUSH);
    text.append(reinterpret_cast<const char*>(part),
                sizeof(part) - stream.avail_out);
  }
  inflateEnd(&stream);
  return text;
}

}  // namespace loom
