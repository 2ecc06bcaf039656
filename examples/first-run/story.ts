import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { askPerson } from './ask-person.ts';
import { printAuditLog } from './print-audit-log.ts';
import { runProcess } from './run-process.ts';
import { printHeading, printLine, printOutcome } from './screen.ts';
import { readStoryOptions, type StoryOptions } from './story-options.ts';
import { makePlace, openRunner, workFolder } from './story-place.ts';
import { TEXTS } from './texts.ts';

/** Runs the example. Returns whether the result matches the decision. */
async function runStory(options: StoryOptions, place: string): Promise<boolean> {
  const { lang } = options;
  const texts = TEXTS[lang];
  printHeading(`1. ${texts.steps.first}`);
  await runProcess('first-process.ts', { place, lang });

  printHeading(`2. ${texts.steps.you}`);
  const runner = openRunner(place);
  for (const { prompt, prompt_ja: promptJa } of await runner.getPendingApprovals()) {
    printLine(lang === 'ja' ? promptJa : prompt);
  }
  const decision = (await askPerson(options, texts)) === 'y' ? 'approve' : 'deny';

  printHeading(`3. ${texts.steps.second}`);
  await runProcess('second-process.ts', { place, lang, decision });

  printHeading(`4. ${texts.steps.folder}`);
  const notesAreThere = await printFile('notes.txt');
  const draftIsThere = await printFile('old-draft.txt');

  printHeading(`5. ${texts.steps.log}`);
  const isVerified = await printAuditLog(runner, texts);
  await runner.close();
  return isVerified && notesAreThere && draftIsThere === (decision === 'deny');

  async function printFile(name: string): Promise<boolean> {
    const isThere = await access(join(workFolder(place), name)).then(
      () => true,
      () => false,
    );
    printOutcome(`${name} ${isThere ? texts.isThere : texts.isGone}`, isThere);
    return isThere;
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
  const place = await makePlace();
  try {
    process.exitCode = (await runStory(options, place)) ? 0 : 1;
  } finally {
    if (!options.keep) await rm(place, { recursive: true, force: true });
    console.log(`\n${options.keep ? texts.kept(place) : texts.removed}`);
  }
}

await main().catch((cause: unknown) => {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
});
