# SPDX-License-Identifier: Apache-2.0
"""Rows of environments and extra resources: merging, selecting, sorting."""
from rows.messages import (ENVIRONMENT, EXTRA, NATIVE, a_list, deep, encoded,
                           message, repeated, wide)
from rows.table import KB, MB, row


def config(name, data, **more):
  return {"apiVersion": "apiextensions.crossplane.io/v1beta1",
          "kind": "EnvironmentConfig", "metadata": {"name": name, **more},
          "data": data}


def reference(name, **more):
  return {"type": "Reference", "ref": {"name": name}, **more}


def selector(labels, **more):
  return {"type": "Selector", "selector": {
      "matchLabels": labels, "mode": "Multiple", **more}}


LABEL = {"type": "Value", "key": "tier", "value": "gold"}


CONFIG = "obj:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//{}"
GOLD = "list:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//tier=gold"


def environment(entries, objects, spec=None, default=None, **more):
  """A request of function-environment-configs, with the answers by their keys."""
  given = {"apiVersion": ENVIRONMENT, "kind": "Input", "spec": {
      "defaultData": default or {}, "environmentConfigs": entries}}
  return message(spec or {}, given, required_resources=objects, **more)


@row("500 configs with the same members", small=(200, 2), large=(500, 300))
def configs_collide(configs, members):
  data = wide("x", members)
  names = [f"config-{number}" for number in range(configs)]
  return environment(a_list(encoded(reference(name)) for name in names),
                     {CONFIG.format(name): [config(name, data)]
                      for name in names})


@row("500 configs with members of their own", small=(200, 1), large=(500, 300))
def configs_apart(configs, members):
  names = [f"config-{number}" for number in range(configs)]
  return environment(
      a_list(encoded(reference(name)) for name in names),
      {CONFIG.format(name): [config(name, wide("x", members, name + "-{}"))]
       for name in names})


@row("configs of one member over a large environment", small=(200, 400),
     large=(500, 150_000))
def configs_over_large(configs, members):
  names = [f"config-{number}" for number in range(configs)]
  return environment(
      a_list(encoded(reference(name)) for name in names),
      {CONFIG.format(name): [config(name, {f"key-{number}": "y"})]
       for number, name in enumerate(names)},
      default={"apiVersion": "v1"},
      context={"apiextensions.crossplane.io/environment": wide("x", members)})


@row("deep configs", small=(30, 100), large=(100, 900))
def configs_deep(configs, levels):
  names = [f"config-{number}" for number in range(configs)]
  return environment(
      a_list(encoded(reference(name)) for name in names),
      {CONFIG.format(name): [config(name, {"k": deep(levels, name)})]
       for name in names})


@row("configs at paths inside each other", small=(150, 4), large=(500, 200))
def configs_at_paths(configs, members):
  names = [f"config-{number}" for number in range(configs)]
  return environment(
      a_list(encoded(reference(name, toFieldPath="at" + ".k" * (number % 60)))
             for number, name in enumerate(names)),
      {CONFIG.format(name): [
          config(name, wide("x", members, f"m{number}" + "-{}"))]
       for number, name in enumerate(names)})


@row("many candidates are sorted by a number", small=(350,), large=(25_000,))
def candidates_by_number(count):
  return environment(
      [selector([LABEL], maxMatch=1, sortByFieldPath="data.order")],
      {GOLD: [config(f"c{number}", {"order": number * 7919 % count})
              for number in range(count)]})


@row("candidates are sorted by long texts that differ at their end",
     small=(30, 1000), large=(1500, 2000))
def candidates_by_text(count, length):
  return environment(
      [selector([LABEL], maxMatch=1, sortByFieldPath="data.order")],
      {GOLD: [config(f"c{number}", {"order": "x" * length +
                                    f"{number * 7919 % count:05}"})
              for number in range(count)]})


@row("candidates are sorted by a member among many", small=(30, 60),
     large=(400, 500))
def candidates_by_member(count, members):
  order = wide("x", members)
  return environment(
      [selector([LABEL], maxMatch=1, minMatch=1,
                sortByFieldPath=f"data.map.key-{members - 1}")],
      {GOLD: [config(f"c{number}", {"map": order})
              for number in range(count)]})


@row("all candidates are merged", small=(300,), large=(20_000,))
def candidates_all(count):
  return environment(
      [selector([LABEL], sortByFieldPath="data.order")],
      {GOLD: [config(f"c{number}", {"order": number, f"key-{number}": "x"})
              for number in range(count)]})


@row("500 selectors with many candidates each", small=(30, 5),
     large=(500, 40))
def selectors_many(selectors, count):
  candidates = [config(f"c{number}", {"order": number})
                for number in range(count)]
  labels = [{**LABEL, "value": f"gold-{number}"} for number in range(selectors)]
  return environment(
      a_list(encoded(selector([label], sortByFieldPath="data.order"))
             for label in labels),
      {f"{GOLD}-{number}": candidates for number in range(selectors)})


@row("selectors with many labels", small=(2, 200), large=(20, 2000))
def selector_labels(selectors, labels):
  entries = a_list(encoded(selector(a_list(encoded(
      {"key": f"label-{number}", "type": "FromCompositeFieldPath",
       "valueFromFieldPath": "spec.text"}) for number in range(labels))))
                   for _ in range(selectors))
  return environment(entries, {}, spec={"text": "x" * 60})


@row("labels whose values are long", small=(200, 20 * KB),
     large=(2000, 2 * MB))
def selector_long_labels(labels, length):
  entries = [selector(a_list(encoded(
      {"key": f"label-{number}", "type": "FromCompositeFieldPath",
       "valueFromFieldPath": "spec.text"}) for number in range(labels)))]
  return environment(entries, {}, spec={"text": "x" * length})


@row("labels that are read behind many members", small=(200, 800),
     large=(2000, 150_000))
def selector_labels_deep(labels, members):
  entries = [selector(a_list(encoded(
      {"key": f"label-{number}", "type": "FromCompositeFieldPath",
       "valueFromFieldPath": "spec.z.last"}) for number in range(labels)))]
  return environment(entries, {}, spec={**{
      f"key-{number}": "x" for number in range(members)}, "z": {"last": "x"}})


def extra(entries, objects, **more):
  given = {"apiVersion": EXTRA, "kind": "Input", "spec": {
      "extraResources": entries}}
  return message({}, given, required_resources=objects, **more)


@row("extra resources that are copied into the context", small=(100, 15),
     large=(500, 400))
def extra_many(entries, members):
  return extra(
      a_list(encoded({"into": f"e{number}", "apiVersion": "example.org/v1",
                      "kind": "Config", "ref": {"name": f"c{number}"}})
             for number in range(entries)),
      {f"obj:example.org/v1/Config//c{number}": [
          config(f"c{number}", wide("x", members))]
       for number in range(entries)})


@row("extra resources that are sorted", small=(250,), large=(25_000,))
def extra_sorted(count):
  return extra(
      [{"into": "e", "apiVersion": "example.org/v1", "kind": "Config",
        "type": "Selector", "selector": {
            "matchLabels": [{"key": "a", "type": "Value", "value": "b"}],
            "minMatch": 1, "maxMatch": count,
            "sortByFieldPath": "data.order"}}],
      {"list:example.org/v1/Config//a=b": [
          config(f"c{number}", {"order": f"{number * 7919 % count:06}"})
          for number in range(count)]})


@row("extra resources with many names of one context", small=(25,),
     large=(500,))
def extra_unanswered(count):
  return message({"text": "x"}, {"apiVersion": NATIVE, "kind": "Input",
                                 "extraResources": a_list(encoded(
      {"into": f"e{number}", "apiVersion": "example.org/v1", "kind": "Config",
       "type": "Selector", "selector": {"matchLabels": repeated(
           {"key": "a", "valueFromFieldPath": "spec.text"}, 40)}})
                     for number in range(count))})
