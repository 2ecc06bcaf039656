import { expect, it } from 'vitest';
import { Findings, Lane } from './programs/gate-fault-lane.ts';
import { JUDGE_FAULTS } from './programs/gate-fault-plan.ts';
import { proofSize } from '../../../test/proof-size.ts';
import { expectWarnings } from '../../../test/expected-warnings.ts';

expectWarnings('AGENTS-E-GATE-EVAL', 'AGENTS-E-LOG-STORE', 'AGENTS-E-STORE');

const FAULTS = proofSize('gateFaults');
const LANES = 8;
const MAX_RUNS = 2_500;

it(
  `executes nothing without a recorded allow under ${FAULTS} faults, and every run ends`,
  { timeout: 240_000 },
  async () => {
    const findings = new Findings();
    const lanes = Array.from({ length: LANES }, (_, index) => new Lane(`lane${index}`, 20 + index, findings));
    await Promise.all(
      lanes.map(async (lane) => {
        for (let run = 0; run < MAX_RUNS && findings.faults < FAULTS; run += 1) {
          await lane.run();
          if (run % 50 === 49) lane.renew();
        }
      }),
    );
    expect(findings.unrecorded).toBe(0);
    expect(findings.unjudged).toEqual([]);
    expect(findings.problems).toEqual([]);
    expect(findings.faults).toBeGreaterThanOrEqual(FAULTS);
    const kinds = [...findings.fired.keys()];
    for (const fault of Object.keys(JUDGE_FAULTS)) expect(kinds).toContain(`judge ${fault}`);
    for (const kind of ['arguments', 'clock', 'result', 'commit loses the response'])
      expect(kinds).toContain(kind);
    expect(kinds.filter((kind) => kind.startsWith('read '))).not.toEqual([]);
    // The test proves something only if some calls run and some runs end successfully.
    expect(findings.executions).toBeGreaterThan(FAULTS / 10);
    expect(findings.endings.get('completed')).toBeGreaterThan(FAULTS / 100);
  },
);
