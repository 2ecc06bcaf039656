import { isRecord } from '../../api/is-record.ts';
import { readList } from '../../api/read-list.ts';
import type { DraftStep } from '../process-draft.ts';
import { isDraftName, readStepDraft } from './read-step-draft.ts';

const SCHEMA = 'ai_chat_process_template.v1';

/** The structured part of a response: the missing information, and the draft if it contains one. */
export type TemplateDocument = {
  missing: readonly string[];
  draft: { name: string; steps: readonly DraftStep[] } | undefined;
};

/** Reads the structured part of a response. Returns undefined when the server would not accept it. */
export function readTemplateDocument(value: unknown): TemplateDocument | undefined {
  if (!isRecord(value) || value['schema'] !== SCHEMA || typeof value['answer'] !== 'string') return undefined;
  const missing = readList(value['missing_information'], (item) =>
    typeof item === 'string' ? item : undefined,
  );
  if (missing === undefined) return undefined;
  const given = value['process_template_draft'] ?? undefined;
  if (given === undefined) return { missing, draft: undefined };
  const draft = readDraft(given);
  return draft && { missing, draft };
}

function readDraft(value: unknown): TemplateDocument['draft'] {
  if (!isRecord(value) || !Array.isArray(value['stepTemplates'])) return undefined;
  const steps = readList(value['stepTemplates'], readStepDraft);
  const name = value['name'] ?? undefined;
  if (steps === undefined || (name !== undefined && !isDraftName(name))) return undefined;
  return { name: name ?? '', steps };
}
