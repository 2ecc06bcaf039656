import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSystemInstruction } from '../../../app/gpt5_agent_strategies/internal/policy.ts';
import { readSettings } from '../../iris/src/config/read-settings.ts';
import { readEnvironment } from '../../iris/src/config/env.ts';
import {
  blocksOf,
  docPages,
  englishPageOf,
  programsOf,
  readPage,
  ROOT,
  type DocBlock,
} from './programs/doc-pages.ts';

/** How each kind of block is checked. A block of another kind fails. */
const KINDS: readonly (readonly [RegExp, (block: DocBlock) => unknown])[] = [
  // readme.test.ts runs the programs of every page and docs-commands.test.ts runs every command.
  [/^(?:ts|sh|bash)$/, ({ text }) => expect(text).not.toBe('')],
  // Files that the programs or commands of the page read.
  [/^(?:md|text) \w[\w./-]*$/, ({ label, page }) => expect(mentionsOf(label, page)).toBeGreaterThan(1)],
  [/^json \w[\w./-]*\.json$/, ({ text }) => expect(JSON.parse(text)).toBeDefined()],
  [
    /^json \w[\w./-]*\.jsonl$/,
    ({ text }) => expect(text.trim().split('\n').map(parse)).not.toContain(undefined),
  ],
  [/^json$/, (block) => expect(DATA[sourceOf(block)]?.(block.text)).toBe(true)],
  [
    /^diff$/,
    (block) =>
      expect(linesAfter(block).filter((line) => !programLines(block.page).includes(line))).toEqual([]),
  ],
  [/^text$/, (block) => expect(TEXTS[sourceOf(block)]?.(block.text)).toBe(true)],
];

/** The function that reads the data that a page shows. */
const DATA: Readonly<Record<string, (text: string) => boolean>> = {
  'docs/guides/iris.md': (text) => {
    const { iris }: Hosts = JSON.parse(text).mcpServers;
    const { stateDir } = readSettings(readEnvironment(iris.env), { demo: false });
    return iris.args.at(-1) === '@sekisho/iris' && stateDir === undefined;
  },
  'app/gpt5_agent_strategies/README.md': (text) => {
    const policies: Record<string, string> = JSON.parse(text);
    return Object.values(policies).every((policy) => buildSystemInstruction('', text).includes(policy));
  },
  // app/server/test/docs.test.ts sends the message; http.test.ts there expects the error.
  'docs/guides/chat.md': (text) =>
    JSON.parse(text).type === 'message.send' || JSON.parse(text).rule === 'unrecognized_keys',
};

/** Blocks that are neither programs nor data: diagrams and listings. */
const TEXTS: Readonly<Record<string, (text: string) => boolean>> = {
  'ARCHITECTURE.md': (text) => text.includes('──►') || listedFolders(text).every(isInSources),
  'docs/threat-model.md': (text) => text.includes('GATE'),
  // The methods of the proposed interface; the page says where each of them would be called.
  'docs/upstream-interceptor.md': (text) =>
    [...text.matchAll(/^ {2}(\w+)\?\(/gm)].every(([, name]) =>
      readPage('docs/upstream-interceptor.md').includes(`\n| \`${name}\` |`),
    ),
  // examples.test.ts compares the figures with the output of the example.
  'docs/guides/fewer-questions.md': (text) => text.includes('+ manifests'),
  // The engine is not part of the repository, so its lines cannot run here.
  'docs/guides/scale-out.md': (text) => text.includes('restate.service('),
  'docs/guides/write-a-dify-plugin.md': (text) =>
    listedFiles(text).length > 7 && listedFiles(text).every(isInPackage),
};

describe('the blocks of code in the documentation', async () => {
  const pages = await docPages();
  const blocks = pages.flatMap(blocksOf).map((block) => ({ ...block, where: `${block.page}:${block.line}` }));

  it('are all found', () => {
    const fences = pages.flatMap((page) => [...readPage(page).matchAll(/^ *(?:```|~~~)/gm)]);
    expect(blocks.length).toBeGreaterThan(80);
    expect(fences).toHaveLength(blocks.length * 2);
  });

  it.each(blocks)('are checked: $where, $label', (block) => {
    const kinds = KINDS.filter(([pattern]) => pattern.test(block.label));
    expect(kinds).toHaveLength(1);
    for (const [, tryIt] of kinds) tryIt(block);
  });
});

/** Returns the English page, because the blocks of both languages are checked alike. */
const sourceOf = ({ page }: DocBlock) => englishPageOf(page) ?? page;

interface Hosts {
  readonly iris: { readonly args: string[]; readonly env: Record<string, string> };
}

const parse = (line: string): unknown => JSON.parse(line);

/** Counts how often the page names the file, or its folder, outside of the block that shows it. */
const mentionsOf = (label: string, page: string) =>
  readPage(page).split(/^\w+ ([\w-]+)/.exec(label)?.[1] ?? label).length - 1;

/** Returns the lines of a diff after the change: the new lines and the context lines. */
const linesAfter = ({ text }: DocBlock) =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('-'))
    .map((line) => withoutComment(line.slice(1)));

/** The lines of the programs on the page and on the first page. */
const programLines = (page: string) =>
  [...programsOf('README.md'), ...programsOf(page)].flatMap((program) =>
    program.split('\n').map(withoutComment),
  );

const withoutComment = (line: string) => line.replace(/ *\/\/.*/, '').trim();

const listedFiles = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => [...line.slice(0, 25).matchAll(/^[\w./]+\.\w+|(?<= {2})[\w./]+\.\w+/g)].flat());

const listedFolders = (text: string) =>
  [...text.matchAll(/^[\w-]+(?:, [\w-]+)*/gm)].flatMap(([row]) => row.split(', '));

const isInSources = (folder: string) =>
  ['engine', 'sekisho'].some((name) => existsSync(join(ROOT, 'packages', name, 'src', folder)));

/** Two files are created when a package is built. */
const isInPackage = (file: string) =>
  ['dist/plugin.mjs', 'THIRD_PARTY_LICENSES.txt'].includes(file) ||
  ['app/openai_gpt5_responses', 'packages/dify-plugin/launcher'].some((folder) =>
    existsSync(join(ROOT, folder, file)),
  );
