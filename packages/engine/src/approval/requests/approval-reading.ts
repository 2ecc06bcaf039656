import { propertyOf, textOf } from '../../wire/json-value.ts';
import { randomInt } from 'node:crypto';
import { auditRecord, type AuditRecord } from '../../audit/audit-record.ts';
import { digestOfText } from '../../checks/digest.ts';
import { replaceInvisible } from '../../checks/invisible-characters.ts';
import type { Keyring } from '../../config/keyring.ts';
import type {
  ApprovalReading,
  Approver,
  CompleteArguments,
  HumanApprovalRequest,
} from '../../wire/human-approval-request.ts';
import { approvalEditOf, openEdit } from '../decisions/edit.ts';
import { approvalError, invalid } from '../approval-error.ts';
import { argumentProblems, displayWarnings, nameProblems } from './display-notes.ts';
import { isEditable } from './displayed-call.ts';
import { openCall, type SealedCall } from './sealed-call.ts';

/** Returns the complete values of a request for one reader. */
export function approvalReading(
  keyring: Keyring,
  approval: HumanApprovalRequest,
  by: Approver,
): ApprovalReading {
  const call = openCall(keyring, approval);
  // Arguments that are too large are not stored. The masked arguments identify the call.
  const complete = completeArguments(call.args ?? approval.args_masked);
  const edited = openEdit(keyring, approval);
  return {
    approval,
    agent_name: call.agent_name,
    tool_id: call.tool_id,
    server_id: call.server_id,
    ...complete,
    edited: edited === undefined ? undefined : withPaths(approval, completeArguments(edited)),
    warnings: displayWarnings(complete.arguments),
    problems: [...nameProblems(call), ...argumentProblems(call)],
    display_digest: displayDigest(keyring, approval, call, by),
  };
}

/** Throws when the reader has no id, because each reading is recorded with it. */
export function requireReader(by: unknown): void {
  if (textOf(propertyOf(by, 'id')) !== '') return;
  throw approvalError(
    'readApproval() records who reads the complete values. Pass { by: { id } } from your authentication.',
  );
}

/** Returns the fields of a record that describe the person. */
export const personFields = (by: Approver | undefined) => ({
  by: by?.id ?? '',
  assurance: by?.assurance ?? '',
  ...(by?.kind === undefined ? {} : { decider: by.kind }),
});

/** Creates the audit record of a reading. It is stored before the values are returned. */
export function viewedRecord({ approval, display_digest }: ApprovalReading, by: Approver): AuditRecord {
  const { run_id, call_key, approval_id, status, tool_id } = approval;
  return auditRecord(
    {
      run_id,
      tool_call_id: call_key,
      event: 'approval.viewed',
      // A random number, so that two readings in the same millisecond are both recorded.
      attempt: randomInt(2 ** 47),
      decision: status,
    },
    {
      approval_id,
      ...personFields(by),
      display_digest,
      tool: tool_id,
    },
  );
}

const withPaths = (approval: HumanApprovalRequest, complete: CompleteArguments) => ({
  ...complete,
  changed_paths: approvalEditOf(approval)?.changed_paths ?? [],
});

/** Returns the complete arguments of a call. `JSON.parse` of the text returns exactly the arguments. */
function completeArguments(json: string): CompleteArguments {
  const value: unknown = json.trim() === '' ? {} : JSON.parse(json);
  const text = JSON.stringify(value, null, 2);
  return {
    // The arguments of a computer call are a list of actions.
    arguments: Array.isArray(value) ? { actions: value } : { ...Object(value) },
    arguments_text: replaceInvisible(text, escapeOf),
  };
}

/** Escapes a character as JSON does, so that the text remains JSON with the same value. */
const escapeOf = (character: string) =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

/**
 * Throws when the person cannot have read the values: the call cannot be displayed, or its prompt is incomplete and the
 * same person has not read the complete values. The values of an edit come from the person.
 */
export function requireDisplayed(
  keyring: Keyring,
  approval: HumanApprovalRequest,
  {
    by,
    displayed,
    editedArgs,
  }: {
    readonly by?: Approver | undefined;
    readonly displayed?: string | undefined;
    readonly editedArgs?: unknown;
  },
): SealedCall {
  const call = openCall(keyring, approval);
  const { approval_id: id } = approval;
  const isEdited = editedArgs !== undefined;
  const ofNames = nameProblems(call);
  const [problem] = isEdited ? ofNames : [...ofNames, ...argumentProblems(call)];
  if (problem !== undefined) {
    const canEdit = isEditable(call.tool_kind) && ofNames.length === 0;
    throw invalid(
      `${id} cannot be approved, because the call cannot be displayed faithfully. ${problem.message} Deny it${canEdit ? ', or approve it with editedArgs' : ''}.`,
    );
  }
  if (isEdited || call.display === 'complete') return call;
  if (displayed === undefined) {
    throw invalid(
      `${id} cannot be approved yet: its prompt masks or shortens values. Call readApproval("${id}", { by }), show the complete values to the person, and pass display_digest as "displayed" and the same "by" with the decision.`,
    );
  }
  if (by === undefined || !keyring.isDigest(readingText(approval, call, by), displayed)) {
    throw invalid(
      `${id}: ${by === undefined ? '"by" is missing' : `"displayed" is not the display_digest of a reading of this request by ${JSON.stringify(by.id)}`}. Call readApproval("${id}", { by }) again.`,
    );
  }
  return call;
}

/** Returns the proof that a person received the complete values of a request. It cannot be created without the key. */
function displayDigest(
  keyring: Keyring,
  approval: HumanApprovalRequest,
  call: SealedCall,
  by: Approver,
): string {
  return keyring.digest(readingText(approval, call, by));
}

const readingText = (
  { run_id, approval_id, action_digest }: HumanApprovalRequest,
  { args }: SealedCall,
  by: Approver,
) =>
  JSON.stringify(['approval.viewed', 1, run_id, approval_id, action_digest, digestOfText(args ?? ''), by.id]);
