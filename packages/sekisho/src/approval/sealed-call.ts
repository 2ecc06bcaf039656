import { z } from 'zod';
import type { Keyring } from '../config/keyring.ts';
import { APPROVAL_DISPLAYS, type HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import { TOOL_KINDS } from '../contracts/tool-call-request.ts';
import { SekishoError } from '../errors/sekisho-error.ts';

const sealedCallSchema = z.strictObject({
  v: z.literal(1),
  display: z.enum(APPROVAL_DISPLAYS),
  agent_name: z.string(),
  tool_id: z.string(),
  tool_kind: z.enum(TOOL_KINDS),
  server_id: z.string().optional(),
  args: z.string().nullable(),
  /** The arguments, without indexes, that say where the effect goes. */
  destinations: z.array(z.string()),
});

/** The complete call behind a request to a person, as it is kept in the row of the request. */
export type SealedCall = z.infer<typeof sealedCallSchema>;

type Place = Pick<HumanApprovalRequest, 'approval_id' | 'run_id'>;

/** Encrypts the complete call for one request of one run. */
export function sealCall(keyring: Keyring, place: Place, call: Omit<SealedCall, 'v'>): string {
  return sealText(keyring, 'approval', place, JSON.stringify({ v: 1, ...call }));
}

/** Opens the complete call of a request. */
export function openCall(keyring: Keyring, approval: HumanApprovalRequest): SealedCall {
  if (approval.args_sealed === undefined) {
    throw new SekishoError(
      'AGENTS-E-APPROVAL-INVALID',
      `Approval ${approval.approval_id} does not contain the complete arguments of its call, so it can only be denied. An older version stored it, or the approval store dropped the field args_sealed.`,
    );
  }
  return sealedCallSchema.parse(JSON.parse(openText(keyring, 'approval', approval, approval.args_sealed)));
}

/** Encrypts a text of a request; it opens for the same purpose, run and request only. */
export function sealText(
  keyring: Keyring,
  purpose: 'approval' | 'edit',
  { run_id, approval_id }: Place,
  text: string,
): string {
  const sealed = keyring.seal(text, `${purpose}:${run_id}:${approval_id}`);
  return Buffer.from(sealed).toString('base64url');
}

/** Opens what `sealText` closed. */
export function openText(
  keyring: Keyring,
  purpose: 'approval' | 'edit',
  { run_id, approval_id }: Place,
  sealed: string,
): string {
  return keyring.open(Buffer.from(sealed, 'base64url'), `${purpose}:${run_id}:${approval_id}`);
}
