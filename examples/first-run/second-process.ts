import { readChildOptions } from './child-options.ts';
import { printCalls } from './print-calls.ts';
import { printLine } from './screen.ts';
import { openRunner } from './story-folder.ts';
import { TEXTS } from './texts.ts';

const { folder, lang, decision } = readChildOptions(process.argv.slice(2));
const texts = TEXTS[lang];
const runner = openRunner(folder);
printLine(`${process.pid}`, texts.process);
for (const { run_id: runId, approval_id: approvalId } of await runner.getPendingApprovals()) {
  const result = await runner.approveAndResume(runId, approvalId, {
    decision,
    by: { id: 'you' },
    ...(decision === 'deny' ? { comment: texts.keepReason } : {}),
  });
  printCalls(result, texts, texts.approved);
  printLine(result.output_text, texts.agent);
}
await runner.close();
