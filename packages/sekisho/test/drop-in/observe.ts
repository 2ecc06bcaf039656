import type { RunResult, RunToolApprovalItem, StreamedRunResult } from '@openai/agents';
import type { ScriptedModel } from '@openai/agents/testing';

type AnyResult = Pick<
  RunResult<never, never> | StreamedRunResult<never, never>,
  | 'history'
  | 'output'
  | 'rawResponses'
  | 'lastResponseId'
  | 'inputGuardrailResults'
  | 'outputGuardrailResults'
  | 'toolInputGuardrailResults'
  | 'toolOutputGuardrailResults'
> & {
  readonly finalOutput?: unknown;
  readonly newItems: readonly unknown[];
  readonly interruptions: readonly unknown[] | undefined;
  readonly lastAgent: { readonly name: string } | undefined;
  readonly activeAgent: { readonly name: string } | undefined;
  readonly runContext: { readonly context: unknown; readonly usage: object; toJSON(): object };
};

/** Returns everything that a program can read from the result of a run, as plain data. */
export function observe(result: AnyResult): object {
  const interrupted = (result.interruptions ?? []).length > 0;
  return {
    class: classOf(result),
    finalOutput: interrupted ? 'interrupted' : result.finalOutput,
    output: result.output,
    history: result.history,
    newItems: result.newItems.map(observeItem),
    interruptions: result.interruptions?.map(observeItem),
    lastAgent: result.lastAgent?.name,
    activeAgent: result.activeAgent?.name,
    rawResponses: result.rawResponses,
    lastResponseId: result.lastResponseId,
    context: result.runContext.context,
    runContext: result.runContext.toJSON(),
    usage: result.runContext.usage,
    guardrails: [
      result.inputGuardrailResults,
      result.outputGuardrailResults,
      result.toolInputGuardrailResults,
      result.toolOutputGuardrailResults,
    ],
    ownKeys: Object.keys(result),
  };
}

/** Returns one item of a run as plain data. */
export function observeItem(item: unknown): object {
  const read = (key: string): unknown => Reflect.get(Object(item), key);
  const agentName = (key: string): unknown => Reflect.get(Object(read(key)), 'name');
  return {
    class: classOf(item),
    json: JSON.parse(JSON.stringify(item)),
    agents: [agentName('agent'), agentName('sourceAgent'), agentName('targetAgent')],
    output: read('output'),
    name: read('name'),
    arguments: read('arguments'),
    content: read('content'),
  };
}

/** Returns what a program can read from an approval item. */
export function observeInterruption(item: RunToolApprovalItem): object {
  return {
    class: classOf(item),
    type: item.type,
    name: item.name,
    toolName: item.toolName,
    arguments: item.arguments,
    agent: item.agent.name,
    rawItem: item.rawItem,
    json: item.toJSON(),
  };
}

/** Returns the requests to the model. */
export function observeRequests(model: ScriptedModel): object[] {
  return model.calls.map(({ streamed, request }) => {
    // Upstream traces by default and we do not; the table of differences by design contains this.
    const { signal, tracing: _tracing, ...plain } = request;
    return { streamed, ...plain, signal: classOf(signal) };
  });
}

/** Returns the error that a program catches: its class, the upstream classes that it extends, and its message. */
export async function observeFailure(work: () => Promise<unknown>): Promise<object> {
  try {
    return { unexpected: (await work()) ?? 'no failure' };
  } catch (error) {
    return describeFailure(error);
  }
}

/** Returns an error as plain data. */
export function describeFailure(error: unknown): object {
  if (!(error instanceof Error)) return { thrown: error };
  const inner: unknown = Reflect.get(error, 'error');
  const result: unknown = Reflect.get(error, 'result');
  return {
    classes: classesOf(error),
    message: error.message,
    code: Reflect.get(error, 'code'),
    hasState: Reflect.get(error, 'state') !== undefined,
    ...(inner instanceof Error ? { inner: describeFailure(inner) } : {}),
    ...(result === undefined ? {} : { result }),
  };
}

function classOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? value.constructor.name : typeof value;
}

function classesOf(error: object): string[] {
  const names: string[] = [];
  let prototype: unknown = Object.getPrototypeOf(error);
  while (typeof prototype === 'object' && prototype !== null && prototype !== Object.prototype) {
    names.push(prototype.constructor.name);
    prototype = Object.getPrototypeOf(prototype);
  }
  return names;
}
