import type { Keyring } from '../config/keyring.ts';
import { digestOfText } from '../checks/digest.ts';
import type { Approver, HumanApprovalRequest } from '../wire/human-approval-request.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { DecisionDetails } from './answer.ts';
import { argumentProblems, nameProblems } from './display-problems.ts';
import { isEditable } from './is-editable.ts';
import { openCall, type SealedCall } from './sealed-call.ts';

/**
 * Throws when the person cannot have read the values: the call cannot be displayed, or its prompt is incomplete and the
 * same person has not read the complete values. The values of an edit come from the person.
 */
export function requireDisplayed(
  keyring: Keyring,
  approval: HumanApprovalRequest,
  { by, displayed, editedArgs }: DecisionDetails,
): SealedCall {
  const call = openCall(keyring, approval);
  const { approval_id: id } = approval;
  const isEdited = editedArgs !== undefined;
  const ofNames = nameProblems(call);
  const [problem] = isEdited ? ofNames : [...ofNames, ...argumentProblems(call)];
  if (problem !== undefined) {
    const canEdit = isEditable(call.tool_kind) && ofNames.length === 0;
    throw refusal(
      `${id} cannot be approved, because the call cannot be displayed faithfully. ${problem.message} Deny it${canEdit ? ', or approve it with editedArgs' : ''}.`,
    );
  }
  if (isEdited || call.display === 'complete') return call;
  if (displayed === undefined) {
    throw refusal(
      `${id} cannot be approved yet: its prompt masks or shortens values. Call readApproval("${id}", { by }), show the complete values to the person, and pass display_digest as "displayed" and the same "by" with the decision.`,
    );
  }
  if (by === undefined || !keyring.isDigest(readingText(approval, call, by), displayed)) {
    throw refusal(
      `${id}: ${by === undefined ? '"by" is missing' : `"displayed" is not the display_digest of a reading of this request by ${JSON.stringify(by.id)}`}. Call readApproval("${id}", { by }) again.`,
    );
  }
  return call;
}

/** Returns the proof that a person received the complete values of a request. It cannot be created without the key. */
export function displayDigest(
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

const refusal = (why: string) => new SekishoError('AGENTS-E-APPROVAL-INVALID', `Approval ${why}`);
