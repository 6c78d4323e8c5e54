# SPDX-License-Identifier: Apache-2.0
# cmake -DOUT=FILE.cc "-DFILES=FILE;…" -P embed.cmake: the files as a source that gives
# src/tools/embedded.h its tables, compressed: a tenth of their size, in a program that
# seldom shows them. A .json is a schema: without the white space between its lines, and
# without the ending in its name.
set(schemas)
set(others)
set(arrays)
set(count 0)
foreach(path IN LISTS FILES)
  get_filename_component(name ${path} NAME)
  file(READ ${path} text)
  set(table others)
  if(name MATCHES "\\.json$")
    set(table schemas)
    string(REGEX REPLACE "\\.json$" "" name ${name})
    string(REGEX REPLACE "\n *" "" text "${text}")
  endif()
  file(WRITE ${OUT}.text "${text}")
  execute_process(COMMAND gzip -9nc ${OUT}.text
    OUTPUT_FILE ${OUT}.gz COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${OUT}.gz bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "constexpr unsigned char kFile${count}[] = {${bytes}};\n")
  string(APPEND ${table} "    {\"${name}\", kFile${count}, sizeof(kFile${count})},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(REMOVE ${OUT}.text ${OUT}.gz)
file(WRITE ${OUT} "#include \"tools/embedded.h\"

namespace loom {
namespace {
${arrays}
constexpr EmbeddedFile kSchemas[] = {
${schemas}};
constexpr EmbeddedFile kOthers[] = {
${others}};
}  // namespace

absl::Span<const EmbeddedFile> EmbeddedSchemas() { return kSchemas; }

std::string EmbeddedText(absl::string_view name) {
  for (const EmbeddedFile& file : kOthers) {
    if (file.name == name) return file.Text();
  }
  return \"\";
}

}  // namespace loom
")
