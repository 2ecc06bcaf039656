import type { ProcessTemplate } from '../domain/process-template.ts';
import { resolveDependencies } from '../domain/resolve-dependencies.ts';
import type { ProcessStore } from './process-store.ts';
import { ServiceError } from './service-error.ts';
import type { CreateProcessTemplateDto } from './template-draft-mapper.ts';
import type { AuditLog } from './watching.ts';

const MOST_NAMES = 50;
const LONGEST_NAME = 200;

/** What the use case works with. */
export type CreateProcessTemplateOptions = {
  store: ProcessStore;
  audit: AuditLog;
  clock: () => number;
  makeId: () => string;
};

/** Creates a template; numbers become ids, and nothing is stored when anything is wrong. */
export class CreateProcessTemplateUseCase {
  readonly #options: CreateProcessTemplateOptions;

  constructor(options: CreateProcessTemplateOptions) {
    this.#options = options;
  }

  async execute(userId: string, { name, stepTemplates }: CreateProcessTemplateDto): Promise<ProcessTemplate> {
    const { store, audit, clock, makeId } = this.#options;
    const made = resolveDependencies(stepTemplates, makeId);
    if ('problem' in made) {
      const { class: errorClass, seq, message } = made.problem;
      audit.record({ event: 'template.refused', errorClass });
      throw new ServiceError('InvalidSteps', message, { errorClass, ...(seq === undefined ? {} : { seq }) });
    }
    const template = { id: makeId(), userId, name, steps: made.steps, createdAt: clock() };
    if (await store.addTemplate(template)) return template;
    const facts = { proposedName: await this.#proposeName(userId, name) };
    throw new ServiceError('NameConflict', 'There is a template of that name.', facts);
  }

  async #proposeName(userId: string, name: string): Promise<string> {
    const { items } = await this.#options.store.listTemplates(userId, { limit: 200 });
    const taken = new Set(items.map((template) => template.name));
    const numbered = Array.from({ length: MOST_NAMES }, (_, index) => withEnding(name, ` (${index + 2})`));
    const free = numbered.find((candidate) => !taken.has(candidate));
    return free ?? withEnding(name, ` (${this.#options.makeId()})`);
  }
}

/** The name with an ending, cut so that both fit, and never inside a character. */
function withEnding(name: string, ending: string): string {
  let kept = '';
  for (const character of name) {
    if (kept.length + character.length + ending.length > LONGEST_NAME) break;
    kept += character;
  }
  return kept + ending;
}
