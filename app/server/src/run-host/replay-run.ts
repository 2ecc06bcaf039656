import {
  createRunner,
  protocol,
  RuleSafetyAgent,
  SekishoError,
  Usage,
  type Agent,
  type AgentRunner,
  type Model,
  type PolicyProfile,
  type ToolManifest,
} from 'sekisho';
import { z } from 'zod';
import { createDemoAgents, type RunDemoCall } from '../playground/demo-agents.ts';
import type { ModelCall, RunFacts, ToolOutput } from '../runs/run-facts-store.ts';
import type { ReplayedCall } from '../runs/run-host.ts';

/** A recorded run. */
export type RecordedRun = {
  readonly facts: RunFacts;
  readonly agentName: string;
  readonly calls: readonly ModelCall[];
  readonly outputs: readonly ToolOutput[];
};

const MAX_WAITS = 50;

/**
 * Evaluates the calls of a recorded run with another profile, in memory. Model responses and tool results come from
 * the recording, and every call that can be approved is approved, so that the later calls are evaluated too. The
 * replay ends where the recording has no response, because the further course is unknown.
 */
export async function replayRun(
  recording: RecordedRun,
  rules: { profile: PolicyProfile; manifests: Readonly<Record<string, ToolManifest>> },
): Promise<readonly ReplayedCall[] | 'not_recorded' | 'diverged'> {
  if (recording.calls.length === 0) return 'not_recorded';
  const script = new Script(recording);
  const agents = createDemoAgents({ model: script.model, runCall: script.runCall });
  const agent = agents.find(({ name }) => name === recording.agentName);
  if (agent === undefined) return 'not_recorded';
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    store: 'memory',
    agents,
    manifests: rules.manifests,
    policyStore: { getProfile: async () => rules.profile, setProfile: async () => undefined },
  });
  try {
    await drive(runner, agent, recording.facts.user_intent);
  } catch (error) {
    // A call that the profile denies ends the run; any other error means that the replay diverged.
    if (!(error instanceof SekishoError)) return 'diverged';
  }
  return readCalls(runner);
}

async function drive(runner: AgentRunner, agent: Agent, task: string): Promise<void> {
  let { run_id: runId, interruptions } = await runner.run(agent, task);
  for (let wait = 0; interruptions.length > 0 && wait < MAX_WAITS; wait += 1) {
    let token = '';
    for (const { approval_id: id, display } of await runner.getPendingApprovals(runId)) {
      const { display_digest: displayed } = await runner.readApproval(id, { by: REPLAY });
      const decision = display === 'blocked' ? 'deny' : 'approve';
      ({ token } = await runner.submitApproval(id, decision, { by: REPLAY, displayed }));
    }
    ({ interruptions } = await runner.resumeRun(runId, token));
  }
}

const REPLAY = { id: 'replay' };

async function readCalls(runner: AgentRunner): Promise<ReplayedCall[]> {
  const seen = new Set<string>();
  const calls: ReplayedCall[] = [];
  for (const { tool_call_id: key, decision, data } of await runner.getExecutionLogs({
    event: 'gate.decision',
  })) {
    // After each wait the gate evaluates the same call again.
    if (seen.has(key)) continue;
    seen.add(key);
    const rules: unknown = data['rule_ids'];
    calls.push({
      tool_id: String(data['tool']),
      arguments_text: String(data['args']),
      decision,
      reason: String(data['reason']),
      reason_ja: typeof data['reason_ja'] === 'string' ? data['reason_ja'] : null,
      rule_ids: Array.isArray(rules) ? rules.map(String) : [],
    });
  }
  return calls;
}

const answerSchema = z.array(protocol.OutputModelItem);

/** Replays the recorded responses in order. */
class Script {
  readonly #answers: readonly ModelCall[];
  readonly #outputs: Map<string, string[]> = new Map();
  #next = 0;
  #isOver = false;

  constructor({ calls, outputs }: RecordedRun) {
    this.#answers = calls.filter(({ has_failed: failed }) => !failed);
    for (const { tool_id, args, output } of outputs) {
      const key = `${tool_id} ${args}`;
      this.#outputs.set(key, [...(this.#outputs.get(key) ?? []), output]);
    }
  }

  readonly model: Model = {
    getResponse: async () => {
      const answer = this.#isOver ? undefined : this.#answers[this.#next];
      this.#next += 1;
      return { usage: new Usage(), output: answer ? answerSchema.parse(JSON.parse(answer.answer)) : [END] };
    },
    getStreamedResponse: () => {
      throw new Error('A replay does not support streaming.');
    },
  };

  readonly runCall: RunDemoCall = async (toolId, args) => {
    const output = this.#outputs.get(`${toolId} ${JSON.stringify(args)}`)?.shift();
    if (output !== undefined) return z.json().parse(JSON.parse(output));
    this.#isOver = true;
    return 'The recording contains no further result of this call.';
  };
}

const END: protocol.OutputModelItem = {
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'The recording contains no further response.' }],
};
