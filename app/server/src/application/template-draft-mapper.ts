import type { StepDraft } from '../domain/process-step.ts';
import type { AiChatProcessTemplateJson } from './template-draft.ts';

/** The input for creating a template. */
export type CreateProcessTemplateDto = { name: string; stepTemplates: StepDraft[] };

const NAMELESS = '名称未設定のプロセス';

/** Converts a draft to the input for creating a template. All fields stay unchanged. */
export class TemplateDraftMapper {
  /** Returns undefined while there is no draft. */
  toCreateDto(json: AiChatProcessTemplateJson): CreateProcessTemplateDto | undefined {
    const draft = json.process_template_draft;
    return draft && { name: draft.name ?? NAMELESS, stepTemplates: draft.stepTemplates };
  }
}
