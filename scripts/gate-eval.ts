import { writeFileSync } from 'node:fs';
import { loadProfile } from '../packages/engine/src/policy/load-profile.ts';
import { evaluateSet } from './gate-eval/evaluate-set.ts';
import {
  ownSet,
  publishedSets,
  secondSet,
  thirdSet,
  type EvaluationSet,
} from './gate-eval/evaluation-set.ts';
import { formatReport } from './gate-eval/format-report.ts';
import { measureDecisions } from './gate-eval/measure-decisions.ts';
import { configurationsOf } from './gate-eval/score-traces.ts';
import { readOptions, refuse } from './read-options.ts';

const USAGE = `Scores the rules of the gate on recorded calls, without a model.

  npm run gate:eval -- [FOLDER] [--profile NAME] [--json] [--calls FILE] [--show-held-out] [--sealed]
                       [--every N]

  FOLDER            Has SET_traces.jsonl, and SET_tools.json where the traces carry no tools. SET is injecagent, taubench
                    or bfcl. The sets of this repository (bench/gate-fixtures) are always scored.
  --profile NAME    strict, balanced (the default) or fast.
  --json            Prints JSON in place of tables.
  --calls FILE      Writes one JSON line per decision.
  --show-held-out   Includes the calls of held-out traces in FILE. Without it, only their totals, also for each kind and
                    language, are printed.
  --sealed          Scores the sealed half of the second set as well. Use it once, after the last change of the rules.
  --every N         Scores only every Nth trace of each set, for a quick look.

Configurations: the rules without manifests, the rules with declared manifests, and the rules without the alarm. Then the rules
when a person approves what is asked about legitimate calls, and in addition with a plan of exactly the legitimate calls, which
is the upper bound of a planner; the last one is without the alarm.`;

const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: {
    profile: { type: 'string', default: 'balanced' },
    json: { type: 'boolean', default: false },
    calls: { type: 'string' },
    'show-held-out': { type: 'boolean', default: false },
    sealed: { type: 'boolean', default: false },
    every: { type: 'string', default: '1' },
  },
});

const every = Number(values.every);
if (!Number.isInteger(every) || every < 1) refuse(`--every ${values.every} is not a positive number.`, USAGE);
const some = (set: EvaluationSet) => ({
  ...set,
  traces: set.traces.filter((_, index) => index % every === 0),
});
const own = some(ownSet());
const second = some(secondSet({ includesSealed: values.sealed }));
const third = some(thirdSet());
const [folder] = positionals;
const published = folder === undefined ? [] : publishedSets(folder).map(some);
if (folder !== undefined && published.length === 0)
  refuse(`${folder} has none of the files that are scored.`, USAGE);

const profile = loadProfile(values.profile);
const lines: string[] = [];
const reports = [own, second, third, ...published].flatMap((set) =>
  evaluateSet(set, {
    configurations: configurationsOf(profile),
    showsHeldOut: values['show-held-out'],
    onDecided: ({ trace, calls }, configuration) => {
      const { category, language, part } = trace;
      for (const call of calls)
        lines.push(JSON.stringify({ set: set.name, part, configuration, category, language, ...call }));
    },
  }),
);
const time = measureDecisions(own, profile);
if (values.calls !== undefined) writeFileSync(values.calls, `${lines.join('\n')}\n`);
console.log(
  values.json
    ? JSON.stringify({ profile: profile.name, reports, decision_time: time }, null, 2)
    : formatReport(reports, time),
);
