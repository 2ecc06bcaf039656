import { join, relative, sep } from 'node:path';
import { SekishoError } from '@sekisho/engine';
import type { SkillServices } from '../skill-services.ts';
import { isInside, type SkillDirectoryEntry } from './skill-file-system.ts';

/** A folder with a SKILL.md that has not been read yet. */
export interface SkillFolder {
  readonly folder: string;
  /** The real path of its SKILL.md. */
  readonly file: string;
  /** The path of its SKILL.md relative to the searched folder, with `/`. */
  readonly path: string;
  /** Its other files, relative to the folder, with `/`. Hidden files and links are omitted. */
  readonly files: string[];
  /** Whether it has more files than the limit. */
  hasMoreFiles: boolean;
}

/** The folders with skills, and the paths that were skipped. */
export interface SkillSearch {
  readonly folders: readonly SkillFolder[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

interface PendingFolder {
  readonly path: string;
  readonly owner?: SkillFolder | undefined;
}

const SKIPPED_NAMES = new Set(['.git', 'node_modules', 'dist']);
const FILE_NAMES = ['SKILL.md', 'skill.md'];

/** Finds every SKILL.md below a folder, level by level, without following a link out of the folder. */
export async function discoverSkills(
  dir: string,
  { fileSystem, limits }: SkillServices,
): Promise<SkillSearch> {
  const root = await openRoot();
  const folders: SkillFolder[] = [];
  const skipped: { path: string; reason: string }[] = [];
  let opened = 0;
  let level: PendingFolder[] = [{ path: root }];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.maxDepth) {
      skip(root, `folders below level ${limits.maxDepth} were not searched`);
      break;
    }
    const batch = level.slice(0, limits.maxDirectories - opened);
    opened += batch.length;
    const below = await mapBounded(batch, limits.concurrency, searchFolder);
    if (batch.length < level.length) {
      skip(root, `the search stopped after ${limits.maxDirectories} folders`);
      break;
    }
    level = below.flat();
  }
  folders.sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { files } of folders) files.sort((a, b) => (a < b ? -1 : 1));
  return { folders, skipped };

  async function openRoot(): Promise<string> {
    try {
      const real = await fileSystem.realPath(dir);
      await fileSystem.list(real);
      return real;
    } catch (cause) {
      const message = `The skills folder "${dir}" cannot be opened. Pass a folder that exists and is readable.`;
      throw new SekishoError('AGENTS-E-SKILL-PARSE', message, { cause });
    }
  }

  function skip(path: string, reason: string): void {
    skipped.push({ path: wirePath(root, path), reason });
  }

  async function searchFolder(pending: PendingFolder): Promise<PendingFolder[]> {
    const entries = await fileSystem.list(pending.path).catch(() => {
      skip(pending.path, 'the folder could not be opened');
      return [];
    });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const owner = (await addSkill(pending, entries)) ?? pending.owner;
    for (const { name, kind } of entries) {
      const path = join(pending.path, name);
      if (kind === 'link') await inspectLink(path, FILE_NAMES.includes(name) ? pending.path : root);
      if (kind === 'file' && owner) addFile(owner, path);
    }
    return entries
      .filter(({ name, kind }) => kind === 'directory' && !SKIPPED_NAMES.has(name))
      .map(({ name }) => ({ path: join(pending.path, name), owner }));
  }

  async function addSkill(pending: PendingFolder, entries: readonly SkillDirectoryEntry[]) {
    const name = FILE_NAMES.find((candidate) => entries.some((entry) => entry.name === candidate));
    const entry = entries.find((candidate) => candidate.name === name);
    if (!entry || entry.kind === 'directory') return undefined;
    const link = join(pending.path, entry.name);
    const file = entry.kind === 'link' ? await resolveInside(link, pending.path) : link;
    if (file === undefined) return undefined;
    const folder = { folder: pending.path, file, path: wirePath(root, link), files: [], hasMoreFiles: false };
    folders.push(folder);
    return folder;
  }

  async function resolveInside(link: string, folder: string): Promise<string | undefined> {
    const real = await fileSystem.realPath(link).catch(() => undefined);
    return real !== undefined && isInside(folder, real) ? real : undefined;
  }

  // A link inside of the folder is found under its real name. A link out of the folder is reported. The SKILL.md
  // itself must be in the skill's own folder, because its author does not control other folders.
  async function inspectLink(link: string, folder: string): Promise<void> {
    if ((await resolveInside(link, folder)) !== undefined) return;
    const whose = folder === root ? 'skills folder' : 'folder of the skill';
    skip(link, `the link leads out of the ${whose}, or its target does not exist`);
  }

  function addFile(owner: SkillFolder, path: string): void {
    const relativePath = wirePath(owner.folder, path);
    if (path === owner.file || /(?:^|\/)\./.test(relativePath)) return;
    if (owner.files.length < limits.maxFiles) owner.files.push(relativePath);
    else owner.hasMoreFiles = true;
  }
}

function wirePath(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** Maps all items with at most `concurrency` concurrent calls. The results are in the order of the items. */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    // The workers share one iterator, so that each item is processed once.
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}
