// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"regexp"
	"strings"

	"github.com/google/cel-go/cel"
)

// maker makes an expression and the object that it reads. Most expressions are of
// fitting types; some are not, because refusing is compared, too.
type maker struct {
	random *rand.Rand
	native bool
	first  *functions // what each expression begins with; nil: anything
	locals []string   // the variables of macros around
}

// functions are those of a library besides cel-go's own.
type functions struct {
	libraries func() []cel.EnvOption
	// kinds are the types of the expressions that begin with a function of the library.
	kinds []string
	// forms are more ways to make a value of a type. The first one of a type that only
	// the library has is made where an expression is deep enough.
	forms map[string][]string
	// texts make strings of a type.
	texts map[string]func(*rand.Rand) string
	// reasons finds the reason in a message of ours. It is the end of theirs. It finds
	// nothing if only the refusal is compared.
	reasons *regexp.Regexp
	// differences are those that are meant.
	differences []difference
}

// saysOtherwise tells whether both refuse an expression, but for different reasons.
func (f *functions) saysOtherwise(theirs, ours string) bool {
	if f == nil || f.reasons == nil || theirs == "" {
		return false
	}
	var failed struct{ Failed string }
	if json.Unmarshal([]byte(ours), &failed) != nil {
		return false
	}
	found := f.reasons.FindStringSubmatch(failed.Failed)
	return found != nil && !strings.HasSuffix(theirs, found[1])
}

func (f *functions) formsOf(kind string) []string {
	if f == nil {
		return nil
	}
	return f.forms[kind]
}

func (f *functions) textOf(kind string) func(*rand.Rand) string {
	if f == nil {
		return nil
	}
	return f.texts[kind]
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
	if m.first != nil {
		return m.fill(m.pick(m.first.forms[m.pick(m.first.kinds...)]...), 2)
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
	if text := m.first.textOf(kind); text != nil {
		return literal(text(m.random))
	}
	choices, isOrdinary := forms[kind]
	if more := m.first.formsOf(kind); len(more) > 0 {
		if depth > 0 && (!isOrdinary || m.random.Intn(4) == 0) {
			return m.fill(m.pick(more...), depth)
		}
		if !isOrdinary {
			return m.fill(more[0], depth)
		}
	}
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
		case forms[name][0] != nil, m.first.formsOf(name) != nil, m.first.textOf(name) != nil:
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

// literal is a string of CEL.
func literal(text string) string {
	var out strings.Builder
	out.WriteByte('\'')
	for _, letter := range text {
		switch {
		case letter == '\'' || letter == '\\':
			out.WriteString("\\" + string(letter))
		case letter >= ' ' && letter < 0x7f:
			out.WriteRune(letter)
		default:
			fmt.Fprintf(&out, "\\U%08x", letter)
		}
	}
	out.WriteByte('\'')
	return out.String()
}
