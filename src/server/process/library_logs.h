// SPDX-License-Identifier: Apache-2.0
// gRPC and libprotobuf write lines of text to stderr. These functions make them
// lines of our log (log.h), so that stderr holds nothing but JSON. A process
// that has not started its log, such as `render`, drops them.
//
//   TakeLogOfGrpc();      // before anything of gRPC is used
//   TakeLogOfProtobuf();
//
// A request with a text that is not UTF-8 then causes
//
//   {"level":"warn","ts":1718000000.123456,"msg":"String field 'apiextensions.
//    fn.proto.v1.RequestMeta.tag' contains invalid UTF-8 data when parsing a
//    protocol buffer. …","source":"protobuf wire_format_lite.cc:619"}
//
// Both libraries write about whatever peers send, so the lines of gRPC are
// debug lines, because every port scan causes some, and of those of libprotobuf
// one a minute is a warning. They name fields and quote no values.
//
// (Abseil writes to stderr itself, too, but only before it ends the process, and
// it has no documented way to change that.)
#pragma once

namespace loom {

// Not safe to call while other threads use the library.
void TakeLogOfGrpc();
void TakeLogOfProtobuf();

}  // namespace loom
