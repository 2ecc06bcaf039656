import { describe, expect, it, onTestFinished } from 'vitest';
import type { GateDecision } from '../contracts/gate-decision.ts';
import { SafetyAgent } from '../gate/safety-agent.ts';
import type { AgentRunner } from '../runner/agent-runner.ts';
import { AGENT_CASES } from './mediation/agent-cases.ts';
import { FUNCTION_CASES } from './mediation/function-cases.ts';
import { HOSTED_CASES } from './mediation/hosted-cases.ts';
import { LOCAL_TOOL_CASES } from './mediation/local-tool-cases.ts';
import type { MediationCase } from './mediation/mediation-case.ts';
import { ALLOW, JUDGES_THAT_REFUSE, NEEDS_HUMAN } from './mediation/judges.ts';
import { MediationBench, type Mode } from './mediation/mediation-bench.ts';

/** Makes the runner under test. It must judge with this safety agent and give it no longer than that. */
export type MakeRunner = (options: {
  readonly safetyAgent: SafetyAgent;
  readonly judgeTimeoutMs: number;
}) => AgentRunner | Promise<AgentRunner>;

/** Every road to an effect that upstream knows. */
export const MEDIATION_CASES: readonly MediationCase[] = [
  ...FUNCTION_CASES,
  ...AGENT_CASES,
  ...LOCAL_TOOL_CASES,
  ...HOSTED_CASES,
];

/**
 * The bypass matrix as a suite: each road to an effect, with each answer a judge can give, plain and streamed. A counter
 * in the body shows that nothing ran that was not allowed, and that what was allowed ran once. Pass roads of your own as
 * `cases` to try them on your agents.
 */
export function describeMediation(
  name: string,
  makeRunner: MakeRunner,
  cases: readonly MediationCase[] = MEDIATION_CASES,
): void {
  describe.each(cases)(`${name}: $name`, (mediationCase) => {
    describe.each<Mode>(['plain', 'streamed'])('%s', (mode) => {
      const bench = async (answer: () => GateDecision | Promise<GateDecision>) => {
        const stand = await MediationBench.open(mediationCase, makeRunner, mode, answer);
        // Not `await using`: Node 22 cannot read it in sources.
        onTestFinished(() => stand[Symbol.asyncDispose]());
        return stand;
      };

      it('runs once when it is allowed', async () => {
        const stand = await bench(ALLOW);
        await stand.run();
        expect(stand.count).toBe(1);
        expect(await stand.logIsSound()).toBe(true);
      });

      it.each(JUDGES_THAT_REFUSE)('runs nothing when the judge $name', async ({ answer }) => {
        const stand = await bench(answer);
        await expect(stand.run()).rejects.toMatchObject({ code: 'AGENTS-E-GATE-DENIED' });
        expect(stand.count).toBe(0);
        expect(await stand.logIsSound()).toBe(true);
      });

      HUMAN_TESTS[mediationCase.onHuman](() => bench(NEEDS_HUMAN));
    });
  });
}

/** What a question to a person leads to, by the kind of road. */
const HUMAN_TESTS: Record<MediationCase['onHuman'], (bench: () => Promise<MediationBench>) => void> = {
  stops: (bench) => {
    it('stops where nobody can be asked', async () => {
      const stand = await bench();
      await expect(stand.run()).rejects.toMatchObject({ code: 'AGENTS-E-GATE-DENIED' });
      expect(stand.count).toBe(0);
    });
  },
  skips: (bench) => {
    it('skips the call where nobody can be asked, and leaves no question open', async () => {
      const stand = await bench();
      await stand.run();
      expect(stand.count).toBe(0);
      expect(await stand.pending()).toBe(0);
    });
  },
  waits: (bench) => {
    it('waits for a person, and runs once after a yes', async () => {
      const stand = await bench();
      expect(await stand.runUntilAsked()).toBe('pending');
      expect(stand.count).toBe(0);
      await stand.decide('approve');
      expect(stand.count).toBe(1);
      expect(await stand.pending()).toBe(0);
      expect(await stand.logIsSound()).toBe(true);
    });

    it('waits for a person, and never runs after a no', async () => {
      const stand = await bench();
      expect(await stand.runUntilAsked()).toBe('pending');
      await stand.decide('deny');
      expect(stand.count).toBe(0);
      expect(await stand.pending()).toBe(0);
      expect(await stand.logIsSound()).toBe(true);
    });
  },
};
