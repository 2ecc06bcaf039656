import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The expected result of a generated SKILL.md. */
export type ExpectedStatus = 'enabled' | 'repaired' | 'disabled';

interface Variant {
  readonly expected: ExpectedStatus;
  readonly text: (index: number) => string;
}

const body = (index: number): string => {
  const steps = Array.from(
    { length: 12 + (index % 30) },
    (_, step) => `${step + 1}. Do **step ${step}** of \`job ${index}\`.`,
  );
  return [
    `# Skill ${index}`,
    '',
    'This skill turns a [request](https://example.test/a) into a finished document.',
    '',
    '## When to use',
    '',
    '- The person asks for *a report*',
    '- There is a `table` to fill',
    '',
    '## Steps',
    '',
    ...steps,
    '',
    '## Examples',
    '',
    '```json',
    `{"task": "Make report ${index}"}`,
    '```',
    '',
    '```bash',
    `python scripts/make.py --number ${index}`,
    '```',
    '',
    '## Constraints',
    '',
    '- Never write outside the output folder.',
    '- Ask before anything is sent.',
    '',
    '| a | b |',
    '|---|---|',
    `| ${index} | two |`,
    '',
  ].join('\n');
};

const file = (index: number, header: string): string => `---\n${header}\n---\n\n${body(index)}`;

/** Variants of SKILL.md, valid and invalid. */
export const VARIANTS: Readonly<Record<string, Variant>> = {
  plain: {
    expected: 'enabled',
    text: (i) =>
      file(i, `name: skill-${i}\ndescription: Makes report number ${i}. Use when a report is asked for.`),
  },
  full: {
    expected: 'enabled',
    text: (i) =>
      file(
        i,
        [
          `name: skill-${i}`,
          'description: >-',
          '  Makes reports in several',
          '  lines of text.',
          'license: Apache-2.0',
          'compatibility: Needs Python 3.12',
          'allowed-tools: Read, Bash(git add:*) Grep',
          'metadata:',
          '  version: 1.10',
          '  author: example',
        ].join('\n'),
      ),
  },
  listedTools: {
    expected: 'enabled',
    text: (i) =>
      file(
        i,
        `name: skill-${i}\ndescription: "Quoted: with a colon"\nallowed-tools:\n  - Read\n  - Write\ntags: [a, b]`,
      ),
  },
  japanese: {
    expected: 'enabled',
    text: (i) => file(i, `name: skill-${i}\ndescription: 報告書を作成します。依頼があったときに使います 📄`),
  },
  windows: {
    expected: 'enabled',
    text: (i) =>
      `\uFEFF${file(i, `name: skill-${i}\ndescription: From another system`)}`.replaceAll('\n', '\r\n'),
  },
  colon: {
    expected: 'repaired',
    text: (i) => file(i, `name: skill-${i}\ndescription: Use when: the person says: make ${i}`),
  },
  hint: {
    expected: 'repaired',
    text: (i) => file(i, `name: skill-${i}\ndescription: Takes arguments\nargument-hint: [file] [format]`),
  },
  nameless: { expected: 'repaired', text: (i) => file(i, `description: Has no name ${i}`) },
  bare: { expected: 'disabled', text: (i) => body(i) },
  undescribed: { expected: 'disabled', text: (i) => file(i, `name: skill-${i}`) },
  unclosed: {
    expected: 'disabled',
    text: (i) => `---\nname: skill-${i}\ndescription: never ends\n\n${body(i)}`,
  },
  script: { expected: 'disabled', text: (i) => `---js\n{ name: "skill-${i}" }\n---\n${body(i)}` },
  bomb: {
    expected: 'disabled',
    text: (i) => {
      const levels = Array.from(
        { length: 9 },
        (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(', ')}]`,
      );
      return file(i, `name: skill-${i}\ndescription: grows\nl0: &l0 [x]\n${levels.join('\n')}`);
    },
  },
  binary: { expected: 'disabled', text: (i) => `---\nname: skill-${i}\u0000\n---\n` },
};

/** Writes skills of every variant in turn below a folder and returns the expected result of each. */
export async function writeGeneratedSkills(
  dir: string,
  count: number,
  variants: readonly Variant[] = Object.values(VARIANTS),
): Promise<Map<string, ExpectedStatus>> {
  const expected = new Map<string, ExpectedStatus>();
  const writes: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const variant = variants[index % variants.length];
    if (!variant) continue;
    const path = `group-${index % 20}/skill-${index}/SKILL.md`;
    expected.set(path, variant.expected);
    writes.push(writeText(join(dir, path), variant.text(index)));
    if (writes.length >= 32) await Promise.all(writes.splice(0));
  }
  await Promise.all(writes);
  return expected;
}

async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
