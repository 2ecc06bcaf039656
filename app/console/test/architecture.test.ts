import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Folders may import folders of later lines. Subjects of one line import each other only through `PUBLIC` files. */
const LAYERS = [
  ['app'],
  ['approvals', 'chat', 'processes', 'runs', 'audit', 'policies', 'dashboard', 'doctor', 'settings'],
  ['access'],
  ['ui'],
  ['api'],
  ['i18n', 'preferences'],
];

/** The files of a subject that other subjects may import. */
const PUBLIC: Readonly<Record<string, readonly string[]>> = {
  approvals: ['approvals/effect/describe-effect.ts', 'approvals/request/describe-reasons.ts'],
  dashboard: ['dashboard/stats-query.ts'],
  runs: [
    'runs/context/conversation.tsx',
    'runs/context/use-context-texts.ts',
    'runs/context/use-run-context.ts',
  ],
  policies: [
    'policies/gate/compare-arguments.ts',
    'policies/gate/edit-table.tsx',
    'policies/gate/read-logged-edit.ts',
    'policies/gate/read-logged-reason.ts',
    'policies/gate/use-gate-reason.ts',
    'policies/gate/use-terms.ts',
    'policies/policy-queries.ts',
  ],
  processes: [
    'processes/delete-button.tsx',
    'processes/draft/draft-pane.tsx',
    'processes/draft/find-draft-changes.ts',
    'processes/draft/read-assistant-message.ts',
    'processes/draft/use-draft.ts',
    'processes/rename-button.tsx',
    'processes/use-chat-texts.ts',
  ],
};

const MAX_FILES_PER_FOLDER = 20;

const source = join(import.meta.dirname, '../src');
const subjectOf = (path: string) => path.split(sep)[0] ?? '';
const layerOf = (subject: string) => LAYERS.findIndex((layer) => layer.includes(subject));

interface Crossing {
  readonly file: string;
  readonly target: string;
}

async function readSources() {
  const crossings: Crossing[] = [];
  const folders = new Map<string, number>();
  for await (const file of glob('*/**/*.{ts,tsx}', { cwd: source, exclude: ['**/*.test.ts'] })) {
    const folder = dirname(file);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
    const text = await readFile(join(source, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/gu)) {
      const target = relative(source, join(source, folder, specifier));
      if (!target.startsWith('..') && subjectOf(file) !== subjectOf(target)) crossings.push({ file, target });
    }
  }
  return { crossings, folders };
}

describe('the structure of the console', async () => {
  const { crossings, folders } = await readSources();
  const subjects = new Set([...folders.keys()].map(subjectOf));

  it('finds the sources', () => {
    expect(crossings.length).toBeGreaterThan(300);
  });

  it('places every folder in a layer', () => {
    expect([...subjects].toSorted()).toEqual(LAYERS.flat().toSorted());
  });

  it('imports only from lower layers, or from a named file of a subject of the same layer', () => {
    const wrong = crossings.filter(({ file, target }) => {
      const from = layerOf(subjectOf(file));
      const to = layerOf(subjectOf(target));
      const isNamed = PUBLIC[subjectOf(target)]?.includes(target) === true;
      return to < from || (to === from && from === SUBJECT_LAYER && !isNamed);
    });
    expect(wrong).toEqual([]);
  });

  it('names only files that another subject imports', () => {
    const used = new Set(
      crossings.filter(({ file }) => layerOf(subjectOf(file)) === SUBJECT_LAYER).map(({ target }) => target),
    );
    expect(
      Object.values(PUBLIC)
        .flat()
        .filter((file) => !used.has(file)),
    ).toEqual([]);
  });

  it(`keeps at most ${MAX_FILES_PER_FOLDER} files in a folder`, () => {
    expect([...folders].filter(([, count]) => count > MAX_FILES_PER_FOLDER)).toEqual([]);
  });
});

const SUBJECT_LAYER = layerOf('approvals');
