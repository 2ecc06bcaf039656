import { z } from 'zod';
import type { Keyring } from '../../config/keyring.ts';
import { APPROVAL_DISPLAYS, type HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import { TOOL_KINDS } from '../../wire/tool-call-request.ts';
import { invalid } from '../approval-error.ts';

const sealedCallSchema = z.strictObject({
  v: z.literal(1),
  display: z.enum(APPROVAL_DISPLAYS),
  agent_name: z.string(),
  tool_id: z.string(),
  tool_kind: z.enum(TOOL_KINDS),
  server_id: z.string().optional(),
  args: z.string().nullable(),
  /** The arguments, without indexes, that contain the destination. */
  destinations: z.array(z.string()),
});

/** The complete call of an approval request, as stored in its row. */
export type SealedCall = z.infer<typeof sealedCallSchema>;

type RequestIds = Pick<HumanApprovalRequest, 'approval_id' | 'run_id'>;

/** Encrypts the complete call for one request of one run. */
export function sealCall(keyring: Keyring, ids: RequestIds, call: Omit<SealedCall, 'v'>): string {
  return sealText(keyring, 'approval', ids, JSON.stringify({ v: 1, ...call }));
}

/** Decrypts the complete call of a request. */
export function openCall(keyring: Keyring, approval: HumanApprovalRequest): SealedCall {
  if (approval.args_sealed === undefined) {
    throw invalid(
      `${approval.approval_id} does not contain the complete arguments of its call, so it can only be denied. An older version stored it, or the approval store dropped the field args_sealed.`,
    );
  }
  return sealedCallSchema.parse(JSON.parse(openText(keyring, 'approval', approval, approval.args_sealed)));
}

/** Encrypts a text of a request. It can be opened only for the same purpose, run and request. */
export function sealText(
  keyring: Keyring,
  purpose: 'approval' | 'edit',
  { run_id, approval_id }: RequestIds,
  text: string,
): string {
  const sealed = keyring.seal(text, `${purpose}:${run_id}:${approval_id}`);
  return Buffer.from(sealed).toString('base64url');
}

/** Decrypts a text that `sealText` encrypted. */
export function openText(
  keyring: Keyring,
  purpose: 'approval' | 'edit',
  { run_id, approval_id }: RequestIds,
  sealed: string,
): string {
  return keyring.open(Buffer.from(sealed, 'base64url'), `${purpose}:${run_id}:${approval_id}`);
}
