// SPDX-License-Identifier: Apache-2.0
// The files of the folder page/, which the build makes into constants.
// kPageHtml has places such as {{title}}, which PageView fills.
#pragma once

namespace loom {

extern const char kPageHtml[];
extern const char kPageStyle[];
extern const char kGraphScript[];
extern const char kPageScript[];

}  // namespace loom
