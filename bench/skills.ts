import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { parse } from 'yaml';
import { loadSkills } from '../packages/sekisho/src/skills/load-skills.ts';
import { VARIANTS, writeGeneratedSkills } from '../packages/sekisho/test/skills-generated.ts';
import type { ExpectedStatus } from '../packages/sekisho/test/skills-generated.ts';

/** One comparison: CPU microseconds per file of ours and of the other side, measured alternately in one process. */
export interface BenchCase {
  readonly case: string;
  readonly ours: number;
  readonly other: number;
  readonly ratio: number;
  readonly goal: string;
  readonly holds: boolean;
}

const FILES = 2000;
const ROUNDS = 5;
const GOAL = 1.5;

/** The loader compared with direct calls of `yaml` and `markdown-it` on the same files. */
export async function benchSkills(): Promise<{ bench: 'skills'; cases: BenchCase[] }> {
  const dir = await mkdtemp(join(tmpdir(), 'sekisho-bench-skills-'));
  try {
    const [mixed, few, usable] = [join(dir, 'mixed'), join(dir, 'few'), join(dir, 'usable')];
    const mixedPaths = await write(mixed, FILES);
    await write(few, FILES / 4);
    // Both sides parse every body here; of the mixed files, the loader does not parse the disabled ones.
    const usablePaths = await write(usable, FILES, (status) => status !== 'disabled');
    const load = async (): Promise<void> => void (await loadSkills({ dir: mixed }));
    return {
      bench: 'skills',
      cases: [
        await compare('mixed files: load, bodies left alone', load, () => parseDirectly(mixedPaths)),
        await compare(
          'mixed files: load and describe in full',
          () => loadAndDescribe(mixed),
          () => parseDirectly(mixedPaths),
        ),
        await compare(
          'usable files: load and describe in full',
          () => loadAndDescribe(usable),
          () => parseDirectly(usablePaths),
        ),
        await compare(
          `linear: per file at ${FILES} files beside ${FILES / 4} files`,
          () => loadAndDescribe(mixed),
          () => loadAndDescribe(few),
          FILES / 4,
        ),
      ],
    };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function write(
  dir: string,
  count: number,
  choose: (status: ExpectedStatus) => boolean = () => true,
): Promise<string[]> {
  const habits = Object.values(VARIANTS).filter(({ expected }) => choose(expected));
  return [...(await writeGeneratedSkills(dir, count, habits)).keys()].map((path) => join(dir, path));
}

async function loadAndDescribe(dir: string): Promise<void> {
  for (const { manifest } of await loadSkills({ dir })) JSON.stringify(manifest);
}

async function parseDirectly(paths: readonly string[]): Promise<void> {
  const markdownIt = new MarkdownIt();
  for (const path of paths) {
    const text = await readFile(path, 'utf8');
    const [, header = '', body = text] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? [];
    try {
      parse(header);
    } catch {
      // Some of the files are intentionally invalid.
    }
    markdownIt.parse(body, {});
  }
}

async function compare(
  name: string,
  ours: () => Promise<void>,
  other: () => Promise<void>,
  otherFiles = FILES,
): Promise<BenchCase> {
  await ours();
  await other();
  const ourTimes: number[] = [];
  const otherTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ourTimes.push((await cpuMicroseconds(ours)) / FILES);
    otherTimes.push((await cpuMicroseconds(other)) / otherFiles);
  }
  const [our, others] = [median(ourTimes), median(otherTimes)];
  const ratio = our / others;
  return { case: name, ours: our, other: others, ratio, goal: `<= ${GOAL}`, holds: ratio <= GOAL };
}

async function cpuMicroseconds(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
