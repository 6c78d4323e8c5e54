# SPDX-License-Identifier: Apache-2.0
# cmake -DINTO=FILE.cc -DFOLDER=DIR -P embed.cmake: the schemas of DIR as a table in C++
# (src/formats/embedded.h), without the white space between their lines, and compressed:
# a tenth of their size, in a program that seldom prints them.
file(GLOB schemas ${FOLDER}/*.json)
set(rows)
set(arrays)
foreach(schema ${schemas})
  get_filename_component(name ${schema} NAME_WE)
  file(READ ${schema} text)
  string(REGEX REPLACE "\n *" "" text "${text}")
  file(WRITE ${INTO}.${name} "${text}")
  execute_process(COMMAND gzip -9nc ${INTO}.${name}
    OUTPUT_FILE ${INTO}.${name}.gz COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${INTO}.${name}.gz bytes HEX)
  file(REMOVE ${INTO}.${name} ${INTO}.${name}.gz)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "constexpr unsigned char k_${name}[] = {${bytes}};\n")
  string(APPEND rows "    {\"${name}\", k_${name}, sizeof(k_${name})},\n")
endforeach()
file(WRITE ${INTO} "#include \"formats/embedded.h\"

namespace loom {
namespace {
${arrays}
constexpr EmbeddedSchema kSchemas[] = {
${rows}};
}  // namespace

absl::Span<const EmbeddedSchema> EmbeddedSchemas() { return kSchemas; }

}  // namespace loom
")
