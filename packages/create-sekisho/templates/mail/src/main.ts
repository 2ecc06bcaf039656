import { createInterface } from 'node:readline/promises';
import { createAssistant, createGate } from './assistant.ts';
import { Mailbox } from './mailbox.ts';
import { credulousModel } from './simulated-model.ts';

const isJapanese = (process.env['LC_ALL'] || process.env['LANG'] || '').startsWith('ja');
const say = (en: string, ja: string) => console.log(isJapanese ? ja : en);

const mailbox = new Mailbox();
const hasKey = Boolean(process.env['OPENAI_API_KEY']);
const assistant = createAssistant(mailbox, hasKey ? undefined : credulousModel());
const gate = createGate(assistant, { directory: '.sekisho' });
const task = process.argv[2] ?? 'Reply to the mail about the contract that it is signed.';

if (!hasKey)
  say(
    'No OPENAI_API_KEY: a simulated model answers, which believes everything that it reads.',
    'OPENAI_API_KEY がないため、読んだ内容をすべて信じる模擬モデルが応答します。',
  );
// A run that waits since an earlier start comes first.
const [earlier] = await gate.getPendingApprovals();
if (earlier) await decide(earlier.run_id);
else {
  say(`Task: ${task}`, `依頼: ${task}`);
  const result = await gate.run(assistant, task);
  if (result.interruptions.length > 0) await decide(result.run_id);
  else console.log(result.finalOutput);
}
for (const { to, subject } of mailbox.sent)
  say(`Sent to ${to}: ${subject}`, `${to} へ送信しました: ${subject}`);
await gate.close();

/** Asks about each waiting call of a run, and continues the run. */
async function decide(runId: string): Promise<void> {
  for (;;) {
    const request = (await gate.getPendingApprovals()).find(({ run_id: id }) => id === runId);
    if (!request) return;
    console.log(`\n${isJapanese ? request.prompt_ja : request.prompt}\n`);
    if (!process.stdin.isTTY) {
      say(
        'The call waits. Run "npm start" in a terminal to decide.',
        '呼び出しは待機しています。判断するには、ターミナルで npm start を実行してください。',
      );
      return;
    }
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await terminal.question(isJapanese ? '承認しますか？ [y/N] ' : 'Approve it? [y/N] ');
    terminal.close();
    const decision = /^y(es)?$/i.test(answer.trim()) ? 'approve' : 'deny';
    const result = await gate.approveAndResume(runId, request.approval_id, {
      decision,
      by: { id: process.env['USER'] ?? 'user' },
    });
    if (result.finalOutput !== undefined) console.log(result.finalOutput);
  }
}
