import { describe, expect, it, onTestFinished } from 'vitest';
import { type GateDecision, SafetyAgent } from '@sekisho/engine';
import type { AgentRunner } from '../../src/runner/agent-runner.ts';
import { AGENT_CASES } from './mediation/agent-cases.ts';
import { FUNCTION_CASES } from './mediation/function-cases.ts';
import { HOSTED_CASES } from './mediation/hosted-cases.ts';
import { LOCAL_TOOL_CASES } from './mediation/local-tool-cases.ts';
import type { MediationCase } from './mediation/mediation-case.ts';
import { ALLOW, JUDGES_THAT_REFUSE, NEEDS_HUMAN } from './mediation/judges.ts';
import { MediationBench, type Mode } from './mediation/mediation-bench.ts';

/** Creates the runner under test. It must use this safety agent and this timeout. */
export type MakeRunner = (options: {
  readonly safetyAgent: SafetyAgent;
  readonly judgeTimeoutMs: number;
}) => AgentRunner | Promise<AgentRunner>;

/** Every path to an effect in the Agents SDK. */
export const MEDIATION_CASES: readonly MediationCase[] = [
  ...FUNCTION_CASES,
  ...AGENT_CASES,
  ...LOCAL_TOOL_CASES,
  ...HOSTED_CASES,
];

/**
 * The bypass matrix as a test suite: each path to an effect, with each possible response of a judge, plain and
 * streamed. A counter in the tool body shows that only allowed calls ran, and that they ran once. `cases` replaces the
 * paths.
 */
export function describeMediation(
  name: string,
  makeRunner: MakeRunner,
  cases: readonly MediationCase[] = MEDIATION_CASES,
): void {
  describe.each(cases)(`${name}: $name`, (mediationCase) => {
    describe.each<Mode>(['plain', 'streamed'])('%s', (mode) => {
      const openBench = async (answer: () => GateDecision | Promise<GateDecision>) => {
        const bench = await MediationBench.open(mediationCase, makeRunner, mode, answer);
        // `await using` is not used, because Node 22 cannot parse it in sources.
        onTestFinished(() => bench[Symbol.asyncDispose]());
        return bench;
      };

      it('runs once when it is allowed', async () => {
        const bench = await openBench(ALLOW);
        await bench.run();
        expect(bench.count).toBe(1);
        expect(await bench.isLogValid()).toBe(true);
      });

      it.each(JUDGES_THAT_REFUSE)('runs nothing when the judge $name', async ({ answer }) => {
        const bench = await openBench(answer);
        await expect(bench.run()).rejects.toMatchObject({ code: 'AGENTS-E-GATE-DENIED' });
        expect(bench.count).toBe(0);
        expect(await bench.isLogValid()).toBe(true);
      });

      HUMAN_TESTS[mediationCase.onHuman](() => openBench(NEEDS_HUMAN));
    });
  });
}

/** The expected result of an approval request, by the kind of path. */
const HUMAN_TESTS: Record<MediationCase['onHuman'], (openBench: () => Promise<MediationBench>) => void> = {
  stops: (openBench) => {
    it('stops when no approval request is possible', async () => {
      const bench = await openBench();
      await expect(bench.run()).rejects.toMatchObject({ code: 'AGENTS-E-GATE-DENIED' });
      expect(bench.count).toBe(0);
    });
  },
  skips: (openBench) => {
    it('skips the call when no approval request is possible, and leaves no request pending', async () => {
      const bench = await openBench();
      await bench.run();
      expect(bench.count).toBe(0);
      expect(await bench.pending()).toBe(0);
    });
  },
  waits: (openBench) => {
    it('waits for a decision, and runs once after an approval', async () => {
      const bench = await openBench();
      expect(await bench.runUntilAsked()).toBe('pending');
      expect(bench.count).toBe(0);
      await bench.decide('approve');
      expect(bench.count).toBe(1);
      expect(await bench.pending()).toBe(0);
      expect(await bench.isLogValid()).toBe(true);
    });

    it('waits for a decision, and never runs after a denial', async () => {
      const bench = await openBench();
      expect(await bench.runUntilAsked()).toBe('pending');
      await bench.decide('deny');
      expect(bench.count).toBe(0);
      expect(await bench.pending()).toBe(0);
      expect(await bench.isLogValid()).toBe(true);
    });
  },
};
