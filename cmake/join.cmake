# SPDX-License-Identifier: Apache-2.0
# Sources of one folder are compiled as one source that includes them: headers are parsed
# once for all, which takes half of the time of a build. CMake's own unity build names
# sources by absolute paths, so that ccache could not take what another clone compiled.
# clang-tidy reads each source by itself (preset `tidy`).
option(LOOM_UNITY "Compile the sources of a folder as one." ON)

# loom_join(OUT SOURCE…): leaves in OUT what has to be compiled instead of these sources,
# whose paths are relative to the current folder.
function(loom_join out)
  if(NOT LOOM_UNITY)
    set(${out} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR}
             OUTPUT_VARIABLE here)
  set(folders)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "of_${folder}" key)
    list(APPEND folders ${folder})
    string(APPEND ${key} "#include \"${here}/${source}\"\n")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(joined)
  foreach(folder IN LISTS folders)
    string(MAKE_C_IDENTIFIER "of_${folder}" key)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/joined/${folder}.cc)
    file(CONFIGURE OUTPUT ${file} CONTENT "${${key}}" @ONLY)
    list(APPEND joined ${file})
  endforeach()
  set(${out} ${joined} PARENT_SCOPE)
endfunction()

# What GCC says of a class that holds something of another source's unnamed namespace.
function(loom_joined target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  if(LOOM_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()
