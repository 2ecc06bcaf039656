import type { ExecutionLog, HumanApprovalRequest, StateStore } from 'sekisho';
import { z } from 'zod';

/** What the gate recorded when it requested an approval, and when it evaluated edited arguments. */
export async function readJudgement(
  store: Pick<StateStore, 'queryLogs'>,
  { run_id, call_key, turn }: HumanApprovalRequest,
) {
  const logs = await store.queryLogs({ runId: run_id, event: 'gate.decision', limit: 10_000 });
  const own = logs.filter(({ tool_call_id: key }) => key === call_key);
  const judged = own.find(({ attempt }) => `${attempt}` === turn) ?? own.at(-1);
  const edited = logs.findLast(({ tool_call_id: key }) => key === `${call_key}:edited`);
  return {
    sources: sourcesOf(judged),
    sourcesOfEdit: sourcesOf(edited ?? judged),
    rule_ids: textsSchema.parse(judged?.data['rule_ids']),
    policy: textSchema.parse(judged?.data['policy']),
  };
}

// Records of older versions can lack a field, which then counts as an empty text.
const textSchema = z.string().catch('');
const textsSchema = z.array(textSchema).catch([]);
const sourceSchema = z.object({ path: textSchema, value: textSchema, origin: textSchema });
const sourcesSchema = z.array(sourceSchema.catch({ path: '', value: '', origin: '' })).catch([]);

/** The log stores an origin and its tool as one text: `prose (read_mail)`. */
function sourcesOf(record: ExecutionLog | undefined) {
  return sourcesSchema.parse(record?.data['sources']).map((source) => {
    const [, origin = '', tool] = /^(\w*)(?: \(([^]*)\))?$/.exec(source.origin) ?? [];
    return { ...source, origin, tool: tool ?? null };
  });
}
