import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SkillFolder } from './discover-skills.ts';
import type { SkillServices } from './skill-services.ts';

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
