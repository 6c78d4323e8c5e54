// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math/rand"
	"strings"
)

// maker makes an expression and the object that it reads. Most expressions are of
// fitting types; some are not, because refusing is compared, too.
type maker struct {
	random *rand.Rand
	native bool
	kro    bool     // each expression begins with a function of kro
	locals []string // the variables of macros around
}

func (m *maker) pick(texts ...string) string {
	return texts[m.random.Intn(len(texts))]
}

func (m *maker) object() any {
	return map[string]any{
		"i": float64(m.random.Intn(5)),
		"d": []float64{0, 1.5, -2, 1e18, 3}[m.random.Intn(5)],
		"s": m.pick("", "a", "aé", "10", "1h"),
		"b": m.random.Intn(2) == 0,
		"l": []any{1.0, 2.0, "a"}[:m.random.Intn(4)],
		"m": map[string]any{"k": []any{nil, 1.0, "v", map[string]any{"x": true}}[m.random.Intn(4)]},
		"z": nil,
	}
}

func (m *maker) expression() string {
	if m.kro {
		return m.fill(m.pick(kroForms[m.pick(kroKinds...)]...), 2)
	}
	return m.make(m.pick("int", "uint", "double", "string", "bool", "bool", "bytes", "list", "map",
		"timestamp", "duration", "dyn", "type"), 4)
}

// forms are the ways to make a value of a type: %int stands for one of that type. Those
// behind the word "native" are in the native dialect only.
var forms = map[string][2][]string{
	"int": {{"0", "1", "-7", "9223372036854775807", "0x1f", "n", "%int + %int", "%int - %int", "%int * %int",
		"%int / %int", "%int % %int", "-(%int)", "int(%double)", "int(%uint)", "int(%string)", "size(%list)",
		"size(%string)", "%string.size()", "size(%map)", "size(%bytes)", "%bool ? %int : %int", "%timestamp.getHours()",
		"%timestamp.getDayOfWeek()", "%timestamp.getDayOfYear('+05:30')", "%duration.getSeconds()", "int(%timestamp)",
		"int(%duration)", "%list[%int]", "%duration.getMilliseconds()", "%timestamp.getDate()", "int(%dyn)"},
		{"%string.indexOf(%string)", "%string.lastIndexOf(%string)", "math.abs(%int)", "math.greatest(%int, %int)",
			"%optional.orValue(%int)", "%string.indexOf(%string, %int)", "%string.lastIndexOf(%string, %int)",
			"math.bitAnd(%int, %int)", "math.bitShiftLeft(%int, %int)", "math.bitShiftRight(%int, %int)",
			"math.sign(%int)", "%optional.value()", "cel.bind(q, %int, q + %int)", "math.least(%list)"}},
	"uint": {{"0u", "5u", "18446744073709551615u", "%uint + %uint", "%uint - %uint", "%uint * %uint", "%uint / %uint",
		"%uint % %uint", "uint(%int)", "uint(%double)", "uint(%string)"}, {"math.abs(%uint)", "math.bitNot(%uint)"}},
	"double": {{"0.0", "1.5", "-2.25", "1e300", ".5", "%double + %double", "%double - %double", "%double * %double",
		"%double / %double", "-(%double)", "double(%int)", "double(%uint)", "double(%string)"},
		{"math.ceil(%double)", "math.round(%double)", "math.trunc(%double)", "math.sqrt(%double)", "math.sign(%double)"}},
	"string": {{"''", "'a'", "\"é\\n\"", "r'\\d'", "'10'", "'1h30m'", "'2024-02-29T12:00:00Z'", "t", "%string + %string",
		"string(%int)", "string(%uint)", "string(%double)", "string(%bool)", "string(%bytes)", "string(%duration)",
		"string(%timestamp)", "%bool ? %string : %string"},
		{"%string.charAt(%int)", "%string.lowerAscii()", "%string.upperAscii()", "%string.trim()", "%string.reverse()",
			"%string.replace(%string, %string)", "%string.substring(%int)", "%string.substring(%int, %int)",
			"%string.split(%string).join('-')", "'%s|%d'.format([%dyn, %int])", "'%.2f %e'.format([%double, %double])",
			"'%x %o %b'.format([%int, %uint, %int])", "strings.quote(%string)", "base64.encode(%bytes)",
			"%string.replace(%string, %string, %int)", "'%s'.format([%list])", "'%s'.format([%map])"}},
	"bytes": {{"b''", "b'a\\xff'", "b'é'", "bytes(%string)", "%bytes + %bytes"}, {"base64.decode(%string)"}},
	"bool": {{"true", "false", "%bool && %bool", "%bool || %bool", "!%bool", "%int < %int", "%int <= %int",
		"%double > %double", "%string >= %string", "%uint == %uint", "%int != %int", "%string == %string", "%list == %list",
		"%map == %map", "%dyn == %dyn", "%dyn < %dyn", "%dyn != %int", "%int in %list", "%string in %map", "%dyn in %list",
		"%string.contains(%string)", "%string.startsWith(%string)", "%string.endsWith(%string)", "%string.matches('a.*')",
		"%list.all(%var, %bool)", "%list.exists(%var, %bool)", "%list.exists_one(%var, %bool)", "bool(%string)",
		"has(object.%field)", "has(object.m.%field)", "%timestamp < %timestamp", "%duration >= %duration",
		"%bytes == %bytes", "%bool ? %bool : %bool", "type(%dyn) == %type", "%dyn", "object.b", "%dyn && %bool",
		"%dyn || %bool", "%map.all(%var, %bool)", "%int == %uint", "%dyn > %double", "%bytes < %bytes", "%bool < %bool"},
		{"%optional.hasValue()", "sets.contains(%list, %list)", "sets.intersects(%list, %list)", "%int < %double",
			"%uint >= %int", "math.isNaN(%double)", "%list.all(%var, %var2, %bool)", "has(object.?m.%field)",
			"sets.equivalent(%list, %list)", "%list.existsOne(%var, %var2, %bool)", "%optional == %optional"}},
	"list": {{"[]", "[%int]", "[%int, %int]", "%list + %list", "%list.map(%var, %int)", "%list.filter(%var, %bool)",
		"%list.map(%var, %bool, %int)", "[%dyn, %string]", "object.l", "%bool ? %list : %list", "[%list]"},
		{"%list.slice(%int, %int)", "%list.flatten()", "%list.distinct()", "%list.sort()", "%list.reverse()",
			"lists.range(%int % 5)", "%list.transformList(%var, %var2, %int)", "[?%optional, %int]", "%list.sortBy(%var, %int)",
			"%list.transformList(%var, %var2, %bool, %int)", "%string.split(%string)", "%string.split('a', %int)"}},
	"map": {{"{}", "{'k': %int}", "{%string: %int}", "{'a': %dyn, 'b': %string}", "{%int: %bool}", "object.m",
		"{%dyn: 1}"}, {"{?'k': %optional}", "%list.transformMap(%var, %var2, %int)", "{'k': %int}.transformMap(%var, %var2, %bool)",
		"{'k': %int}.transformMapEntry(%var, %var2, {%string: %int})"}},
	"timestamp": {{"timestamp('2024-02-29T23:59:59.5Z')", "timestamp(%int)", "timestamp(%string)", "%timestamp + %duration",
		"%timestamp - %duration"}, {}},
	"duration": {{"duration('1h')", "duration('-1.5s')", "duration(%string)", "%timestamp - %timestamp", "%duration + %duration",
		"%duration - %duration"}, {}},
	"optional": {{"optional.of(%int)"}, {"optional.none()", "object.?%field", "object.l[?%int]", "%list.first()", "%list.last()",
		"optional.ofNonZeroValue(%int)", "%optional.or(%optional)", "optional.of(%int).optMap(%var, %int)", "{'k': %int}[?%string]",
		"object.?m.?k", "%optional.optFlatMap(%var, %optional)"}},
	"type": {{"int", "double", "string", "type(%int)", "type(%dyn)", "list", "map", "null_type", "google.protobuf.Timestamp"}, {}},
	"dyn": {{"dyn(%int)", "dyn(%double)", "dyn(%uint)", "object.%field", "object.i", "object.d", "object.s", "object.z", "object.m.k",
		"object.l[%int]", "object['%field']", "null", "%int", "%string", "dyn(%list)", "object.m.%field", "object.l[%dyn]",
		"dyn(%map)[%dyn]", "dyn(%bool)"}, {"object.`i`", "%optional.orValue(%int)", "%list.max()[0]"}},
}

// make makes a value of the type; rarely of another.
func (m *maker) make(kind string, depth int) string {
	if m.random.Intn(60) == 0 {
		kind = m.pick("int", "string", "bool", "list", "dyn", "double")
	}
	if m.kro && depth > 0 && len(kroForms[kind]) > 0 && (kind == "json" || m.random.Intn(4) == 0) {
		return m.fill(m.pick(kroForms[kind]...), depth)
	}
	if kind == "json" {
		return "'[1]'"
	}
	choices := forms[kind]
	all := choices[0]
	if m.native && len(choices[1]) > 0 && m.random.Intn(3) == 0 {
		all = choices[1]
	}
	form := all[m.random.Intn(len(all))]
	if depth <= 0 {
		form = all[m.random.Intn(min(4, len(all)))]
	}
	if kind == "int" && len(m.locals) > 0 && m.random.Intn(3) == 0 {
		return m.pick(m.locals...)
	}
	if depth < -3 {
		return map[string]string{"int": "1", "string": "'a'", "bool": "true", "list": "[1]", "map": "{}", "double": "1.0",
			"uint": "1u", "bytes": "b''", "dyn": "object.i", "optional": "optional.of(1)", "type": "int",
			"timestamp": "timestamp(0)", "duration": "duration('1s')"}[kind]
	}
	return m.fill(form, depth)
}

// fill puts values into a form.
func (m *maker) fill(form string, depth int) string {
	var out strings.Builder
	count := len(m.locals)
	for len(form) > 0 {
		at := strings.IndexByte(form, '%')
		if at < 0 {
			break
		}
		out.WriteString(form[:at])
		form = form[at+1:]
		word := 0
		for word < len(form) && (form[word] >= 'a' && form[word] <= 'z' || form[word] == '2') {
			word++
		}
		name := form[:word]
		switch {
		case name == "var", name == "var2":
			local := fmt.Sprintf("v%d", len(m.locals))
			m.locals = append(m.locals, local)
			out.WriteString(local)
		case name == "field":
			out.WriteString(m.pick("i", "s", "l", "m", "x", "k", "z"))
		case forms[name][0] != nil, kroForms[name] != nil:
			out.WriteString(m.operand(name, depth-1))
		default:
			// A percent sign of its own: the operator, or a directive.
			out.WriteString("%")
			continue
		}
		form = form[word:]
	}
	out.WriteString(form)
	m.locals = m.locals[:count]
	return out.String()
}

// operand is a value that can stand anywhere.
func (m *maker) operand(kind string, depth int) string {
	text := m.make(kind, depth)
	if strings.ContainsAny(text, " ?") || strings.HasPrefix(text, "-") || strings.HasPrefix(text, "!") {
		return "(" + text + ")"
	}
	return text
}
