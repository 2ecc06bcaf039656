import type { ProcessStore } from './process-store.ts';
import { ServiceError } from './service-error.ts';

const MAX_NUMBERED_NAMES = 50;
const MAX_NAME_LENGTH = 200;

/** The error for a name that the user has a template of; it proposes one like it that is free. */
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
  return new ServiceError('NameConflict', 'There is a template of that name.', { proposedName });
}

/** The name with an ending, cut so that both fit, and never inside a character. */
function withEnding(name: string, ending: string): string {
  let kept = '';
  for (const character of name) {
    if (kept.length + character.length + ending.length > MAX_NAME_LENGTH) break;
    kept += character;
  }
  return kept + ending;
}
