import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { SekishoError } from '../../errors/sekisho-error.ts';
import type { SkillFolder } from '../load/discover-skills.ts';
import type { LoadedSkill } from '../loaded-skill.ts';
import { decodeSkillText } from '../parse/decode-skill-text.ts';
import { splitFrontMatter } from '../parse/split-front-matter.ts';
import type { SkillServices } from '../skill-services.ts';

const SCRIPT = /^scripts\/|\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|php|ps1|bat|cmd|lua|r)$/i;

/** The digest of every script of a skill, taken at load: what is run later must still have it. */
export async function hashScripts(
  found: SkillFolder,
  services: SkillServices,
  warnings: string[],
): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for (const path of found.files) {
    if (!SCRIPT.test(path)) continue;
    try {
      const bytes = await services.fileSystem.read(join(found.folder, path), services.limits.maxScriptBytes);
      digests.set(path, createHash('sha256').update(bytes).digest('hex'));
    } catch {
      warnings.push(`The script "${path}" could not be read, so it cannot be run.`);
    }
  }
  return digests;
}

/** The text below the front matter, if the file is still the one that was loaded. */
export async function readSkillBody(skill: LoadedSkill): Promise<string> {
  const { file, sha256, services } = skill.origin();
  const bytes = await services.fileSystem.read(file, services.limits.maxFileBytes);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new SekishoError(
      'AGENTS-E-SKILL-PARSE',
      `The skill "${skill.descriptor.skill_id}" changed on disk after it was loaded. Review it and load it again.`,
    );
  }
  const decoded = decodeSkillText(bytes);
  if ('problem' in decoded) return '';
  const split = splitFrontMatter(decoded.text);
  return split.kind === 'found' ? split.body : decoded.text;
}
