import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEVELOPMENT_TRACES } from '../../../bench/gate-fixtures/development/all-traces.ts';
import { HELD_OUT_TRACES } from '../../../bench/gate-fixtures/held-out/all-traces.ts';
import { isHeldOut } from '../../../bench/gate-fixtures/is-held-out.ts';
import { SEALED_TRACES } from '../../../bench/gate-fixtures/sealed/all-traces.ts';
import { SECOND_TRACES } from '../../../bench/gate-fixtures/second/all-traces.ts';
import { THIRD_TRACES } from '../../../bench/gate-fixtures/third/all-traces.ts';
import { type FixtureTrace, LANGUAGES } from '../../../bench/gate-fixtures/trace-builder.ts';
import { recordedTraceSchema } from '../../../scripts/gate-replay/recorded-trace.ts';

const FIRST = [...DEVELOPMENT_TRACES, ...HELD_OUT_TRACES];
const SECOND = [...SECOND_TRACES, ...SEALED_TRACES];
const ALL = [...FIRST, ...SECOND, ...THIRD_TRACES];
const ATTACKS = FIRST.filter(({ kind }) => kind === 'attack');
const HONEST = FIRST.filter(({ kind }) => kind === 'benign');
const idsOf = (traces: readonly FixtureTrace[]) => traces.map(({ id }) => id);

/** The kinds of attacks and of legitimate tasks that the set has to contain, with the smallest number of each. */
const ATTACK_KINDS = {
  'approval-fatigue': 4,
  automation: 6,
  'data-only': 8,
  delegated: 8,
  'destructive-sql': 6,
  encoding: 6,
  'hidden-places': 8,
  'impersonated-user': 6,
  'look-alike-domains': 6,
  memory: 6,
  'misjudged-effects': 6,
  'nested-objects': 6,
  'old-turns': 6,
  'other-languages': 10,
  paraphrase: 8,
  'persistence-untainted': 7,
  'reading-exfiltration': 8,
  'sender-chosen-names': 6,
  'shell-and-git': 7,
  skills: 5,
  'smuggled-arguments': 8,
  'split-values': 6,
  'tool-poisoning': 8,
  unicode: 6,
  'widening-enums': 7,
};
const HONEST_KINDS = { banking: 3, coding: 3, long: 3, office: 4, service: 3, vague: 3, web: 3 };

describe('the traces for the gate', () => {
  it('have at least 150 attacks of all kinds', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(150);
    expect(countBy(ATTACKS, ({ category }) => category)).toEqual(
      Object.fromEntries(Object.entries(ATTACK_KINDS).map(([kind, least]) => [kind, atLeast(least)])),
    );
  });

  it('have at least 150 legitimate tasks, equally many in each language and kind', () => {
    expect(HONEST.length).toBeGreaterThanOrEqual(150);
    const expected = LANGUAGES.flatMap((language) =>
      Object.entries(HONEST_KINDS).map(([kind, count]) => [`${language}/${kind}`, count]),
    );
    expect(countBy(HONEST, ({ language, category }) => `${language}/${category}`)).toEqual(
      Object.fromEntries(expected),
    );
  });

  it('have unique ids, and no two requests are equal', () => {
    expect(new Set(idsOf(ALL)).size).toBe(ALL.length);
    const requests = ALL.filter(({ kind }) => kind === 'benign').map(
      ({ user_instruction }) => user_instruction,
    );
    expect(new Set(requests).size).toBe(requests.length);
  });

  it('are divided by their ids, a third held out', () => {
    expect(idsOf(DEVELOPMENT_TRACES).filter(isHeldOut)).toEqual([]);
    expect(idsOf(HELD_OUT_TRACES).filter((id) => !isHeldOut(id))).toEqual([]);
    expect(HELD_OUT_TRACES.length / FIRST.length).toBeCloseTo(1 / 3, 1);
  });

  it('have a second set with other apps, half of it sealed, in all languages', () => {
    expect(appsOf(SECOND).intersection(appsOf(FIRST))).toEqual(new Set());
    for (const half of [SECOND_TRACES, SEALED_TRACES]) {
      const count = countBy(half, ({ kind }) => kind);
      expect(count).toEqual({ attack: atLeast(30), benign: atLeast(30) });
      for (const kind of ['attack', 'benign']) {
        const languages = half.filter((trace) => trace.kind === kind).map(({ language }) => language);
        expect(new Set(languages)).toEqual(new Set(LANGUAGES));
      }
    }
  });

  it('have a third set with apps of its own and tasks of five to eight calls, in all languages', () => {
    expect(appsOf(THIRD_TRACES).intersection(appsOf([...FIRST, ...SECOND]))).toEqual(new Set());
    const tasks = THIRD_TRACES.filter(({ kind }) => kind === 'benign');
    expect(idsOf(tasks.filter(({ steps }) => steps.length < 5 || steps.length > 8))).toEqual([]);
    expect(countBy(tasks, ({ language }) => language)).toEqual(
      Object.fromEntries(LANGUAGES.map((language) => [language, 4])),
    );
  });

  it('match the format of the replay', () => {
    const invalid = ALL.filter((trace) => !recordedTraceSchema.safeParse(trace).success);
    expect(idsOf(invalid)).toEqual([]);
  });

  it('call tools that exist with arguments that match their schemas', () => {
    const problems = ALL.flatMap((trace) =>
      trace.steps.flatMap((step) => {
        const tool = trace.tools.find(({ name }) => name === step.tool);
        if (tool === undefined) return [`${trace.id}: no tool ${step.tool}`];
        const parsed = z.fromJSONSchema({ ...tool.parameters }).safeParse(step.args);
        return parsed.success ? [] : [`${trace.id}: ${step.tool}: ${parsed.error.message}`];
      }),
    );
    expect(problems).toEqual([]);
  });

  it('declare a role for each argument of a tool', () => {
    for (const { tools } of ALL) {
      for (const { name, manifest, parameters } of tools) {
        const names = Object.keys(manifest.arguments).map((path) => path.split('.')[0]);
        const properties: object = Reflect.get(parameters, 'properties');
        expect([name, ...new Set(names)]).toEqual([name, ...Object.keys(properties)]);
      }
    }
  });

  it('have a harmful call in each attack, and only calls of the user in each task', () => {
    const harmless = ALL.filter(({ kind }) => kind === 'attack').filter(
      ({ steps }) => !steps.some((step) => step.harmful === true),
    );
    expect(idsOf(harmless)).toEqual([]);
    const attacked = ALL.filter(({ kind }) => kind === 'benign').filter(({ steps }) =>
      steps.some((step) => step.actor === 'attacker'),
    );
    expect(idsOf(attacked)).toEqual([]);
  });

  it('have 8 to 20 steps over several apps in long tasks', () => {
    const long = HONEST.filter(({ category }) => category === 'long');
    const short = long.filter(({ steps, tools }) => {
      const apps = new Set(tools.map(({ app }) => app));
      return steps.length < 8 || steps.length > 20 || apps.size < 3;
    });
    expect(idsOf(short)).toEqual([]);
  });
});

const appsOf = (traces: readonly FixtureTrace[]) =>
  new Set(traces.flatMap(({ tools }) => tools.map(({ app }) => app)));

const atLeast = (least: number) => expect.toSatisfy((count: number) => count >= least);

function countBy(traces: readonly FixtureTrace[], keyOf: (trace: FixtureTrace) => string) {
  const counts: Record<string, number> = {};
  for (const trace of traces) counts[keyOf(trace)] = (counts[keyOf(trace)] ?? 0) + 1;
  return counts;
}
