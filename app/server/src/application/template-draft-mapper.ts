import type { StepDraft } from '../domain/process-step.ts';
import type { AiChatProcessTemplateJson } from './template-draft.ts';

/** What creating a template takes. */
export type CreateProcessTemplateDto = { name: string; stepTemplates: StepDraft[] };

const NAMELESS = '名称未設定のプロセス';

/** Turns a draft into what creating a template takes; every field is carried over as it is. */
export class TemplateDraftMapper {
  /** Undefined while there is no draft yet. */
  toCreateDto(json: AiChatProcessTemplateJson): CreateProcessTemplateDto | undefined {
    const draft = json.process_template_draft;
    return draft && { name: draft.name ?? NAMELESS, stepTemplates: draft.stepTemplates };
  }
}
