import type { CreateProcessTemplateDto } from '../../processes/templates/process-template.ts';
import type { AiChatProcessTemplateJson } from './template-draft.ts';

const NAMELESS = '名称未設定のプロセス';

/** Converts a draft to the input for creating a template. All fields stay unchanged. */
export class TemplateDraftMapper {
  /** Returns undefined while there is no draft. */
  toCreateDto(json: AiChatProcessTemplateJson): CreateProcessTemplateDto | undefined {
    const draft = json.process_template_draft;
    return draft && { name: draft.name ?? NAMELESS, stepTemplates: draft.stepTemplates };
  }
}
