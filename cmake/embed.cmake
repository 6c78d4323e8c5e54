# SPDX-License-Identifier: Apache-2.0
# cmake -DINTO=FILE.cc -DFOLDER=DIR -P embed.cmake: the schemas of DIR as a table
# in C++ (src/formats/embedded.h), without the white space between their lines. The
# linker keeps $defs that several of them have once.
file(GLOB schemas ${FOLDER}/*.json)
set(rows)
foreach(schema ${schemas})
  get_filename_component(name ${schema} NAME_WE)
  file(READ ${schema} text)
  string(REGEX REPLACE "\n *" "" text "${text}")
  string(FIND "${text}" "\"$defs\":" at)
  string(SUBSTRING "${text}" 0 ${at} head)
  string(SUBSTRING "${text}" ${at} -1 tail)
  string(APPEND rows "    {\"${name}\", R\"json(${head})json\",\n"
         "     R\"json(${tail})json\"},\n")
endforeach()
file(WRITE ${INTO} "#include \"formats/embedded.h\"

namespace loom {
namespace {
constexpr EmbeddedSchema kSchemas[] = {
${rows}};
}  // namespace

absl::Span<const EmbeddedSchema> EmbeddedSchemas() { return kSchemas; }

}  // namespace loom
")
