// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math/rand"
	"regexp"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	kubernetes "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/library"
)

// kubernetesLibraries are those of Kubernetes for URLs, versions and formats, and
// string() of a URL and of a version, which Kubernetes does not have, as Go writes them.
func kubernetesLibraries() []cel.EnvOption {
	text := func(of *cel.Type) cel.EnvOption {
		return cel.Function("string", cel.Overload(of.TypeName()+"_to_string",
			[]*cel.Type{of}, cel.StringType,
			cel.UnaryBinding(func(value ref.Val) ref.Val {
				return types.String(value.(fmt.Stringer).String())
			})))
	}
	return []cel.EnvOption{library.URLs(), library.SemverLib(library.SemverVersion(1)),
		library.Format(), text(kubernetes.URLType), text(kubernetes.SemverType)}
}

var ofKubernetes = &functions{
	libraries: kubernetesLibraries,
	kinds: []string{"url", "string", "string", "bool", "int", "map", "semver", "format", "errors",
		"errors", "errors"},
	forms: map[string][]string{
		"url":    {"url(%uri)", "url(%uri)", "url(string(url(%uri)))", "[url(%uri)][0]"},
		"semver": {"semver(%version)", "semver(%version)", "semver(%version, true)", "semver(%version, %bool)"},
		"format": append(formatsOf("format.%s()"), formatsOf("format.named('%s').value()")...),
		"string": {"%url.getScheme()", "%url.getHost()", "%url.getHostname()", "%url.getPort()",
			"%url.getEscapedPath()", "string(%url)", "string(%semver)", "%url.getEscapedPath().replace('/', '')"},
		"bool": {"isURL(%uri)", "isURL(%string)", "%url == %url", "%url != %url", "%url in [%url, %url]",
			"isSemver(%version)", "isSemver(%version, true)", "isSemver(%version, %bool)",
			"%semver.isLessThan(%semver)", "%semver.isGreaterThan(%semver)", "%semver == %semver",
			"%format == %format", "format.named(%name).hasValue()", "%errors.hasValue()"},
		"int": {"%semver.major()", "%semver.minor()", "%semver.patch()", "%semver.compareTo(%semver)",
			"%url.getQuery().size()"},
		"map": {"%url.getQuery()"},
		"errors": append(append(append(append(formatsOf("format.%s().validate(%%name)"),
			formatsOf("format.%s().validate(%%label)")...),
			"format.uri().validate(%uri)", "format.uri().validate(%uri)", "format.uri().validate(%uri)",
			"format.uri().validate('http://[' + %address + ']')", "format.uri().validate('//[' + %address + ']')",
			"format.uuid().validate(%uuid)", "format.byte().validate(%base)", "format.date().validate(%date)",
			"format.datetime().validate(%time)", "format.datetime().validate(%date + %time)"),
			formatsOf("format.%s().validate(%%string)")...),
			formatsOf("format.named('%s').value().validate(%%label)")...),
	},
	texts: map[string]func(*rand.Rand) string{
		"uri": uri, "version": version, "label": label, "name": name, "uuid": uuid, "base": base64Text,
		"date": date, "time": timeOfDay, "address": address,
	},
	// Strings of more than 64 characters are cut, and … stands behind them.
	reasons: regexp.MustCompile(`is not a valid (?:URL|semantic version): ([^…]*)$`),
	differences: []difference{
		{"a string of ours is UTF-8, also if a URL escapes other bytes", func(text, theirs, ours string) bool {
			return strings.Contains(text, "url(") && sameButBytes(theirs, ours)
		}},
		{"values of different types are not equal; Kubernetes finds no overload", func(text, theirs, ours string) bool {
			return theirs == "" && strings.HasPrefix(ours, `{"bool"`) && comparison.MatchString(text)
		}},
	},
}

var comparison = regexp.MustCompile(` (?:==|!=|in) `)

var otherBytes = regexp.MustCompile(`\\\\x[89a-f][0-9a-f]`)

// sameButBytes compares values that quote strings whose bytes may not be UTF-8 in one.
func sameButBytes(theirs, ours string) bool {
	return same(otherBytes.ReplaceAllString(theirs, "\ufffd"), ours)
}

var formatNames = []string{"dns1123Label", "dns1123Subdomain", "dns1035Label", "qualifiedName",
	"dns1123LabelPrefix", "dns1123SubdomainPrefix", "dns1035LabelPrefix", "labelValue", "uri", "uuid",
	"byte", "date", "datetime"}

func formatsOf(form string) []string {
	var all []string
	for _, name := range formatNames {
		all = append(all, fmt.Sprintf(form, name))
	}
	return all
}

// joined takes one of each list, more often one near its beginning, which is a valid
// one. Sometimes it changes a few characters.
func joined(random *rand.Rand, letters string, lists ...[]string) string {
	var text []rune
	for _, list := range lists {
		text = append(text, []rune(list[min(random.Intn(len(list)), random.Intn(len(list)))])...)
	}
	choices := []rune(letters)
	for random.Intn(6) == 0 {
		letter := choices[random.Intn(len(choices))]
		at := random.Intn(len(text) + 1)
		switch {
		case at == len(text) || random.Intn(2) == 0:
			text = append(text[:at:at], append([]rune{letter}, text[at:]...)...)
		case random.Intn(2) == 0:
			text[at] = letter
		default:
			text = append(text[:at:at], text[at+1:]...)
		}
	}
	return string(text)
}

// words are those of a text; "none" is the empty one, and "blank" a blank.
func words(text string) []string {
	all := strings.Fields(text)
	for i, word := range all {
		switch word {
		case "none":
			all[i] = ""
		case "blank":
			all[i] = " "
		}
	}
	return all
}

func uri(random *rand.Rand) string {
	hosts := words(`example.org 127.0.0.1 EXAMPLE.org [::1] [fe80::1%25en0] [fe80::1%25e%20n] a%C3%A9
		[fe80::1%25%C3%A9] [::ffff:1.2.3.4] a%25b é a%FF a,b h<> h"x a'b [fe80::1%25%41] none a:1,b:2
		[fe80::1%en0] [fe80::1%25] [1.2.3.4] [::1 ::1] a%20b a|b [v1.x] [] [::1]x [%31::1] x[::1] %41`)
	if random.Intn(4) == 0 {
		hosts = []string{"[" + address(random) + "]"}
	}
	begin := [][]string{words("https: http: HTTPS: postgres: none a+b-.1: mailto: ftp: none http none 1a: : é:"),
		words("// // // none / ///"),
		append(words("none none none u@ u:p@ u%40:p%3A@ a@b@ u:p:q@ @ :@ u!$&'()*+,;=:~@ u%C3%A9@ é@ %zz@"), "u p@"),
		hosts, words("none none :80 : :0080 :99999999999 :8a :1:2 :-1 :%38")}
	if random.Intn(5) == 0 {
		begin = nil
	}
	return joined(random, "/:?#[]@%&;=+ az09AF.\"\\<>^é\x00\x7f\n*", append(begin,
		append(words(`/ none /a%20b /a%2Fb /é /a;b,c /[x] /!$&'()*+,;=:@ /"<>^{|} /.. /a//b /a%41 /%C3%A9é /a%e9
			/%7e /* /%2A * /%zz /% /%4`), "/a b"),
		append(words(`none ?a=b ?a=b&a=c&b ?a=%20+x&c=%zz&d=1 ?b=2&a=1&b=%C3%A9 ? ?? ?a;b=1 ?=x&&y= ?a=b=c ?%61=1
			?é=ü ?k%FF=1 ?&`), "?a b=c d"),
		append(words("none none none none # #f #a%20b #a#b #!()*' #é #%e9 #%zz"), "#f g"))...)
}

func address(random *rand.Rand) string {
	groups := words(": 0 : 1 : ffff ::1 fe80: 1.2.3.4 none 12345 1.2.3 256.1.1.1 01.2.3.4 1..2 ::ffff:1.2.3.4 G")
	if random.Intn(2) == 0 {
		groups = words("1: 2: ab: ffff: 0: none 1: : ::")
	}
	var lists [][]string
	for range random.Intn(9) + 1 {
		lists = append(lists, groups)
	}
	return joined(random, ":.0af%1g", append(lists, words("1 1.2.3.4 ::1 none : 1 %25en0 %25"))...)
}

func version(random *rand.Rand) string {
	number := words("1 2 0 3 10 9 1 2 3 0 20 1 2 1 0 9223372036854775808 18446744073709551615 01 00 18446744073709551616 a -1 +1 none")
	return joined(random, "0129a.-+vé_ ", words("none none none none v V vv blank"),
		number, words(". . . . .."), number, words(". . . . none"), number,
		words(`none none -alpha -alpha.1 -9.10 -9.9 -9.x -alpha.1.2 -beta -alpha.11 -1 -2 -1.x-y -0 - -01 -a_b
			-alpha..1 -18446744073709551616 -é`),
		words("none none none +b +b.1 +01 +b-1 + +b..c +b+c +é +b_1"))
}

func label(random *rand.Rand) string {
	part := append(words("a web 0 a-b my.name a-1 example.org - Ab_1 a.b-c A é a- -a _ . none"),
		strings.Repeat("a", 61+random.Intn(4)), strings.Repeat("a", 61+random.Intn(4)))
	if random.Intn(10) == 0 {
		part = []string{strings.Repeat("ab.", 84)}
	}
	return joined(random, "a0-._/Aé \n", part, words("none none . / - a 1"), append(words("none"), part...),
		words("none none none - /a 1 /"), words("none a -"))
}

func name(random *rand.Rand) string {
	return joined(random, "a1L", append(formatNames, "dns1123label", "named", "validate", "", "format.uri"))
}

func uuid(random *rand.Rand) string {
	dash := words("- - - none --")
	return joined(random, "0aF-gK\u212a", words("123e4567 ABCDEF01 123E4567"), dash, words("e89b 0000 E89B"),
		dash, words("12d3 FFFF"), dash, words("a456 0000"), dash, words("426614174000 abcdefABCDEF"))
}

func base64Text(random *rand.Rand) string {
	four := words("aGVs AAAA +/+/ none bG8= YQ== YR== A=== ==== a=b=")
	return joined(random, "Aa0+/=-_\n ", four, four, words("YWJj bG8= YQ== none YR== A==="))
}

func date(random *rand.Rand) string {
	return joined(random, "0129-+ T", words("2024 2023 1900 2000 0000 9999 999 12345"),
		words("-02 -12 -06 -13 -00 -1 none"), words("-29 -28 -30 -31 -01 -00 -1 none"))
}

func timeOfDay(random *rand.Rand) string {
	begin := ""
	if random.Intn(4) > 0 {
		begin = []string{"2024-02-29", "2024-02-30", "2023-12-31"}[random.Intn(3)]
	}
	return begin + joined(random, "0129:.tTzZ+-é\n", words("T T t T blank none"),
		words("00: 23: 12: 24: 7:"), words("00: 59: 30: 60: 5:"), words("00 59 30 60 5"),
		append(words("none none .5 .123456789 ,5 x5 é1 . .5.5 12"), "\n1"),
		words("Z z +05:30 -99:99 Z +5:30 +0530 ZtX none"))
}
