import { ServiceError } from '../../errors/service-error.ts';
import type { ProcessStore } from '../process-store.ts';

const MAX_NUMBERED_NAMES = 50;
const MAX_NAME_LENGTH = 200;

/** Creates the error for a template name that is in use. It suggests a similar free name. */
export async function nameConflict(
  { store, makeId }: { store: ProcessStore; makeId: () => string },
  userId: string,
  name: string,
): Promise<ServiceError> {
  const { items } = await store.listTemplates(userId, { limit: 200 });
  const taken = new Set(items.map((template) => template.name));
  const numbered = Array.from({ length: MAX_NUMBERED_NAMES }, (_, index) =>
    withEnding(name, ` (${index + 2})`),
  );
  const free = numbered.find((candidate) => !taken.has(candidate));
  const proposedName = free ?? withEnding(name, ` (${makeId()})`);
  return new ServiceError('NameConflict', 'A template with this name already exists.', { proposedName });
}

/** Appends a suffix to a name and truncates the name so that both fit, without splitting a character. */
function withEnding(name: string, ending: string): string {
  let kept = '';
  for (const character of name) {
    if (kept.length + character.length + ending.length > MAX_NAME_LENGTH) break;
    kept += character;
  }
  return kept + ending;
}
