import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownSet, secondSet, thirdSet } from '../../../scripts/gate-eval/evaluation-set.ts';
import {
  configurationsOf,
  type DecidedTrace,
  decideTraces,
} from '../../../scripts/gate-eval/score-traces.ts';
import { loadProfile } from '../src/policy/load-profile.ts';

// The held-out and sealed traces are only scored, so that no rule is fitted to them.
const SETS = [ownSet(), secondSet({ includesSealed: false }), thirdSet()].map((set) => ({
  ...set,
  traces: set.traces.filter(({ part }) => part === 'development'),
}));

/** One line for each call: who made it, the tool, its effect, the decision and the rules. */
const linesOf = ({ trace, calls }: DecidedTrace) => [
  trace.recorded.id,
  ...calls.map(({ actor, tool, effect, decision, rule_ids: rules }) =>
    ['', actor, tool, effect, decision, ...rules].join(' '),
  ),
];

/** The other configurations omit a rule or approve values, and differ in few calls. */
const PINNED = ['rules', 'declared manifests', 'plan and approved values'];

describe('the gate', () => {
  // A difference is a changed decision: review each, then run this file with `-u`.
  it.each(configurationsOf(loadProfile('balanced')).filter(({ name }) => PINNED.includes(name)))(
    'decides the calls of the open traces as recorded: $name',
    async (configuration) => {
      const lines = SETS.flatMap((set) => decideTraces(set, configuration)).flatMap(linesOf);
      const file = `gate-decisions/${configuration.name.replaceAll(/\W+/g, '-')}.txt`;
      await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(import.meta.dirname, file));
    },
  );
});
