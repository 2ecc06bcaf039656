import { z } from 'zod';
import type { StepDraft } from '../domain/process-step.ts';
import { stepDraftSchema, type AiChatProcessTemplateJson } from './template-draft.ts';

/** What creating a template takes. */
export const createProcessTemplateSchema = z.object({
  name: z.string(),
  stepTemplates: z.array(stepDraftSchema),
});

/** The same as a type; what is left out may also be undefined. */
export type CreateProcessTemplateDto = { name: string; stepTemplates: StepDraft[] };

const NAMELESS = '名称未設定のプロセス';

/** Turns a draft into what creating a template takes; every field is carried over as it is. */
export class TemplateDraftMapper {
  /** Undefined while there is no draft yet. */
  toCreateDto(json: AiChatProcessTemplateJson): z.output<typeof createProcessTemplateSchema> | undefined {
    const draft = json.process_template_draft;
    return draft && { name: draft.name ?? NAMELESS, stepTemplates: draft.stepTemplates };
  }
}
