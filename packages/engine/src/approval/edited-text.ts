import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { argumentProblems } from './display-problems.ts';
import { isEditable } from './is-editable.ts';

/**
 * Returns edited arguments as JSON text. Throws when the text would not represent the same values or cannot be
 * displayed.
 */
export function editedText({ approval_id, tool_kind }: HumanApprovalRequest, args: unknown): string {
  if (!isEditable(tool_kind)) {
    throw refusal(
      `Approval ${approval_id} is for a call of the kind ${tool_kind}, whose arguments cannot be changed.`,
    );
  }
  if (typeof args !== 'object' || args === null || Array.isArray(args)) throw refusal(NOT_AN_OBJECT);
  const text = writeJson(args);
  // Without a text the edit would be ignored and the model's arguments would run.
  if (text === undefined || !text.startsWith('{')) throw refusal(NOT_AN_OBJECT);
  const [problem] = argumentProblems({ args: text });
  if (problem === undefined) return text;
  throw refusal(`The edited arguments of approval ${approval_id} cannot be displayed. ${problem.message}`);
}

const NOT_AN_OBJECT = 'Edited arguments must be an object with the arguments of the call.';

function writeJson(args: object): string | undefined {
  try {
    return JSON.stringify(args, refuseChangedNumber);
  } catch (cause) {
    throw new SekishoError(
      'AGENTS-E-APPROVAL-INVALID',
      `The edited arguments are not JSON. ${cause instanceof RangeError ? cause.message : ''}`.trim(),
      { cause },
    );
  }
}

/** JSON writes these numbers as `null` or `0`, so a value other than the person's would be used. */
function refuseChangedNumber(key: string, value: unknown): unknown {
  if (typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0))) return value;
  throw new RangeError(
    `JSON cannot represent the number ${Object.is(value, -0) ? '-0' : value} at "${key}".`,
  );
}

const refusal = (why: string) => new SekishoError('AGENTS-E-APPROVAL-INVALID', why);
