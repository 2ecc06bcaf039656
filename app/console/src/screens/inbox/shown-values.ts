import type { ApprovalDetail } from './approval.ts';

/** A remark about one value: what to look at closely, or why the call cannot be approved. */
export interface DisplayNote {
  readonly code: string;
  /** Where the value is, for example `payments[0].account`; empty for the call as a whole. */
  readonly path: string;
  readonly message: string;
  readonly message_ja: string;
}

/** The complete values of a request, as the server gives them to people who may decide. */
export interface ApprovalReading {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly edited: { readonly arguments: Readonly<Record<string, unknown>> } | null;
  readonly warnings: readonly DisplayNote[];
  readonly problems: readonly DisplayNote[];
  readonly display_digest: string;
}

/** The values of a request that are on the screen. */
export interface ShownValues {
  /** Tells the values of several requests on one screen apart. */
  readonly prefix: string;
  /** The arguments; null when they are not a JSON object. */
  readonly values: Readonly<Record<string, unknown>> | null;
  /** The raw text of arguments that are not a JSON object. */
  readonly text: string;
  /** What a person put in place of the arguments. */
  readonly edited: Readonly<Record<string, unknown>> | null;
  readonly changedPaths: readonly string[];
  readonly warnings: readonly DisplayNote[];
  /** Whether nothing is masked or shortened. */
  readonly isComplete: boolean;
}

/** Chooses what to display: the complete values when they were read, else the masked ones of the list. */
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
      // A question about an outcome does not say how much of the call it shows.
      (approval.display === null && approval.masked_paths.length === 0),
  };
}
