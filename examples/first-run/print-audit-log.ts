import type { AgentRunner, ExecutionLog } from 'sekisho';
import { printOutcome, printTable } from './screen.ts';
import type { Texts } from './texts.ts';

/** Prints every record and verifies the whole chain. Returns whether the chain is valid. */
export async function printAuditLog(runner: AgentRunner, texts: Texts): Promise<boolean> {
  const records = await runner.getExecutionLogs();
  const toolOf = toolNames(records);
  printTable(
    texts.columns,
    records.map(({ seq, event, decision, tool_call_id: call, data }) => [
      `${seq}`,
      event,
      decision,
      toolOf.get(call) ?? '',
      textOf(data['by']),
    ]),
  );
  const check = await runner.verifyExecutionLog();
  const { first_bad: bad } = check;
  printOutcome(bad ? texts.broken(bad.seq, bad.why) : texts.verified(check.records), check.ok);
  return check.ok;
}

/** Maps each call to its tool, because not every record of a call contains it. */
function toolNames(records: readonly ExecutionLog[]): Map<string, string> {
  const named = records.filter(({ data }) => textOf(data['tool']) !== '');
  return new Map(named.map(({ tool_call_id: call, data }) => [call, textOf(data['tool'])]));
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
