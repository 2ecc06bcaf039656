import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { reportSkills } from '../packages/sekisho/src/skills/report-skills.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', short: 'o' }, 'describe-from-text': { type: 'boolean', default: false } },
});
const [dir] = positionals;

if (dir === undefined || positionals.length > 1) {
  console.error('Usage: npm run skills:report -- DIR [--out FILE] [--describe-from-text]');
  process.exitCode = 2;
} else {
  try {
    await writeReport(dir, values.out);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
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
