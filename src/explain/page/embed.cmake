# SPDX-License-Identifier: Apache-2.0
# cmake -DFOLDER=… -DOUT=… -P embed.cmake: writes the files of the page as C++
# constants, which ../page_parts.h declares.
set(kPageHtml page.html)
set(kPageStyle page.css)
set(kGraphScript graph.js)
set(kPageScript page.js)

set(text "#include \"explain/page_parts.h\"\n\nnamespace loom {\n")
foreach(name kPageHtml kPageStyle kGraphScript kPageScript)
  file(READ ${FOLDER}/${${name}} content)
  string(APPEND text "\nconst char ${name}[] = R\"page(${content})page\";\n")
endforeach()
file(WRITE ${OUT} "${text}\n}  // namespace loom\n")
