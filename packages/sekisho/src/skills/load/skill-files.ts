import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import { SekishoError } from '@sekisho/engine';
import type { LoadedSkill } from '../loaded-skill.ts';
import type { SkillServices } from '../skill-services.ts';
import type { SkillFolder } from './discover-skills.ts';
import { confinePath } from './skill-file-system.ts';
import { decodeSkillText, splitFrontMatter } from './skill-text.ts';

/** Returns the SHA-256 digest of bytes in the form that is stored, displayed and compared. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Returns the digest of every file of a skill except its SKILL.md, by path. A file must still have this digest when
 * it is used.
 */
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
    warnings.push(`Only the first ${limits.maxFiles} files are part of the skill. Increase limits.maxFiles.`);
  return digests;
}

const SCRIPT = /^scripts\/|\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|php|ps1|bat|cmd|lua|r)$/i;

/** Returns the paths of the executable files. */
export function scriptsOf(skill: LoadedSkill): string[] {
  return [...skill.origin().files.keys()].filter((path) => SCRIPT.test(path));
}

/** Returns the text of a file that a model named. Throws when the file changed after the skill was loaded. */
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

/**
 * Returns the text below the front matter and the number of its first line. Throws when the file changed after it was
 * loaded.
 */
export async function readSkillBody(skill: LoadedSkill): Promise<{ body: string; firstLine: number }> {
  const { folder, file, sha256 } = skill.origin();
  const decoded = decodeSkillText(await readUnchanged(skill, relative(folder, file), sha256));
  const text = 'problem' in decoded ? '' : decoded.text;
  const split = splitFrontMatter(text);
  if (split.kind !== 'found') return { body: text, firstLine: 1 };
  return { body: split.body, firstLine: text.slice(0, text.length - split.body.length).split('\n').length };
}

/**
 * Returns the bytes of one file if they match the digest. Messages contain the path inside the skill, never a path of
 * this machine.
 */
export async function readUnchanged(skill: LoadedSkill, path: string, sha256: string): Promise<Uint8Array> {
  const { folder, services } = skill.origin();
  const { maxFileBytes, maxResourceBytes } = services.limits;
  const real = await confinePath(services.fileSystem, folder, path);
  const bytes = await services.fileSystem
    .read(real, Math.max(maxFileBytes, maxResourceBytes))
    .catch(() => undefined);
  // Links were not part of the skill when it was loaded, so a link is rejected even if it leads to the same bytes.
  const isSamePath = real === join(folder, path);
  if (bytes && isSamePath && sha256Of(bytes) === sha256) return bytes;
  throw new SekishoError(
    'AGENTS-E-SKILL-PARSE',
    `"${path}" of the skill "${skill.descriptor.skill_id}" changed on disk after it was loaded. ` +
      'Review it and load the skill again.',
  );
}
