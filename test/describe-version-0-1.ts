import { Agent, createRunner, SafetyAgent, tool, type AgentRunner, type AgentRunnerOptions } from 'sekisho';
import { assistantText, scriptedCall, scriptedModel, type ScriptedStep } from 'sekisho/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

type Row = Readonly<Record<string, unknown>>;

/** A database with the rows of a fixture, which version 0.1 wrote. */
export interface OldStore {
  readonly store: AgentRunnerOptions['store'];
  /** The text of the fixture, whose first lines name the tokens that version 0.1 issued. */
  readonly fixture: string;
  rows(table: 'tokens' | 'grants'): Promise<readonly Row[]>;
  run(sql: string): Promise<void>;
  insert(table: 'tokens' | 'grants', row: Row): Promise<void>;
  /** Replaces everything with the rows of the fixture, as a backup of version 0.1 does. */
  restore(): Promise<void>;
  /** Where the high-water mark is, if it is not beside the store. */
  readonly markDirectory?: string;
  close(): Promise<void>;
}

/**
 * The runs of the fixtures, by the name of their agent, with the calls that their model makes: turns are separated by ";",
 * calls of one turn by "+". Every call needs a person, except calls of an agent as a tool.
 */
const PLANS: Readonly<Record<string, string>> = {
  // Suspended with requests: one without a decision, others with a decision whose token was not used.
  pending: 'erase pending',
  // Version 0.1 masked the argument in the request.
  masked: 'erase password=hunter22',
  approved: 'erase approved',
  denied: 'erase denied',
  edited: 'erase edited',
  expired: 'erase expired',
  // The request comes from an agent that was called as a tool.
  nested: 'ask inner',
  // The first of two requests was approved.
  both: 'erase first + send second',
  // The first call was executed, and its approval gave a grant for the third. The second one waits.
  granted: 'erase one; send two; erase three',
  finished: 'erase finished',
  // The process died during the approved call. The outcome was requested; then a person decided "done" or "retry".
  unknown: 'erase unknown',
  settled: 'erase settled',
  retried: 'erase retried',
  // The same, and no process has claimed the run yet.
  crashed: 'erase crashed',
};

const secret = Buffer.alloc(32, 7);
const by = { id: 'mika' };
/** One minute after the last record of the fixtures. */
const NOW = Date.parse('2026-01-15T12:01:17.000Z');

/** Verifies that a store of version 0.1 is migrated once, and that none of its calls is executed without a new decision. */
export function describeVersion01(name: string, open: () => Promise<OldStore>): void {
  describe(`${name} that version 0.1 wrote`, () => {
    let old: OldStore;
    let done: string[];
    let runners: AgentRunner[];

    beforeEach(async () => {
      old = await open();
      [done, runners] = [[], []];
    });

    afterEach(async () => {
      for (const runner of runners) await runner.close({ timeoutMs: 0 });
      await old.close();
    });

    function openRunner(adoptRuns: readonly string[] = Object.keys(PLANS)): AgentRunner {
      const runner = createRunner({
        safetyAgent: new SafetyAgent((_agent, request) => ({
          decision: request.tool.id === 'ask' ? 'allow' : 'needs_human',
          risk_level: 2,
          reason: 'The test says so.',
        })),
        store: old.store,
        secret,
        ...(old.markDirectory !== undefined && { markDirectory: old.markDirectory }),
        clock: () => NOW,
        agents: Object.entries(PLANS).map(([agent, plan]) => makeAgent(agent, plan, done)),
        adoptRuns,
      });
      runners.push(runner);
      return runner;
    }

    const runOf = async (runner: AgentRunner, agent: string) => {
      const { rows } = await runner.inspect().store.listRuns({ limit: 100 });
      const run = rows.find(({ agent_name: each }) => each === agent);
      if (!run) throw new Error(`The fixture has no run of "${agent}".`);
      return run;
    };

    const waitingOf = async (runner: AgentRunner, agent: string) => {
      const { run_id: runId } = await runOf(runner, agent);
      const pending = (await runner.getPendingApprovals()).filter(({ run_id: id }) => id === runId);
      return { runId, ids: pending.map(({ approval_id: id }) => id) };
    };

    const approve = (runner: AgentRunner, runId: string, id = '') =>
      runner.approveAndResume(runId, id, { decision: 'approve', by });

    const expectSound = async (runner: AgentRunner) =>
      expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true, authority: { findings: [] } });

    it('retains its runs and is migrated once, which the audit log records', async () => {
      const first = openRunner();
      await first.createCheckpoint();
      await first.close();
      const second = openRunner();
      await second.createCheckpoint();
      const statuses = await Promise.all(
        Object.keys(PLANS).map(async (agent) => [agent, (await runOf(second, agent)).status]),
      );
      expect(Object.fromEntries(statuses)).toEqual({
        ...Object.fromEntries(Object.keys(PLANS).map((agent) => [agent, 'suspended'])),
        finished: 'done',
        crashed: 'running',
      });
      const versions = await second.getExecutionLogs({ event: 'audit.version' });
      expect(versions.map(({ data }) => data['log_version'])).toEqual([2]);
      expect(await old.rows('tokens')).toEqual([]);
      expect(await old.rows('grants')).toEqual([]);
      await expectSound(second);
      expect(done).toEqual([]);
    });

    it.each(['pending', 'approved', 'denied', 'edited'])(
      'requests the call of the run "%s" again and executes it once',
      async (agent) => {
        const runner = openRunner();
        const { runId, ids } = await waitingOf(runner, agent);
        expect(ids).toHaveLength(1);
        expect((await approve(runner, runId, ids[0])).finalOutput).toBe('done');
        expect(done).toEqual([`erase ${agent}`]);
        await expect(approve(runner, runId, ids[0])).rejects.toMatchObject({
          code: 'AGENTS-E-APPROVAL-INVALID',
        });
        expect(done).toHaveLength(1);
        const [adopted] = await runner.getExecutionLogs({ runId, event: 'run.adopted' });
        expect(adopted?.data).toMatchObject({ application: 'sekisho-tests', agent });
        await expectSound(runner);
      },
    );

    it('is migrated again after a backup of version 0.1 was restored and a person accepted it', async () => {
      const first = openRunner();
      const { runId, ids } = await waitingOf(first, 'pending');
      await approve(first, runId, ids[0]);
      expect(done).toEqual(['erase pending']);
      await first.close();
      await old.restore();

      const second = openRunner();
      await expect(approve(second, runId, ids[0])).rejects.toMatchObject({ code: 'AGENTS-E-LOG-ROLLBACK' });
      expect(done).toHaveLength(1);
      await second.acceptRestore({ by, reason: 'The upgrade was repeated.' });
      expect((await waitingOf(second, 'pending')).ids).toEqual(ids);
      await second.approveAndResume(runId, ids[0] ?? '', { decision: 'deny', by });
      expect(done).toHaveLength(1);
      expect(await second.getExecutionLogs({ event: 'store.restored' })).toHaveLength(1);
      await expectSound(second);
    });

    it('displays the complete values of a request that version 0.1 masked before it can be approved', async () => {
      const runner = openRunner();
      const { runId, ids } = await waitingOf(runner, 'masked');
      const [id = ''] = ids;
      expect((await runner.getPendingApprovals(runId))[0]?.args_masked).not.toContain('hunter22');
      await expect(approve(runner, runId, id)).rejects.toThrow('masks or shortens values');
      const reading = await runner.readApproval(id, { by });
      expect(reading).toMatchObject({ arguments: { what: 'password=hunter22' }, problems: [] });
      const { display_digest: displayed } = reading;
      await runner.approveAndResume(runId, id, { decision: 'approve', by, displayed });
      expect(done).toEqual(['erase password=hunter22']);
      await expectSound(runner);
    });

    it('does not display or approve a request whose row was changed', async () => {
      const first = openRunner();
      const { runId, ids } = await waitingOf(first, 'pending');
      await first.createCheckpoint();
      await old.run(`update approvals set body = replace(body, 'erase', 'delete')`);
      const [id = ''] = ids;
      const refused = { code: 'AGENTS-E-AUTHORITY' };
      await expect(first.readApproval(id, { by })).rejects.toMatchObject(refused);
      await expect(approve(first, runId, id)).rejects.toMatchObject(refused);
      expect(done).toEqual([]);
    });

    it('is not migrated a second time when the record of the first migration is removed', async () => {
      const first = openRunner();
      const { runId, ids } = await waitingOf(first, 'pending');
      await first.createCheckpoint();
      await first.close();
      await old.run(`delete from log where event = 'audit.version'`);
      await old.run(`update approvals set body = replace(body, 'erase', 'delete')`);
      await expect(approve(openRunner(), runId, ids[0])).rejects.toMatchObject({
        code: 'AGENTS-E-RUN-STATE',
      });
      expect(done).toEqual([]);
    });

    it('executes edited arguments instead of those of version 0.1', async () => {
      const runner = openRunner();
      const { runId, ids } = await waitingOf(runner, 'pending');
      const editedArgs = { what: 'something else' };
      await runner.approveAndResume(runId, ids[0] ?? '', { decision: 'approve', by, editedArgs });
      expect(done).toEqual(['erase something else']);
      await expectSound(runner);
    });

    it('executes the approved call of an agent that was called as a tool', async () => {
      const runner = openRunner();
      const { runId, ids } = await waitingOf(runner, 'nested');
      expect((await approve(runner, runId, ids[0])).finalOutput).toBe('done');
      expect(done).toEqual(['erase nested']);
      await expectSound(runner);
    });

    it('requests both calls of a turn again when one was approved', async () => {
      const runner = openRunner();
      const { runId, ids } = await waitingOf(runner, 'both');
      expect(ids).toHaveLength(2);
      await runner.submitApproval(ids[0] ?? '', 'approve', { by });
      expect((await approve(runner, runId, ids[1])).finalOutput).toBe('done');
      expect(done.toSorted()).toEqual(['erase first', 'send second']);
      await expectSound(runner);
    });

    it('does not accept the tokens of version 0.1', async () => {
      const runner = openRunner();
      const tokens = Object.entries(tokensOf(old));
      expect(tokens).toHaveLength(7);
      for (const [agent, token] of tokens) {
        const { run_id: runId } = await runOf(runner, agent);
        // A run that waits for an outcome does not read its token before a person has decided.
        const isParked = agent === 'settled' || agent === 'retried';
        const code = isParked ? 'AGENTS-E-APPROVAL-INVALID' : 'AGENTS-E-RESUME-TOKEN';
        await expect(runner.resumeRun(runId, token)).rejects.toMatchObject({ code });
      }
      expect(done).toEqual([]);
      await expectSound(runner);
    });

    it('does not use the grants of version 0.1', async () => {
      expect(await old.rows('grants')).toHaveLength(1);
      const runner = openRunner();
      const { runId, ids } = await waitingOf(runner, 'granted');
      const { interruptions } = await approve(runner, runId, ids[0]);
      expect(done).toEqual(['send two']);
      expect(interruptions).toHaveLength(1);
      await approve(runner, runId, interruptions[0]?.approval_id);
      expect(done).toEqual(['send two', 'erase three']);
      await expectSound(runner);
    });

    it('does not approve a request that had expired', async () => {
      const runner = openRunner();
      const { runId, ids } = await waitingOf(runner, 'expired');
      expect(ids).toEqual([]);
      const [expired] = await runner.expireApprovals();
      expect((await runner.resumeRun(runId, expired?.token ?? '')).finalOutput).toBe('done');
      expect(done).toEqual([]);
      await expectSound(runner);
    });

    it.each(['unknown', 'settled', 'retried'])(
      'asks about the outcome of the call of the run "%s" and does not repeat it',
      async (agent) => {
        const runner = openRunner();
        const { runId, ids } = await waitingOf(runner, agent);
        expect(ids).toHaveLength(1);
        const { token } = await runner.resolveOutcome(ids[0] ?? '', 'done', { by });
        expect((await runner.resumeRun(runId, token)).finalOutput).toBe('done');
        expect(done).toEqual([]);
        await expectSound(runner);
      },
    );

    it.each(['unknown', 'settled', 'retried'])(
      'repeats the call of the run "%s" once if a person decides so',
      async (agent) => {
        const runner = openRunner();
        const { runId, ids } = await waitingOf(runner, agent);
        const { token } = await runner.resolveOutcome(ids[0] ?? '', 'retry', { by });
        expect((await runner.resumeRun(runId, token)).finalOutput).toBe('done');
        expect(done).toEqual([`erase ${agent}`]);
        await expectSound(runner);
      },
    );

    it('requests the outcome of a call during which the process of version 0.1 died', async () => {
      const runner = openRunner();
      const { asked, failed } = await runner.recoverRuns();
      expect(failed).toEqual([]);
      expect(asked.map(({ agent_name: agent, kind }) => [agent, kind])).toEqual([['crashed', 'outcome']]);
      const { token } = await runner.resolveOutcome(asked[0]?.approval_id ?? '', 'done', { by });
      expect((await runner.resumeRun(asked[0]?.run_id ?? '', token)).finalOutput).toBe('done');
      expect(done).toEqual([]);
      await expectSound(runner);
    });

    it('executes nothing in an application that does not adopt its runs', async () => {
      const runner = openRunner([]);
      const { runId, ids } = await waitingOf(runner, 'pending');
      await expect(approve(runner, runId, ids[0])).rejects.toMatchObject({
        code: 'AGENTS-E-RUN-APPLICATION',
      });
      expect(await runner.recoverRuns()).toEqual({ results: [], asked: [], failed: [] });
      expect(done).toEqual([]);
      await expectSound(runner);
    });

    /** Migrates the store, inserts the rows that the migration deleted, and opens the store again. */
    async function insertAgain(table: 'tokens' | 'grants'): Promise<AgentRunner> {
      const before = await old.rows(table);
      const first = openRunner();
      await first.createCheckpoint();
      await first.close();
      for (const row of before) await old.insert(table, row);
      const runner = openRunner();
      await runner.createCheckpoint();
      expect(await old.rows(table)).toHaveLength(before.length);
      const { ok, authority } = await runner.verifyExecutionLog();
      expect(ok).toBe(false);
      const kind = table === 'tokens' ? 'token' : 'grant';
      expect(authority?.findings.map((finding) => finding.kind)).toEqual(before.map(() => kind));
      return runner;
    }

    it('reports its tokens as tampering when they are inserted again, and rejects them', async () => {
      const runner = await insertAgain('tokens');
      const { run_id: runId } = await runOf(runner, 'approved');
      await expect(runner.resumeRun(runId, tokensOf(old)['approved'] ?? '')).rejects.toMatchObject({
        code: 'AGENTS-E-RESUME-TOKEN',
      });
      expect(done).toEqual([]);
    });

    it('reports its grants as tampering when they are inserted again, and rejects them', async () => {
      const runner = await insertAgain('grants');
      const { runId, ids } = await waitingOf(runner, 'granted');
      await expect(approve(runner, runId, ids[0])).rejects.toMatchObject({ code: 'AGENTS-E-AUTHORITY' });
      expect(done).not.toContain('erase three');
    });
  });
}

/** The tokens that version 0.1 issued, by agent. */
const tokensOf = ({ fixture }: OldStore): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...fixture.matchAll(/^-- token (\w+): (\S+)$/gm)].map(([, agent = '', token = '']) => [agent, token]),
  );

/** An agent whose model makes the calls of the plan, one turn after the other, and then returns "done". */
function makeAgent(name: string, plan: string, done: string[]): Agent {
  const turns = plan.split('; ').map((turn) => turn.split(' + '));
  const step: ScriptedStep = ({ input }) => {
    const results =
      typeof input === 'string' ? 0 : input.filter(({ type }) => type === 'function_call_result').length;
    let before = 0;
    for (const [index, calls] of turns.entries()) {
      if (before === results) {
        return calls.map((call, place) => {
          const [toolName = '', what] = call.split(' ');
          return scriptedCall(
            `call_${index}_${place}`,
            toolName,
            toolName === 'ask' ? { input: what } : { what },
          );
        });
      }
      before += calls.length;
    }
    return [assistantText('done')];
  };
  const model = scriptedModel(Array.from({ length: 10 }, () => step));
  if (name === 'nested') {
    const ask = { toolName: 'ask', toolDescription: 'Asks the inner agent.' };
    return new Agent({ name, model, tools: [makeAgent('inner', 'erase nested', done).asTool(ask)] });
  }
  const tools = ['erase', 'send'].map((toolName) =>
    tool({
      name: toolName,
      description: `Does ${toolName}.`,
      parameters: z.object({ what: z.string() }),
      execute: async ({ what }) => {
        done.push(`${toolName} ${what}`);
        return `${toolName} did ${what}`;
      },
    }),
  );
  return new Agent({ name, model, tools });
}
