import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { askPerson } from './ask-person.ts';
import { printAuditLog } from './print-audit-log.ts';
import { runProcess } from './run-process.ts';
import { printHeading, printLine, printOutcome } from './screen.ts';
import { readStoryOptions, type StoryOptions } from './story-options.ts';
import { createFolder, openRunner, workFolder } from './story-folder.ts';
import { TEXTS } from './texts.ts';

/** Runs the example. Returns whether the result matches the decision. */
async function runStory(options: StoryOptions, folder: string): Promise<boolean> {
  const { lang } = options;
  const texts = TEXTS[lang];
  printHeading(`1. ${texts.steps.first}`);
  await runProcess('first-process.ts', { folder, lang });

  printHeading(`2. ${texts.steps.you}`);
  const runner = openRunner(folder);
  for (const { prompt, prompt_ja: promptJa } of await runner.getPendingApprovals()) {
    printLine(lang === 'ja' ? promptJa : prompt);
  }
  const decision = (await askPerson(options, texts)) === 'y' ? 'approve' : 'deny';

  printHeading(`3. ${texts.steps.second}`);
  await runProcess('second-process.ts', { folder, lang, decision });

  printHeading(`4. ${texts.steps.folder}`);
  const notesExist = await printFile('notes.txt');
  const draftExists = await printFile('old-draft.txt');

  printHeading(`5. ${texts.steps.log}`);
  const isVerified = await printAuditLog(runner, texts);
  await runner.close();
  return isVerified && notesExist && draftExists === (decision === 'deny');

  async function printFile(name: string): Promise<boolean> {
    const exists = await access(join(workFolder(folder), name)).then(
      () => true,
      () => false,
    );
    printOutcome(`${name} ${exists ? texts.exists : texts.deleted}`, exists);
    return exists;
  }
}

async function main(): Promise<void> {
  const options = readStoryOptions(process.argv.slice(2), process.env);
  const texts = TEXTS[options.lang];
  if (options.help) {
    console.log(texts.usage);
    return;
  }
  printHeading(texts.title);
  for (const line of texts.intro) printLine(line);
  const folder = await createFolder();
  try {
    process.exitCode = (await runStory(options, folder)) ? 0 : 1;
  } finally {
    if (!options.keep) await rm(folder, { recursive: true, force: true });
    console.log(`\n${options.keep ? texts.kept(folder) : texts.removed}`);
  }
}

await main().catch((cause: unknown) => {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
});
