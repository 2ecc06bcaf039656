import type { ApprovalDetail } from '../approval.ts';

/** A remark about one value: a point to check, or the reason why the call cannot be approved. */
export interface DisplayNote {
  readonly code: string;
  /** The path of the value, for example `payments[0].account`; empty for the call as a whole. */
  readonly path: string;
  readonly message: string;
  readonly message_ja: string;
}

/** The complete values of a request, as the server returns them to people who may decide. */
export interface ApprovalReading {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly edited: { readonly arguments: Readonly<Record<string, unknown>> } | null;
  readonly warnings: readonly DisplayNote[];
  readonly problems: readonly DisplayNote[];
  readonly display_digest: string;
}

/** The displayed values of a request. */
export interface ShownValues {
  /** Distinguishes the values of several requests on one screen. */
  readonly prefix: string;
  /** The arguments; null when they are not a JSON object. */
  readonly values: Readonly<Record<string, unknown>> | null;
  /** The raw text of arguments that are not a JSON object. */
  readonly text: string;
  /** The arguments that a person has edited. */
  readonly edited: Readonly<Record<string, unknown>> | null;
  readonly changedPaths: readonly string[];
  readonly warnings: readonly DisplayNote[];
  /** Whether nothing is masked or shortened. */
  readonly isComplete: boolean;
}

/** Selects the displayed values: the complete ones when they were loaded, otherwise the masked ones of the list. */
export function shownValues(
  approval: ApprovalDetail,
  reading: ApprovalReading | undefined,
  prefix = '',
): ShownValues {
  return {
    prefix,
    values: reading?.arguments ?? approval.arguments,
    text: approval.arguments_text,
    edited: reading?.edited?.arguments ?? approval.edited_arguments,
    changedPaths: approval.edit?.changed_paths ?? [],
    warnings: reading?.warnings ?? [],
    isComplete:
      reading !== undefined ||
      approval.display === 'complete' ||
      // A request about an outcome does not contain how much of the call it displays.
      (approval.display === null && approval.masked_paths.length === 0),
  };
}
