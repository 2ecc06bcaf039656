import type { PluginMessage, ToolCall } from '@sekisho/dify-plugin';
import type { AgentRun } from './agent-run.ts';
import type { JsonRecord } from './json-record.ts';
import { limitTime } from './limit-time.ts';
import type { OfferedTool } from './tool-registry.ts';
import type { RequestedCall } from './tool-call-collector.ts';
import { ToolOutput } from './tool-output.ts';
import { checkCall, mergeParameters } from './tooling.ts';
import { explainFailure } from './explain-failure.ts';

const TOOL_FAILED = 'tool invoke error: failed to execute tool';

type Outcome = { readonly text: string; readonly error: string | undefined };

/** Executes one call, or rejects it, and returns the message for the model. A tool runs only after every check has passed. */
export async function* runToolCall(
  run: AgentRun,
  call: RequestedCall,
  parentId: string,
): AsyncGenerator<PluginMessage, string> {
  const checked = checkCall(call, run.registry);
  const provider = checked.ok ? checked.tool.entity.identity.provider : undefined;
  const input = checked.ok ? checked.args : describeArguments(call);
  const data = { tool_name: call.name, ...run.logField('tool_input', input) };
  const entry = run.openLog({ label: `CALL ${call.name.slice(0, 64)}`, parentId, provider, data });
  yield entry.start();
  const repeated = run.failedCalls.refuse(checked.signature, call.name);
  let outcome: Outcome;
  if (repeated !== undefined) outcome = refusal(repeated);
  else if (!checked.ok) outcome = refusal(checked.message);
  else if (run.isOutOfTime)
    outcome = refusal('The time limit of this run is exceeded; the tool was not called.');
  else outcome = yield* execute(run, checked.tool, checked.args);
  run.toolCalls += 1;
  if (outcome.error !== undefined) {
    run.failedToolCalls += 1;
    run.failedCalls.add(checked.signature);
  }
  yield entry.finish(
    { data: run.logField('tool_response', outcome.text), error: outcome.error },
    run.seconds,
  );
  return outcome.text;
}

async function* execute(
  run: AgentRun,
  tool: OfferedTool,
  args: JsonRecord,
): AsyncGenerator<PluginMessage, Outcome> {
  const { clock, local } = run.dependencies;
  const output = new ToolOutput(local);
  try {
    const messages = run.context.dify.streamTool(toToolCall(run, tool, args));
    for await (const message of limitTime(messages, run.workUntil, clock)) yield* await output.take(message);
    return { text: output.text, error: undefined };
  } catch (thrown) {
    run.context.signal.throwIfAborted();
    // The model receives a fixed text, because an exception may contain secrets or instructions. The reason is in the log.
    return { text: TOOL_FAILED, error: explainFailure(thrown, run.context) };
  }
}

function toToolCall(run: AgentRun, tool: OfferedTool, args: JsonRecord): ToolCall {
  const { identity, credential_id: ownCredential, provider_type: type } = tool.entity;
  const credential = ownCredential || run.context.toolCredentials.get(identity.provider);
  return {
    tool_type: type === 'workflow' || type === 'api' || type === 'mcp' ? type : 'builtin',
    provider: identity.provider,
    tool: identity.name,
    tool_parameters: mergeParameters(tool, args),
    ...(credential !== undefined && credential !== '' && { credential_id: credential }),
  };
}

function describeArguments({ arguments: raw }: RequestedCall): string {
  return typeof raw === 'string' ? raw : '(not a string)';
}

function refusal(text: string): Outcome {
  return { text, error: text };
}
