import type { ToolDescription } from '../wire/tool-call-request.ts';
import type { ActiveRun } from './active-run.ts';
import { judgeEarly, judgeNow } from './judge-calls.ts';
import type { TurnAgent } from './run-user.ts';
import type { JudgedCall, RequestedCall } from './tool-call.ts';
import { TurnDraft } from './turn-draft.ts';

/** Decides which provider-executed tools the model receives. Their single calls cannot be stopped or approved. */
export async function authorizeTools(
  run: ActiveRun,
  agent: TurnAgent,
  tools: readonly ToolDescription[],
): Promise<void> {
  run.requireOpen();
  run.user.addAgent(agent);
  const last = run.lastAuthorized;
  // The agent listed exactly these tools before, so nothing has to be authorized again.
  if (last?.agent === agent && isSameList(last.tools, tools)) return;
  const known = tools.map(run.context.withManifest); // Throws for a manifest that does not match its tool.
  run.setCapabilities(agent, known);
  const hosted = known.filter(
    ({ kind, definition_digest: digest }) => kind === 'hosted' && !run.authorized.has(digest),
  );
  if (hosted.length === 0) {
    run.lastAuthorized = { agent, tools: [...tools] };
    return;
  }
  // The exposure of a tool to the model stands for every call that the provider executes.
  const calls = hosted.map((tool): RequestedCall => ({
    key: `expose:${tool.id}`,
    callId: tool.id,
    tool,
    rawArguments: '{}',
  }));
  const early = await judgeEarly(run, agent, calls);
  const draft = new TurnDraft(run.context, run.settings);
  const judged: JudgedCall[] = [];
  for (const call of calls) {
    const each = judgeNow(run, agent, call, early);
    draft.record(each);
    judged.push(each);
    if (each.decision.decision !== 'allow') break;
    run.authorized.add(call.tool.definition_digest);
  }
  run.outbox.add(draft);
  await run.outbox.commit();
  const denied = judged.find(({ decision }) => decision.decision !== 'allow');
  if (denied) throw run.refuse(denied, denied.decision.reason, { cause: denied.decision.cause });
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((item, index) => item === other[index]);
