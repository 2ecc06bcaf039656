import { findTemplateFence } from '../../../../server/src/application/find-template-fence.ts';
import { aiChatProcessTemplateSchema } from '../../../../server/src/application/template-draft.ts';
import { findStepProblem } from '../../../../server/src/domain/check-steps.ts';
import type { StepDraft } from '../../../../server/src/domain/process-step.ts';
import type { ProcessDraft } from './process-draft.ts';

/** An answer of the interviewer taken apart: what a person reads, what it still asks, and its draft. */
export type AssistantMessage = {
  text: string;
  missing: readonly string[];
  draft: ProcessDraft | undefined;
};

/** Reads an answer from the history. The server checks a draft again when a template is made of it. */
export function readAssistantMessage(content: string): AssistantMessage {
  const { lastJson, last } = findTemplateFence(content);
  const block = lastJson ?? last;
  const parsed = block?.isClosed === true ? parseDocument(block.content) : undefined;
  // An unfinished block is not for reading either; other code blocks are.
  const isHidden = block !== undefined && (parsed !== undefined || block === lastJson);
  const text = isHidden ? cutOut(content, block) : content.trim();
  const { missing_information: missing = [], process_template_draft: draft } = parsed ?? {};
  // A draft whose steps do not fit together is none.
  const isSound = draft !== undefined && findStepProblem(draft.stepTemplates) === undefined;
  return { text, missing, draft: isSound ? toDraft(draft.name, draft.stepTemplates) : undefined };
}

function toDraft(name: string | undefined, steps: readonly StepDraft[]): ProcessDraft {
  return {
    name: name ?? '',
    steps: steps
      .toSorted((a, b) => a.seq - b.seq)
      .map(({ requiredArtifacts = [], dependsOn = [], ...step }) => ({
        ...step,
        requiredArtifacts,
        dependsOn: dependsOn.toSorted((a, b) => a - b),
      })),
  };
}

function parseDocument(json: string) {
  try {
    return aiChatProcessTemplateSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

function cutOut(content: string, { from, to }: { from: number; to: number }): string {
  const parts = [content.slice(0, from).trimEnd(), content.slice(to).trim()];
  return parts
    .filter((part) => part !== '')
    .join('\n\n')
    .trim();
}
