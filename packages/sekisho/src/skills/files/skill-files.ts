import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import { SekishoError } from '../../errors/sekisho-error.ts';
import type { SkillFolder } from '../load/discover-skills.ts';
import type { LoadedSkill } from '../loaded-skill.ts';
import { decodeSkillText } from '../parse/decode-skill-text.ts';
import { splitFrontMatter } from '../parse/split-front-matter.ts';
import type { SkillServices } from '../skill-services.ts';
import { confinePath } from './confine-path.ts';

const SCRIPT = /^scripts\/|\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|php|ps1|bat|cmd|lua|r)$/i;

/** The digest of some bytes as it is recorded, displayed and compared. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The digest of every file of a skill besides its SKILL.md, by its path: what is used later must still have it. */
export async function hashFiles(
  found: SkillFolder,
  { fileSystem, limits }: SkillServices,
  warnings: string[],
): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for (const path of found.files) {
    try {
      const bytes = await fileSystem.read(join(found.folder, path), limits.maxResourceBytes);
      digests.set(path, sha256Of(bytes));
    } catch {
      warnings.push(`The file "${path}" cannot be read or is too large, so it is not part of the skill.`);
    }
  }
  if (found.hasMoreFiles)
    warnings.push(`Only the first ${limits.maxFiles} files are part of the skill. Raise limits.maxFiles.`);
  return digests;
}

/** The paths of the files that can be run. */
export function scriptsOf(skill: LoadedSkill): string[] {
  return [...skill.origin().files.keys()].filter((path) => SCRIPT.test(path));
}

/** The text of a file that a model named, if the file has not changed since the skill was loaded. */
export async function readSkillText(skill: LoadedSkill, named: string): Promise<string> {
  const { folder, file, sha256, files, services } = skill.origin();
  const real = await confinePath(services.fileSystem, folder, named);
  const path = relative(folder, real).split(sep).join('/');
  const expected = real === file ? sha256 : files.get(path);
  if (expected === undefined) {
    const message = `The skill had no file "${path}" when it was loaded. Use a path from its list of files.`;
    throw new SekishoError('AGENTS-E-SKILL-NOT-FOUND', message);
  }
  const decoded = decodeSkillText(await readUnchanged(skill, path, expected));
  if ('problem' in decoded) throw new SekishoError('AGENTS-E-SKILL-PARSE', `"${path}" is not a text file.`);
  return decoded.text;
}

/** The text below the front matter and the number of its first line, if the file is still the one that was loaded. */
export async function readSkillBody(skill: LoadedSkill): Promise<{ body: string; firstLine: number }> {
  const { folder, file, sha256 } = skill.origin();
  const decoded = decodeSkillText(await readUnchanged(skill, relative(folder, file), sha256));
  const text = 'problem' in decoded ? '' : decoded.text;
  const split = splitFrontMatter(text);
  if (split.kind !== 'found') return { body: text, firstLine: 1 };
  const above = text.slice(0, text.length - split.body.length);
  return { body: split.body, firstLine: above.split('\n').length };
}

/** The bytes of every file of a skill besides its SKILL.md, if none has changed since the skill was loaded. */
export async function readAllFiles(skill: LoadedSkill): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  for (const [path, sha256] of skill.origin().files)
    contents.set(path, await readUnchanged(skill, path, sha256));
  return contents;
}

/** The bytes of one file, if they have the digest. Messages name the path in the skill, never one of this machine. */
export async function readUnchanged(skill: LoadedSkill, path: string, sha256: string): Promise<Uint8Array> {
  const { folder, services } = skill.origin();
  const { maxFileBytes, maxResourceBytes } = services.limits;
  const real = await confinePath(services.fileSystem, folder, path);
  const bytes = await services.fileSystem
    .read(real, Math.max(maxFileBytes, maxResourceBytes))
    .catch(() => undefined);
  // A link was not one when the skill was loaded, even if it leads to the same bytes.
  const isSamePlace = real === join(folder, path);
  if (bytes && isSamePlace && sha256Of(bytes) === sha256) return bytes;
  throw new SekishoError(
    'AGENTS-E-SKILL-PARSE',
    `"${path}" of the skill "${skill.descriptor.skill_id}" changed on disk after it was loaded. ` +
      'Review it and load the skill again.',
  );
}
