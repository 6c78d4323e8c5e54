// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/kubernetes-sigs/kro/pkg/cel/library"
)

// kroLibraries are the functions that kro has besides those of cel-go and Kubernetes.
func kroLibraries() []cel.EnvOption {
	return []cel.EnvOption{library.Random(), library.Maps(), library.JSON(), library.Hash(),
		library.Lists()}
}

// ofKro are the functions of kro. A document is nowhere inside of another expression,
// because its numbers have other types there.
var ofKro = &functions{
	libraries:   kroLibraries,
	kinds:       []string{"string", "string", "bytes", "int", "list", "map", "map", "document", "document"},
	forms:       kroForms,
	differences: kroDifferences,
}

var kroForms = map[string][]string{
	"string": {"json.marshal(%dyn)", "json.marshal(%map)", "json.marshal(%list)", "json.marshal(%string)",
		"json.marshal(%bytes)", "json.marshal(%double)", "json.marshal(object)", "json.marshal({'a': %map, 'b': [%dyn]})",
		"json.marshal(json.unmarshal(%json))", "random.seededString(%int % 40, %string)", "'%x'.format([%bytes])",
		"json.marshal(%optional)", "json.marshal(%bool)"},
	"bytes": {"hash.sha256(%string)", "hash.md5(%string)", "hash.fnv64a(%string)"},
	"int":   {"random.seededInt(%int, %int, %string)"},
	"list": {"lists.setAtIndex(%list, %int % 3, %int)", "lists.insertAtIndex(%list, %int % 3, %int)",
		"lists.removeAtIndex(%list, %int % 3)", "lists.setAtIndex(%list, %int, %string)"},
	"map": {"%map.merge(%map)", "%map.deepMerge(%map)", "{'k': %map}.deepMerge({'k': %map})",
		"{'k': %map}.merge({'k': %map, 'l': 1})", "object.merge(object.m)", "object.deepMerge({'m': %map})"},
	"document": {"json.unmarshal(%json)", "json.unmarshal(%string)", "json.unmarshal(%string + %json)"},
	"json": {"'[1]'", `'{"a": 1, "b": [true, null, "é"]}'`, `'[1.5, 1e3, -0, 9007199254740993, 1e400]'`, `'"\\ud83d\\ude00\\ud83d"'`,
		`' {} '`, `'{"a": 1, "a": {"b": 2}}'`, `'[1,]'`, `'nul'`, `'01'`, `'1 2'`, "'\"a\nb\"'", "json.marshal(%map)",
		"json.marshal(%list)", "json.marshal(%string)", "json.marshal(object)"},
}

// sameNumbers compares values whose numbers may be doubles in one, and ints in the other.
func sameNumbers(theirs, ours string) bool {
	return same(asDoubles(theirs), asDoubles(ours))
}

func asDoubles(text string) string {
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return text
	}
	made, err := json.Marshal(allDoubles(value))
	if err != nil {
		return text
	}
	return string(made)
}

func allDoubles(value any) any {
	switch v := value.(type) {
	case map[string]any:
		if digits, ok := v["int"].(string); ok && len(v) == 1 {
			number := json.Number(digits)
			if real, err := number.Float64(); err == nil {
				return map[string]any{"double": realText(real)}
			}
		}
		if v["double"] == "-0" {
			return map[string]any{"double": "0"}
		}
		made := map[string]any{}
		for key, content := range v {
			made[key] = allDoubles(content)
		}
		return made
	case []any:
		made := []any{}
		for _, element := range v {
			made = append(made, allDoubles(element))
		}
		return made
	}
	return value
}

// kroDifferences are those of the functions of kro that are meant.
var kroDifferences = []difference{
	{"integers of a document are int, as in an object", func(text, theirs, ours string) bool {
		return strings.Contains(text, "json.unmarshal(") && sameNumbers(theirs, ours)
	}},
	{"a key that is no string becomes one, as in any field", func(text, theirs, ours string) bool {
		return theirs == "" && strings.Contains(text, "json.marshal(") && !isRefusal(ours)
	}},
	{"an integer beyond int64 is a double in an object", func(text, theirs, ours string) bool {
		return theirs != "" && !isRefusal(ours) && strings.Contains(text, "json.marshal(") &&
			(strings.Contains(text, "18446744073709551615u") || strings.Contains(text, "math.bitNot("))
	}},
}
