import { createEngine, describeFunction, RuleSafetyAgent, type EngineOptions } from '@sekisho/engine';
import type { Trial, TrialCall, TrialStep, TrialTool } from '../runs/trial.ts';

const NAME = 'playground';

/**
 * Passes the calls of a trial through the gate, one turn for each call. The store is in memory and the tools only return
 * the given results, so nothing is stored and nothing has an effect.
 */
export async function tryCalls(
  trial: Trial,
  options: Pick<EngineOptions, 'manifests' | 'policyStore'>,
): Promise<TrialStep[]> {
  const engine = createEngine({
    ...options,
    safetyAgent: new RuleSafetyAgent(),
    store: 'memory',
    application: NAME,
    integration: { name: NAME, onDeny: { maxDenials: trial.calls.length + 1 } },
  });
  try {
    const run = await engine.openRun({ agent: NAME, policyProfile: trial.profile });
    run.addUserText(trial.task);
    const agent = { name: NAME };
    const tools = new Map(trial.tools.map((tool) => [tool.name, describe(tool)]));
    await run.describeTools(agent, [...tools.values()]);
    const steps: TrialStep[] = [];
    for (const [index, call] of trial.calls.entries()) {
      const tool = tools.get(call.tool);
      if (tool === undefined) throw new Error(`The trial has no tool ${call.tool}.`);
      const key = `#0.${index}:call_${index + 1}`;
      const rawArguments = JSON.stringify(call.arguments);
      const turn = { agent, calls: [{ key, callId: key, tool, rawArguments }], visible: true };
      const [decided] = await run.decideTurn(turn);
      if (decided?.stage === 'waiting') {
        await engine.decide(decided.approval.approval_id, call.if_asked, { by: { id: NAME } });
        await run.decideTurn(turn);
      }
      let hasRun = false;
      const received = await run.executeOnce(key, async () => {
        hasRun = true;
        return resultOf(call);
      });
      await run.flush([key]);
      const records = await engine.getExecutionLogs({ runId: run.id, event: 'gate.decision' });
      const record = records.find(({ tool_call_id: id }) => id === key);
      steps.push({
        tool: call.tool,
        decision: record?.decision ?? 'deny',
        gate: { ...record?.data },
        has_run: hasRun,
        received: typeof received === 'string' ? received : JSON.stringify(received),
      });
    }
    await run.close('done');
    return steps;
  } finally {
    await engine.close();
  }
}

function describe({ name, effect, trusted, arguments: given }: TrialTool) {
  const roles = given.flatMap(({ name: argument, role }) =>
    role === null ? [] : [[argument, role] as const],
  );
  return describeFunction({
    name,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(given.map(({ name: argument }) => [argument, {}])),
    },
    ...(effect !== null && {
      manifest: { effect, arguments: Object.fromEntries(roles), trusted_source: trusted },
    }),
  });
}

/** Adds the injected text to the result: as a line of a text, as an item of a list, or as a field of an object. */
function resultOf({ result, injected }: TrialCall): unknown {
  const value = parseJson(result);
  if (injected === '') return value;
  if (Array.isArray(value)) return [...value, injected];
  return typeof value === 'object' && value !== null
    ? { ...value, note: injected }
    : `${result}\n${injected}`;
}

/** Results that are JSON are values with fields, as most tools return them. Everything else is text. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : text;
  } catch {
    return text;
  }
}
