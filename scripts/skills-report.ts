import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { reportSkills } from '../packages/sekisho/src/skills/load-skills.ts';
import { readOptions, refuse } from './read-options.ts';

const USAGE = `Writes one line of JSON for each SKILL.md below a folder: enabled, repaired or disabled, and why.

  npm run skills:report -- DIR [--out FILE] [--describe-from-text]

  --out FILE             Where to write the lines; standard output if left out.
  --describe-from-text   A skill without a description is described by its first paragraph.`;

const { positionals, values } = readOptions(USAGE, {
  allowPositionals: true,
  options: { out: { type: 'string', short: 'o' }, 'describe-from-text': { type: 'boolean', default: false } },
});
const [dir] = positionals;

if (dir === undefined || positionals.length > 1) refuse('Name one folder.', USAGE);
try {
  await writeReport(dir, values.out);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function writeReport(folder: string, out: string | undefined): Promise<void> {
  const lines = await reportSkills(folder, values['describe-from-text']);
  const text = Readable.from(lines.map((line) => `${JSON.stringify(line)}\n`));
  if (out === undefined) {
    for await (const line of text) process.stdout.write(line);
    return;
  }
  await pipeline(text, createWriteStream(out));
  const count = (status: string): number => lines.filter((line) => line.status === status).length;
  console.log(
    `${lines.length} SKILL.md: ${count('enabled')} enabled, ${count('repaired')} repaired, ${count('disabled')} disabled.`,
  );
}
