import { z } from 'zod';
import { mask } from '../audit/mask.ts';
import type { Keyring } from '../config/keyring.ts';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import { openText, sealText } from './sealed-call.ts';

const approvalEditSchema = z.strictObject({
  v: z.literal(1),
  args_masked: z.string(),
  changed_paths: z.array(z.string()),
  destination: z.string().optional(),
  sealed: z.string(),
});

/** The edited arguments of a call, without secrets. */
export interface ApprovalEdit {
  /** The edited arguments with secrets masked, as JSON text. */
  readonly args_masked: string;
  /** The paths of the values that were changed, added or removed, for example `payments[0].account`. */
  readonly changed_paths: readonly string[];
  /** The destination of the edited call. */
  readonly destination?: string | undefined;
}

/** Returns the masked form of an edit, or undefined when the arguments were not edited. */
export function approvalEditOf({
  edited_args,
}: Pick<HumanApprovalRequest, 'edited_args'>): ApprovalEdit | undefined {
  if (edited_args === undefined) return undefined;
  const { args_masked, changed_paths, destination } = approvalEditSchema.parse(JSON.parse(edited_args));
  return { args_masked, changed_paths, ...(destination === undefined ? {} : { destination }) };
}

/**
 * Returns the text that the row of a request stores for an edit: the masked form and the encrypted complete arguments.
 */
export function sealEdit(
  keyring: Keyring,
  approval: HumanApprovalRequest,
  edit: { readonly before: string | null; readonly after: string; readonly destination?: string | undefined },
): string {
  const after: unknown = JSON.parse(edit.after);
  const before: unknown = edit.before === null || edit.before.trim() === '' ? {} : JSON.parse(edit.before);
  const record: z.infer<typeof approvalEditSchema> = {
    v: 1,
    args_masked: JSON.stringify(mask(after)),
    changed_paths: changedPaths(before, after, '').slice(0, MAX_PATHS),
    ...(edit.destination === undefined ? {} : { destination: edit.destination }),
    sealed: sealText(keyring, 'edit', approval, edit.after),
  };
  return JSON.stringify(record);
}

/** Returns the complete edited arguments as JSON text, or undefined when they were not edited. */
export function openEdit(keyring: Keyring, approval: HumanApprovalRequest): string | undefined {
  if (approval.edited_args === undefined) return undefined;
  const { sealed } = approvalEditSchema.parse(JSON.parse(approval.edited_args));
  return openText(keyring, 'edit', approval, sealed);
}

/** Returns the fields of an edit for the audit log: both versions masked, and keyed digests of the complete ones. */
export function editLog(
  keyring: Keyring,
  approval: HumanApprovalRequest,
  before: string | null,
): Readonly<Record<string, string>> {
  const after = openEdit(keyring, approval);
  if (after === undefined) return { edited_args_digest: '' };
  return {
    before: approval.args_masked,
    before_digest: before === null ? '' : keyring.digest(before),
    after: approvalEditOf(approval)?.args_masked ?? '',
    edited_args_digest: keyring.digest(after),
  };
}

const MAX_PATHS = 1000;

function changedPaths(before: unknown, after: unknown, path: string): string[] {
  if (Object.is(before, after)) return [];
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return [path];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const inner = Array.isArray(after) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    if (!Object.hasOwn(before, key) || !Object.hasOwn(after, key)) return [inner];
    return changedPaths(Reflect.get(before, key), Reflect.get(after, key), inner);
  });
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
