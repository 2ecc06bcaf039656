import { removeHidden } from '../../contracts/hidden-text.ts';
import type { LoadedSkill } from '../loaded-skill.ts';
import { readSkillBody } from '../files/skill-files.ts';

/** What a model receives when it takes up a skill: its text, where it lies, and the names of its files. */
export async function activateSkill(skill: LoadedSkill, args: Record<string, unknown>): Promise<string> {
  const { sha256, files, folder, services } = skill.origin();
  const body = substitute(await readSkillBody(skill), args);
  const shown = body.slice(0, services.limits.maxReadBytes);
  const lines = [
    `<skill_content name="${attribute(skill.manifest.name)}" skill_id="${skill.descriptor.skill_id}" sha256="${sha256}">`,
    guard(removeHidden(shown)),
    '</skill_content>',
    ...(shown.length < body.length ? ['The text was cut; read the rest of SKILL.md by lines.'] : []),
    `<skill_files base="${attribute(folder)}">`,
    ...files.map((path) => `- ${guard(removeHidden(path))}`),
    '</skill_files>',
    ...(Object.keys(args).length > 0
      ? [`<skill_arguments>${guard(JSON.stringify(args))}</skill_arguments>`]
      : []),
  ];
  return lines.join('\n');
}

// Nothing else is expanded: text such as !`command` stays text.
function substitute(body: string, args: Record<string, unknown>): string {
  const given = args['arguments'] ?? args['task'];
  return typeof given === 'string' ? body.replaceAll('$ARGUMENTS', () => given) : body;
}

// A skill must not be able to end its own wrapper and speak as if from outside of it.
function guard(text: string): string {
  return text.replace(/<(?=\/?skill_(?:content|files|arguments))/gi, '&lt;');
}

function attribute(text: string): string {
  return removeHidden(text)
    .replace(/[<>"&\s]+/g, ' ')
    .trim();
}
