import {
  SekishoError,
  type ApprovalReading,
  type HumanApprovalRequest,
  type LocalizedText,
} from '@sekisho/engine';
import { plainText, StoreChanges, type EngineParts } from '@sekisho/engine/integration';
import { EXIT, UsageError, type Invocation, type Language } from '../command.ts';
import { withParts } from '../open-parts.ts';

/** `sekisho inbox`: lists the pending requests. In a terminal, a person can open and decide them. */
export async function inboxCommand(call: Invocation): Promise<void> {
  const { host } = call;
  await withParts(call, async (parts, store) => {
    if (call.flag('watch')) return watch(call, parts);
    const pending = await pendingOf(parts);
    if (host.terminal && !call.isJson && !call.flag('list')) {
      const { browseInbox } = await import('./browse-inbox.ts');
      return browseInbox(call, parts, { terminal: host.terminal, store });
    }
    for (const approval of pending) printLine(call, approval);
    if (pending.length === 0 && !call.isJson) call.say(nothingPending(store));
  });
}

/** Names the store: the hooks and the proxy use the one of the user, unless another is named. */
export const nothingPending = (store: string): LocalizedText => ({
  en: `No approval request is pending in ${store}.`,
  ja: `${store} に保留中の承認依頼はありません。`,
});

/** `sekisho show ID`: prints the complete values of a request. The audit log records who read them. */
export async function showCommand(call: Invocation): Promise<void> {
  await withParts(call, async (parts) => {
    const reading = await parts.context.approvals.read(idOf(call), call.by);
    const { args_sealed: _sealed, ...approval } = reading.approval;
    call.report({ ...reading, approval }, describeReading(reading));
  });
}

/** `sekisho approve ID`: approves a request after its complete values were displayed. */
export async function approveCommand(call: Invocation): Promise<number> {
  const { host } = call;
  return withParts(call, async (parts) => {
    const { approvals } = parts.context;
    let displayed = call.text('displayed');
    if (displayed === undefined) {
      if (!host.terminal || call.isJson)
        throw new UsageError(
          call.language === 'ja'
            ? '端末以外から承認するには、sekisho show が表示した値を --displayed に指定してください。'
            : 'Outside of a terminal, pass --displayed with the value that "sekisho show" printed.',
        );
      const reading = await approvals.read(idOf(call), call.by);
      call.say(describeReading(reading));
      const { confirm } = await import('./browse-inbox.ts');
      if (!(await confirm(call, host.terminal))) return EXIT.failed;
      displayed = reading.display_digest;
    }
    const details = { by: call.by, comment: call.text('comment'), displayed };
    const token = await approvals.submitDecision(idOf(call), 'approve', details);
    call.report(
      { approval_id: idOf(call), decision: 'approve', resume: token },
      {
        en: 'Approved. The call runs when its agent continues.',
        ja: '承認しました。エージェントが再開すると実行されます。',
      },
    );
    return EXIT.ok;
  });
}

/** `sekisho deny ID`: denies a request. The model receives the comment. */
export async function denyCommand(call: Invocation): Promise<void> {
  await withParts(call, async (parts) => {
    const details = { by: call.by, comment: call.text('comment') };
    const token = await parts.context.approvals.submitDecision(idOf(call), 'deny', details);
    call.report(
      { approval_id: idOf(call), decision: 'deny', resume: token },
      { en: 'Denied. The call does not run.', ja: '拒否しました。この呼び出しは実行されません。' },
    );
  });
}

const OUTCOMES = ['done', 'retry', 'abort'] as const;

/** `sekisho resolve ID OUTCOME`: states what happened to a call that a crash interrupted. */
export async function resolveCommand(call: Invocation): Promise<void> {
  const outcome = OUTCOMES.find((each) => each === call.positionals[1]);
  if (outcome === undefined) throw call.notOneOf(call.positionals[1], OUTCOMES);
  await withParts(call, async (parts) => {
    const details = { by: call.by, comment: call.text('comment'), result: call.text('result') };
    const token = await parts.recovery.resolve(idOf(call), outcome, details);
    call.report(
      { approval_id: idOf(call), outcome, resume: token },
      { en: `Recorded: ${outcome}.`, ja: `記録しました: ${outcome}` },
    );
  });
}

/** Returns the pending requests, the oldest first. */
export const pendingOf = async ({ context }: EngineParts) =>
  (await context.approvals.listPending()).toSorted((one, other) =>
    one.created_at.localeCompare(other.created_at),
  );

/** Prints each request when it is created, until the process is requested to stop. */
async function watch(call: Invocation, parts: EngineParts): Promise<void> {
  const changes = new StoreChanges(parts.context.store);
  const stop = new AbortController();
  void call.host.stopped.then(() => stop.abort());
  const seen = new Set<string>();
  while (!stop.signal.aborted) {
    const changed = changes.next(stop.signal);
    for (const approval of await pendingOf(parts)) {
      if (seen.has(approval.approval_id)) continue;
      seen.add(approval.approval_id);
      printLine(call, approval);
    }
    await changed;
  }
  changes.close();
}

function printLine(call: Invocation, approval: HumanApprovalRequest): void {
  const { args_sealed: _sealed, ...shown } = approval;
  if (call.isJson) call.host.print(JSON.stringify(shown));
  else call.host.print(`${approval.approval_id}  ${titleOf(approval, call.language)}`);
}

const MAX_NAME = 400;

/** Returns one line about a request: risk, agent, tool and time. */
export function titleOf(approval: HumanApprovalRequest, language: Language): string {
  const { risk_level: risk, created_at: at, kind } = approval;
  // On one line: a name with a line break would look like another request.
  const [agent, tool] = [plainText(approval.agent_name, MAX_NAME), plainText(approval.tool_id, MAX_NAME)];
  const time = at.slice(0, 16).replace('T', ' ');
  if (kind === 'outcome')
    return {
      en: `${agent}: what happened to ${tool}? (${time} UTC)`,
      ja: `${agent}: ${tool} の結果確認（${time} UTC）`,
    }[language];
  return {
    en: `risk ${risk}  ${agent}: ${tool} (${time} UTC)`,
    ja: `リスク ${risk}  ${agent}: ${tool}（${time} UTC）`,
  }[language];
}

/** Returns everything that a person needs for the decision, with the complete values. */
export function describeReading(reading: ApprovalReading): { readonly en: string; readonly ja: string } {
  const {
    approval,
    arguments_text: args,
    warnings,
    problems,
    display_digest: digest,
    tool_id: tool,
    server_id: server,
  } = reading;
  const lines = (language: Language) => {
    const isJapanese = language === 'ja';
    const notes = [...problems, ...warnings].map(
      ({ path, message, message_ja }) =>
        `  ! ${path === '' ? '' : `${path}: `}${isJapanese ? message_ja : message}`,
    );
    const label = (en: string, ja: string, value: string) => `${isJapanese ? ja : en}: ${value}`;
    return [
      titleOf(approval, language),
      isJapanese ? approval.prompt_ja : approval.prompt,
      '',
      label('Request', '承認依頼', `${approval.approval_id} (${approval.status})`),
      label('Run', '実行', approval.run_id),
      label('Tool', 'ツール', plainText(server === undefined ? tool : `${tool} (${server})`)),
      label('Expires', '期限', approval.expires_at),
      label('Complete arguments', 'すべての引数', ''),
      args,
      ...(reading.edited
        ? [label('Edited arguments', '編集後の引数', ''), reading.edited.arguments_text]
        : []),
      ...notes,
      label('Displayed', '表示の確認値', digest),
    ].join('\n');
  };
  return { en: lines('en'), ja: lines('ja') };
}

function idOf(call: Invocation): string {
  const [id = ''] = call.positionals;
  if (id !== '') return id;
  const text = {
    en: 'The id of the approval request is empty. sekisho inbox lists the pending ones.',
    ja: '承認依頼の ID が空です。sekisho inbox で一覧を表示できます。',
  };
  throw new SekishoError('AGENTS-E-APPROVAL-NOT-FOUND', text[call.language]);
}
