import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

const DIST = join(import.meta.dirname, '../../app/console/dist');
const chunks = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const sizeOf = (file: string) => gzipSync(readFileSync(join(DIST, file))).length;

function filesOf(name: string, seen = new Set<string>()): ReadonlySet<string> {
  const chunk = chunks[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const file of chunk.css ?? []) seen.add(file);
  for (const other of chunk.imports ?? []) filesOf(other, seen);
  return seen;
}

const firstLoad = (screen: string) => {
  const files = new Set([
    'index.html',
    ...filesOf('index.html'),
    ...filesOf(`src/screens/${screen}/${screen}-screen.tsx`),
  ]);
  return [...files].reduce((sum, file) => sum + sizeOf(file), 0);
};

describe('what a browser loads first', () => {
  it('finds the chunk of every screen', () => {
    expect(filesOf('src/screens/inbox/inbox-screen.tsx').size).toBeGreaterThan(1);
  });

  it.each(['inbox', 'runs', 'audit', 'playground', 'tools', 'skills', 'doctor'])(
    'is at most 160 kB with gzip for %s',
    (screen) => {
      expect(firstLoad(screen)).toBeLessThanOrEqual(160_000);
    },
  );

  it('does not hold the library that draws graphs', () => {
    const first = [...filesOf('index.html'), ...filesOf('src/screens/chat/chat-screen.tsx')];
    const code = first.map((file) => readFileSync(join(DIST, file), 'utf8')).join('');
    expect(code).not.toContain('react-flow__viewport');
    const everything = Object.values(chunks).map(({ file }) => readFileSync(join(DIST, file), 'utf8'));
    expect(everything.join('')).toContain('react-flow__viewport');
  });

  it('comes from this server alone', () => {
    const page = readFileSync(join(DIST, 'index.html'), 'utf8');
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//u);
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/u);
    expect(page).not.toContain('<style');
  });
});
