import { ServiceError } from '../../errors/service-error.ts';
import type { Removal } from '../../storage/page.ts';
import { requireRemoved } from '../../storage/require-removed.ts';
import type { ProcessTemplateOptions } from './create-process-template-use-case.ts';
import { nameConflict } from './name-conflict.ts';
import type { StepDraft } from './process-step.ts';
import type { ProcessTemplate } from './process-template.ts';
import { resolveSteps } from './resolve-steps.ts';

/** The fields of a template that a user may change. Omitted fields stay unchanged. */
export type TemplateChange = {
  version: number;
  name?: string | undefined;
  stepTemplates?: StepDraft[] | undefined;
};

/** Changes and deletes templates. Existing cases have their own steps and stay unchanged. */
export class ChangeProcessTemplateUseCase {
  readonly #options: ProcessTemplateOptions;

  constructor(options: ProcessTemplateOptions) {
    this.#options = options;
  }

  async execute(userId: string, id: string, change: TemplateChange): Promise<ProcessTemplate> {
    const { store, audit } = this.#options;
    const found = await store.getTemplate(userId, id);
    if (found === undefined) throw new ServiceError('NotFound', 'There is no such template.');
    const { version, name = found.name, stepTemplates } = change;
    const steps = stepTemplates === undefined ? found.steps : resolveSteps(stepTemplates, this.#options);
    const changed = { ...found, name, steps, version: version + 1 };
    const state = await store.replaceTemplate(changed, version);
    if (state === 'name-taken') throw await nameConflict(this.#options, userId, name);
    if (state === 'changed') {
      const facts = { version: found.version };
      throw new ServiceError(
        'VersionConflict',
        'The template was changed after you read it. Read it again.',
        facts,
      );
    }
    audit.record({ event: 'template.changed', userId, templateId: id });
    return changed;
  }

  /** Deletes a template. Throws a conflict when cases were created from it. */
  async remove(removal: Removal): Promise<void> {
    const { store, audit } = this.#options;
    const state = await store.removeTemplate(removal);
    if (state === 'in-use') {
      throw new ServiceError('TemplateInUse', 'Cases were created from this template. Delete them first.');
    }
    requireRemoved(state, 'template');
    audit.record({ event: 'template.deleted', userId: removal.userId, templateId: removal.id });
  }
}
