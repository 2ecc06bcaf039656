import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const place = mkdtempSync(join(tmpdir(), 'sekisho-files-'));
const work = join(place, 'work');
mkdirSync(work);
writeFileSync(join(work, 'notes.txt'), 'Buy milk.');
afterAll(() => rmSync(place, { recursive: true }));

describe('a run over the official file system server', () => {
  it('lists and reads, requires approval before it writes and moves, and resumes in other processes', async () => {
    const first = await runStep('start');
    expect(first.calls).toEqual(['mcp:files/list_directory done', 'mcp:files/read_text_file done']);
    expect(first.asks).toContain('mcp:files/write_file');
    expect(existsSync(join(work, 'report.txt'))).toBe(false);

    const second = await runStep('approve');
    expect(second.calls).toContain('mcp:files/write_file done');
    expect(second.asks).toContain('mcp:files/move_file');
    expect(readFileSync(join(work, 'report.txt'), 'utf8')).toBe('All is well.');

    const third = await runStep('deny');
    expect(third.asks).toBeUndefined();
    expect(existsSync(join(work, 'gone.txt'))).toBe(false);
    expect(readFileSync(join(work, 'notes.txt'), 'utf8')).toBe('Buy milk.');
    expect(third.log.filter((line) => line.startsWith('tool.start'))).toHaveLength(3);
  });
});

interface Outcome {
  readonly asks?: string;
  readonly output: string;
  readonly calls: readonly string[];
  readonly log: readonly string[];
}

async function runStep(decision: string): Promise<Outcome> {
  const program = join(import.meta.dirname, 'programs/mcp-files-process.ts');
  const args = ['--conditions=@sekisho/source', program, place, decision];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
