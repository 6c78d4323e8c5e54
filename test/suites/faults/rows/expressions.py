# SPDX-License-Identifier: Apache-2.0
"""Rows of expressions: each operation is repeated until the call has no steps left, so the
CPU says what its steps are worth."""
from rows.messages import NATIVE, a_list, encoded, request, template
from rows.table import KB, row


def evaluates(expression, spec):
  """A patch with the expression, which the composite gives what it reads."""
  return request(spec, [template([{
      "type": "FromExpression", "toFieldPath": "spec.a",
      "expression": expression}])], api=NATIVE)


def texts(count, text):
  return a_list(encoded(text.format(number)) for number in range(count))


@row("patterns of a thousand copies that a tenant lists", small=(1000,),
     large=(10_000,))
def expressions_of_copies(count):
  return evaluates("composite.spec.l.exists(p, 'zz'.matches(p))",
                   {"l": texts(count, "(a{{1,1000}}){}")})


@row("the same, made by the author", small=(5_000,), large=(100_000,))
def expressions_of_made_copies(count):
  return evaluates(f"lists.range({count}).exists(i, 'zz'.matches("
                   "'(a{1,1000})' + string(i)))", {})


@row("patterns of ways past others", small=(500,), large=(5_000,))
def expressions_of_ways(count):
  return evaluates("composite.spec.l.exists(p, 'zz'.matches(p))",
                   {"l": texts(count, "a{{0,1000}}a{{0,1000}}a{{0,1000}}{}")})


@row("one pattern that RE2 would compile for minutes", small=(100,))
def expressions_of_many_ways(times):
  return evaluates("'zz'.matches(composite.spec.p)",
                   {"p": "a{0,1000}" * times})


@row("patterns that an input has in vain", small=(40,))
def expressions_of_the_input(count):
  patterns = [{"type": "regexp", "regexp": "a{0,1000}" * 12 + str(number),
               "result": 1} for number in range(count)]
  return request({"a": "b"}, [template([{
      "type": "FromCompositeFieldPath", "fromFieldPath": "spec.a",
      "toFieldPath": "spec.a",
      "transforms": [{"type": "match", "match": {"patterns": patterns}}]}])])


@row("classes of characters that a tenant lists", small=(1000,),
     large=(20_000,), fails=None)
def expressions_of_tenants_classes(count):
  return evaluates("composite.spec.l.exists(p, 'zz'.matches(p))",
                   {"l": texts(count, "\\p{{Lu}}|\\p{{Ll}}|\\p{{Lo}}{}")})


@row("classes that nobody knows", small=(1000,), large=(20_000,), fails=None)
def expressions_of_unknown_classes(count):
  return evaluates("composite.spec.l.exists(p, 'zz'.matches(p))",
                   {"l": texts(count, "\\p{{No{}}}")})


@row("a list that holds one list many times, compared", small=(20,))
def expressions_of_nested_lists(levels):
  nested = "[0]"
  for level in range(levels):
    nested = f"cel.bind(v{level}, {nested}, [v{level}, v{level}, v{level}])"
  return evaluates(f"{nested} == {nested}", {})


@row("the same with a map", small=(20,))
def expressions_of_nested_maps(levels):
  nested = "{'a': 0}"
  for level in range(levels):
    nested = (f"cel.bind(v{level}, {nested}, {{'a': v{level}, 'b': v{level}, "
              f"'c': v{level}}})")
  return evaluates(f"{nested} == {nested}", {})


@row("texts that differ, and are compared with each other", small=(2000,),
     large=(60_000,))
def expressions_of_distinct(count):
  return evaluates("composite.spec.l.distinct().size()",
                   {"l": texts(count, "{:06}")})


def without_end(condition):
  """Asks for something that is false until the steps or the memory of the call are used
  up. It may use i and j."""
  loop = condition
  for variable in "jihg":
    loop = f"composite.spec.n.exists({variable}, {loop})"
  return loop


REPEATED = {
    "nothing": "j < i - 200000",
    "texts put together": "(string(i) + '-' + string(j)).size() > 100",
    "texts replaced": "composite.spec.t.replace('x', string(j)).size() < 0",
    "texts split and joined": "composite.spec.t.split('y').join('z').size() < 0",
    "texts searched": "composite.spec.t.indexOf('y') > j",
    "texts in another case": "composite.spec.t.upperAscii() == ''",
    "texts cut": "composite.spec.t.substring(1000, 1001) == string(j)",
    "texts formatted": "'%s %d %x %e'.format(['a', i, j, 1.5]) == ''",
    "texts encoded": "base64.encode(bytes(composite.spec.t)).size() < 0",
    "texts matched": "composite.spec.t.matches('(x|T)*hing')",
    "texts found": "composite.spec.t.findAll('xx*y').size() > 0",
    "times": "timestamp('2024-01-01T00:00:00Z').getDayOfWeek('Europe/Zurich') == 9",
    "time spans": "duration('1h2m3s') + duration(string(j) + 's') < duration('0s')",
    "quantities": "quantity('1234.5Mi').add(quantity('1n')).isLessThan(quantity('1'))",
    "addresses": "cidr('10.0.0.0/8').containsIP('11.1.2.' + string(j % 200))",
    "numbers read": "double(string(j) + '.5') < 0.0",
    "numbers rounded": "math.round(double(j) * 1.5) < 0.0",
    "lists made": "[i, j, i, j, i].size() < 0",
    "lists put together": "([i] + [j]).size() > 2",
    "lists sorted": "composite.spec.l.sort()[0] == 'z'",
    "lists sliced and reversed": "composite.spec.l.slice(0, 9).reverse()[0] == ''",
    "lists flattened": "[[i], [j]].flatten().size() > 2",
    "maps made": "{'a': i, 'b': j, 'c': 1}.size() > 3",
    "maps looked up": "{'a': i, 'b': j}['b'] < 0",
    "maps transformed": "{'a': i}.transformMap(k, v, v + 1).size() > 1",
    "fields": "composite.spec.deep.a.b.c.d.e > j + 1",
    "fields that are not there": "composite.spec.?none.?a.orValue(j) < 0",
    "elements searched": "'zzz' in composite.spec.l",
    "maps merged": "{'a': i}.merge({'b': j}).size() > 2",
    "maps merged deeply": "composite.spec.deep.deepMerge(composite.spec.deep).a.b.c.d.e < 0",
    "elements replaced": "lists.setAtIndex(composite.spec.l, 3, 'a').size() < 0",
    "hashes": "hash.sha256(composite.spec.t).size() > 32",
    "hashes of short texts": "hash.md5(string(j)) == b''",
    "hashes by fnv": "hash.fnv64a(composite.spec.t) == b''",
    "seeded texts": "random.seededString(1000, string(j)) == ''",
    "JSON written": "json.marshal(composite.spec) == string(j)",
    "JSON read": "json.unmarshal(composite.spec.json).a.size() < 0",
    "YAML written": "yaml.marshal(composite.spec) == string(j)",
    "YAML read": "yaml.unmarshal(composite.spec.json).a.size() < 0",
    "subnets": "cidr('fd00::/16').subnet(64, j).prefixLength() == j - 400",
    "URLs": "url('https://a:80/' + string(j) + '?a=1').getPort() == ''",
    "long URLs": "!isURL('/' + composite.spec.t)",
    "URLs that are escaped": "url('/ ' + composite.spec.t).getEscapedPath() == ''",
    "queries": "url('/?a=1&b=2&a=' + string(j)).getQuery().size() > 2",
    "long queries": "url('/?' + composite.spec.t.replace('x', 'x&')).getQuery().size() > 1",
    "versions": "semver('v1.' + string(j), true).isLessThan(semver('0.1.0'))",
    "long versions": "semver('1.2.3-' + composite.spec.t).major() > 1",
    "formats": "format.qualifiedName().validate('a/' + string(j)).hasValue()",
    "formats that do not fit": "!format.dns1123Label().validate(composite.spec.t + '_').hasValue()",
    "formats by name": "format.named('uuid').value().validate(string(j)) == optional.none()",
    "errors forgiven": "int('x') > 0 || j < 0 || i < 0",
}


def repeats(which):
  spec = {"n": list(range(300)), "t": "x" * 2000, "l": texts(20, "{:06}"),
          "deep": {"a": {"b": {"c": {"d": {"e": 1}}}}},
          "json": '{"a": [1, "b", {"c": null, "d": 1.5}, "\\u00e9"]}'}
  return evaluates(without_end(REPEATED[which]), spec)


for each in REPEATED:
  row(f"{each}, again and again", name=f"expressions_repeat {each}", fails=None,
      small=(each,))(repeats)


@row("sets that are compared", small=(2000,), large=(60_000,))
def expressions_of_sets(count):
  return evaluates("sets.equivalent(composite.spec.l, composite.spec.l)",
                   {"l": texts(count, "{:06}")})


@row("a deep value as YAML, which is mostly indentation", small=(200,), large=(900,),
     fails=None)
def expressions_of_deep_yaml(levels):
  text = '{"a":' * levels + '"' + "x y " * 10_000 + '"' + "}" * levels
  return evaluates("yaml.marshal(json.unmarshal(composite.spec.t)).size()", {"t": text})


@row("YAML of brackets, which its reader visits again and again", small=(30_000,),
     large=(2_000_000,), fails=None)
def expressions_of_brackets(count):
  return evaluates("yaml.unmarshal(composite.spec.t).size()",
                   {"t": "[" * 900 + "a," * count + "]" * 900})


@row("aliases of aliases", small=(12,), fails=None)
def expressions_of_aliases(levels):
  lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
  for level in range(1, levels):
    lines.append(f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]")
  return evaluates("yaml.unmarshal(composite.spec.t).size()", {"t": "\n".join(lines)})


@row("a document of small values, as JSON and YAML and back", small=(2000,),
     large=(100_000,), fails=None)
def expressions_of_documents(count):
  return evaluates("yaml.unmarshal(yaml.marshal(json.unmarshal(json.marshal("
                   "composite.spec.l)))).size()", {"l": texts(count, "{:06}")})
