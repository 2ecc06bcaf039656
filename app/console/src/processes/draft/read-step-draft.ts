import {
  MAX_OFFSET_DAYS,
  type RequiredArtifact,
} from '../../../../server/src/processes/templates/process-step.ts';
import { isRecord } from '../../api/is-record.ts';
import { readList } from '../../api/read-list.ts';
import type { DraftStep } from '../process-draft.ts';

const MAX_NAME_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 2000;
const MAX_ARTIFACTS = 50;
const MAX_DEPENDENCIES = 500;

/**
 * Reads one step of a draft. Returns undefined when the server would reject it. It uses no schema library, because
 * one would be larger than the rest of the screen.
 */
export function readStepDraft(value: unknown): DraftStep | undefined {
  if (!isRecord(value)) return undefined;
  const { seq, name, basis, offsetDays } = value;
  const requiredArtifacts = readList(value['requiredArtifacts'], readArtifact, MAX_ARTIFACTS);
  const dependsOn = readList(value['dependsOn'], readInteger, MAX_DEPENDENCIES);
  if (!isInteger(seq) || seq < 1 || !isDraftName(name)) return undefined;
  if (basis !== 'goal' && basis !== 'prev') return undefined;
  if (!isInteger(offsetDays) || Math.abs(offsetDays) > MAX_OFFSET_DAYS) return undefined;
  if (requiredArtifacts === undefined || dependsOn === undefined) return undefined;
  // Minus zero is normalized to zero.
  return { seq, name, basis, offsetDays: offsetDays + 0, requiredArtifacts, dependsOn };
}

/** Returns whether a value is a valid name of a draft or a step. */
export function isDraftName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_NAME_LENGTH && value.trim() !== '';
}

function readArtifact(value: unknown): RequiredArtifact | undefined {
  if (!isRecord(value)) return undefined;
  const { kind } = value;
  const description = value['description'] ?? undefined;
  if (typeof kind !== 'string' || kind === '' || kind.length > MAX_NAME_LENGTH) return undefined;
  if (description === undefined) return { kind };
  if (typeof description !== 'string' || description.length > MAX_DESCRIPTION_LENGTH) return undefined;
  return { kind, description };
}

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
const readInteger = (value: unknown) => (isInteger(value) ? value : undefined);
