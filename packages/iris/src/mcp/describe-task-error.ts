import { INTERNAL_ERROR, ProtocolError } from '@modelcontextprotocol/server';

/** Returns the error that a client receives for failed work. The text of an unexpected error may contain secrets and is omitted. */
export function describeTaskError(error: unknown): { code: number; message: string } {
  return error instanceof ProtocolError
    ? { code: error.code, message: error.message }
    : { code: INTERNAL_ERROR, message: 'The task ended with an internal error.' };
}

/** The error message for work that ended with its process. */
export const INTERRUPTED_MESSAGE =
  'The server was stopped while it worked on this task, and the work ended. There will be no result; ' +
  'call the tool again. Work before the stop may have been billed. ' +
  'タスクの処理中にサーバーが停止したため、このタスクの結果は得られません。もう一度実行してください。' +
  '停止するまでの処理は課金されている場合があります。';

const REFUSALS = {
  tooManyOwn: 'You have too many tasks. Each task is stored for its ttlMs; wait until the oldest expires.',
  tooMany: 'The server has too many tasks. Try again later.',
  notWritten:
    'The task could not be written to the state folder, so nothing was started. Check the folder and its disk.',
} as const;

/** Creates the error for a task that was not started. */
export function createTaskRejection(reason: keyof typeof REFUSALS): ProtocolError {
  return new ProtocolError(INTERNAL_ERROR, REFUSALS[reason]);
}
