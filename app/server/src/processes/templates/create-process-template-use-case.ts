import type { AuditLog } from '../../observability/observability.ts';
import type { ProcessStore } from '../process-store.ts';
import { nameConflict } from './name-conflict.ts';
import type { CreateProcessTemplateDto, ProcessTemplate } from './process-template.ts';
import { resolveSteps } from './resolve-steps.ts';

/** The dependencies of the template use cases. */
export type ProcessTemplateOptions = {
  store: ProcessStore;
  audit: AuditLog;
  clock: () => number;
  makeId: () => string;
};

/** Creates a template and replaces step numbers by ids. Nothing is stored when the input is invalid. */
export class CreateProcessTemplateUseCase {
  readonly #options: ProcessTemplateOptions;

  constructor(options: ProcessTemplateOptions) {
    this.#options = options;
  }

  async execute(userId: string, { name, stepTemplates }: CreateProcessTemplateDto): Promise<ProcessTemplate> {
    const { store, clock, makeId } = this.#options;
    const steps = resolveSteps(stepTemplates, this.#options);
    const template = { id: makeId(), userId, name, steps, version: 1, createdAt: clock() };
    if (await store.addTemplate(template)) return template;
    throw await nameConflict(this.#options, userId, name);
  }
}
