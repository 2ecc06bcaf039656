import { z } from 'zod';
import { mask } from '../../audit/mask.ts';
import { isObject, pathOf } from '../../wire/json-value.ts';
import type { Keyring } from '../../config/keyring.ts';
import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import { approvalError } from '../approval-error.ts';
import { argumentProblems } from '../requests/display-notes.ts';
import { isEditable } from '../requests/displayed-call.ts';
import { openText, sealText } from '../requests/sealed-call.ts';

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
    const inner = pathOf(after, key, path);
    if (!Object.hasOwn(before, key) || !Object.hasOwn(after, key)) return [inner];
    return changedPaths(Reflect.get(before, key), Reflect.get(after, key), inner);
  });
}

/**
 * Returns edited arguments as JSON text. Throws when the text would not represent the same values or cannot be
 * displayed.
 */
export function editedText({ approval_id, tool_kind }: HumanApprovalRequest, args: unknown): string {
  if (!isEditable(tool_kind)) {
    throw approvalError(
      `Approval ${approval_id} is for a call of the kind ${tool_kind}, whose arguments cannot be changed.`,
    );
  }
  if (typeof args !== 'object' || args === null || Array.isArray(args)) throw approvalError(NOT_AN_OBJECT);
  const text = writeJson(args);
  // Without a text the edit would be ignored and the model's arguments would run.
  if (text === undefined || !text.startsWith('{')) throw approvalError(NOT_AN_OBJECT);
  const [problem] = argumentProblems({ args: text });
  if (problem === undefined) return text;
  throw approvalError(
    `The edited arguments of approval ${approval_id} cannot be displayed. ${problem.message}`,
  );
}

const NOT_AN_OBJECT = 'Edited arguments must be an object with the arguments of the call.';

function writeJson(args: object): string | undefined {
  try {
    return JSON.stringify(args, refuseChangedNumber);
  } catch (cause) {
    const why = cause instanceof RangeError ? cause.message : '';
    throw approvalError(`The edited arguments are not JSON. ${why}`.trim(), cause);
  }
}

/** JSON writes these numbers as `null` or `0`, so a value other than the person's would be used. */
function refuseChangedNumber(key: string, value: unknown): unknown {
  if (typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0))) return value;
  throw new RangeError(
    `JSON cannot represent the number ${Object.is(value, -0) ? '-0' : value} at "${key}".`,
  );
}
