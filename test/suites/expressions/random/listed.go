// SPDX-License-Identifier: Apache-2.0

package main

import (
	"regexp"
	"slices"
	"strings"
)

var durationOfText = regexp.MustCompile(`duration\('[^']*'\)`)

// A difference that is meant, with its reason.
type difference struct {
	reason string
	is     func(text, theirs, ours string) bool
}

var differences = []difference{
	{"lists have no max() in cel-go", func(text, theirs, _ string) bool {
		return theirs == "" && strings.Contains(text, ".max()")
	}},
	{"lists have no indexOf() and lastIndexOf() in cel-go", func(text, theirs, _ string) bool {
		return theirs == "" && (strings.Contains(text, "object.l.indexOf(") || strings.Contains(text, "object.l.lastIndexOf("))
	}},
	{"cel-go converts an int to a duration before 0.29, as function-auto-ready does", func(text, theirs, _ string) bool {
		return theirs == "" && strings.Contains(durationOfText.ReplaceAllString(text, ""), "duration(")
	}},
	{"a double is no key of a map in CEL's specification", func(_, _, ours string) bool {
		return strings.Contains(ours, "a map cannot have keys of type")
	}},
	{"cel-go finds no overload of a conversion for what stands at an index", func(text, theirs, _ string) bool {
		return theirs == "" && (strings.Contains(text, "object['") || strings.Contains(text, "object.l["))
	}},
	{"cel-go refuses arguments of math.least and math.greatest by their form", func(text, theirs, _ string) bool {
		return theirs == "" && (strings.Contains(text, "math.least(") || strings.Contains(text, "math.greatest("))
	}},
	{"cel-go infers more about the elements of empty and nested lists", func(text, theirs, _ string) bool {
		return theirs == "" && (strings.Contains(text, "[]") || strings.Contains(text, "{}") || strings.Contains(text, "[["))
	}},
	{"cel-go refuses literals of a format by their form", func(text, theirs, _ string) bool {
		return theirs == "" && strings.Contains(text, ".format([")
	}},
	{"cel-go does not check the condition of a map with three arguments", func(text, theirs, ours string) bool {
		return theirs != "" && strings.Contains(text, ".map(") && strings.Contains(ours, `{"refused"`)
	}},
	{"cel-go has another type for optional elements of lists", func(text, theirs, ours string) bool {
		return theirs != "" && strings.Contains(text, "[?") && strings.Contains(ours, `{"refused"`)
	}},
	{"cel-go's has() of a field of an optional is an optional where nothing checks it", func(text, _, _ string) bool {
		return strings.Contains(text, "has(object.?")
	}},
	{"cel-go takes keys of any type that is known only when it is evaluated", func(text, theirs, _ string) bool {
		return theirs != "" && (strings.Contains(text, "{null:") || strings.Contains(text, "{object") || strings.Contains(text, "{dyn("))
	}},
	{"cel-go compares NaN with everything", func(text, theirs, ours string) bool {
		return strings.Contains(text, "0.0 /") && strings.Contains(ours, "no such overload")
	}},
	{"cel-go takes null for any type until it is evaluated", func(_, theirs, ours string) bool {
		return theirs != "" && strings.Contains(ours, `{"refused"`) && strings.Contains(ours, "null_type")
	}},
	{"cel-go knows no type of a name that cel.bind gives to what is not known", func(text, theirs, _ string) bool {
		return theirs == "" && strings.Contains(text, "cel.bind(")
	}},
}

// The refusals of cel-go that are meant, by what its message begins with: an entry with ?
// whose value turns out to be no optional is that value.
var refusals = []string{
	"cannot initialize optional entry",
	"cannot initialize optional list element",
}

func isListed(first *functions, text, theirs, reason, ours string) bool {
	if slices.ContainsFunc(refusals, func(each string) bool { return strings.HasPrefix(reason, each) }) {
		return true
	}
	all := differences
	if first != nil {
		all = append(slices.Clone(first.differences), differences...)
	}
	for _, one := range all {
		if one.is(text, theirs, ours) {
			return true
		}
	}
	return false
}
