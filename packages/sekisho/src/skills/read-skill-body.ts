import { createHash } from 'node:crypto';
import { SekishoError } from '../errors/sekisho-error.ts';
import { decodeSkillText } from './decode-skill-text.ts';
import type { LoadedSkill } from './loaded-skill.ts';
import { splitFrontMatter } from './split-front-matter.ts';

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
