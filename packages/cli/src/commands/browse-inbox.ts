import * as prompts from '@clack/prompts';
import type { ApprovalReading } from '@sekisho/engine';
import type { EngineParts } from '@sekisho/engine/integration';
import type { Invocation, Terminal } from '../command.ts';
import { describeReading, nothingPending, pendingOf, titleOf } from './approvals.ts';

/** Lets a person open the pending requests one by one and decide them. */
export async function browseInbox(
  call: Invocation,
  parts: EngineParts,
  { terminal, store }: { readonly terminal: Terminal; readonly store: string },
): Promise<void> {
  const say = TEXTS[call.language];
  for (;;) {
    const pending = await pendingOf(parts);
    if (pending.length === 0) {
      call.say(nothingPending(store));
      return;
    }
    const chosen = await prompts.select({
      ...terminal,
      message: say.choose(pending.length),
      options: [
        ...pending.map((each) => ({ value: each.approval_id, label: titleOf(each, call.language) })),
        { value: '', label: say.quit },
      ],
    });
    if (prompts.isCancel(chosen) || chosen === '') return;
    const reading = await parts.context.approvals.read(chosen, call.by);
    call.say(describeReading(reading));
    await decide(call, parts, reading, terminal);
  }
}

/** Asks for a confirmation, by default of the displayed request. No answer means no. */
export async function confirm(
  call: Invocation,
  terminal: Terminal,
  question?: { readonly en: string; readonly ja: string },
): Promise<boolean> {
  const answer = await prompts.confirm({
    ...terminal,
    message: question?.[call.language] ?? TEXTS[call.language].sure,
    initialValue: false,
  });
  return answer === true;
}

async function decide(
  call: Invocation,
  { context, recovery }: EngineParts,
  { approval, problems, display_digest: displayed }: ApprovalReading,
  terminal: Terminal,
): Promise<void> {
  const say = TEXTS[call.language];
  const { approval_id: id, kind } = approval;
  const approve = problems.length === 0 ? [{ value: 'approve', label: say.approve }] : [];
  const options =
    kind === 'outcome'
      ? [
          { value: 'done', label: say.done },
          { value: 'retry', label: say.retry },
          { value: 'abort', label: say.abort },
        ]
      : [{ value: 'deny', label: say.deny }, ...approve];
  const answer = await prompts.select({
    ...terminal,
    message: say.decide,
    options: [{ value: 'later', label: say.later }, ...options],
  });
  if (prompts.isCancel(answer) || answer === 'later') return;
  const { by } = call;
  try {
    if (answer === 'done' || answer === 'retry' || answer === 'abort')
      await recovery.resolve(id, answer, { by });
    else if (answer === 'approve') await context.approvals.submitDecision(id, 'approve', { by, displayed });
    else {
      const comment = await prompts.text({ ...terminal, message: say.why, defaultValue: '' });
      if (prompts.isCancel(comment)) return;
      await context.approvals.submitDecision(id, 'deny', { by, ...(comment !== '' && { comment }) });
    }
    call.host.print(say.recorded);
  } catch (error) {
    // Another person may have decided in the meantime; the list is read again.
    call.host.complain(error instanceof Error ? error.message : String(error));
  }
}

const TEXTS = {
  en: {
    choose: (count: number) => `${count} pending. Open one to see all its values.`,
    quit: 'Quit',
    sure: 'Approve exactly this call?',
    decide: 'Your decision',
    approve: 'Approve exactly this call',
    deny: 'Deny',
    later: 'Decide later',
    why: 'Reason for the model (optional)',
    done: 'It took effect',
    retry: 'It did not take effect; run it again',
    abort: 'End the run',
    recorded: 'Recorded.',
  },
  ja: {
    choose: (count: number) => `保留中 ${count} 件。選ぶとすべての値を表示します。`,
    quit: '終了',
    sure: 'この呼び出しだけを承認しますか。',
    decide: '判断',
    approve: 'この呼び出しだけを承認する',
    deny: '拒否する',
    later: '後で判断する',
    why: 'モデルに伝える理由（省略可）',
    done: '実行済みだった',
    retry: '実行されていないので再実行する',
    abort: '実行を終了する',
    recorded: '記録しました。',
  },
} as const;
