import { findTemplateFence } from '../../../../server/src/chat/draft/find-template-fence.ts';
import { findStepProblem } from '../../../../server/src/processes/templates/check-steps.ts';
import type { ProcessDraft } from '../process-draft.ts';
import { readTemplateDocument } from './read-template-document.ts';

/** The parts of a response of the model: the displayed text, the missing information, and the draft. */
export type AssistantMessage = {
  text: string;
  missing: readonly string[];
  draft: ProcessDraft | undefined;
};

/** Parses a response from the history. The server validates a draft again when a template is created from it. */
export function readAssistantMessage(content: string): AssistantMessage {
  const { lastJson, last } = findTemplateFence(content);
  const block = lastJson ?? last;
  const parsed = block && parseDocument(block.content);
  // An unfinished JSON block is removed from the text too; other code blocks stay.
  const isHidden = block !== undefined && (parsed !== undefined || block === lastJson);
  const text = isHidden ? cutOut(content, block) : content.trim();
  const { missing = [], draft } = parsed ?? {};
  return { text, missing, draft: draft && inOrder(draft) };
}

/** Returns the draft, or undefined when its steps are inconsistent. */
function inOrder({ name, steps }: ProcessDraft): ProcessDraft | undefined {
  const ordered = steps
    .toSorted((a, b) => a.seq - b.seq)
    .map((step) => ({ ...step, dependsOn: step.dependsOn.toSorted((a, b) => a - b) }));
  return findStepProblem(ordered) === undefined ? { name, steps: ordered } : undefined;
}

function parseDocument(json: string) {
  try {
    return readTemplateDocument(JSON.parse(json));
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
