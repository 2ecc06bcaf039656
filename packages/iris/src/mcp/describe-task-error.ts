import { INTERNAL_ERROR, ProtocolError } from '@modelcontextprotocol/server';

/** What a client is told about work that failed. The wording of an unexpected error may hold secrets and is left out. */
export function describeTaskError(error: unknown): { code: number; message: string } {
  return error instanceof ProtocolError
    ? { code: error.code, message: error.message }
    : { code: INTERNAL_ERROR, message: 'The task ended with an internal error.' };
}

/** What a client is told about work that ended with its process. */
export const LOST_WORK =
  'The server was stopped while it worked on this task, and the work ended with it. There will be no result; ' +
  'call the tool again. What was done until then may have been billed. ' +
  'タスクの処理中にサーバーが停止したため、このタスクの結果は得られません。もう一度実行してください。' +
  '停止するまでの処理は課金されている場合があります。';

const REFUSALS = {
  tooManyOwn: 'You have too many tasks. Each is kept for its ttlMs; wait for the oldest to expire.',
  tooMany: 'The server has too many tasks. Try again later.',
  notWritten:
    'The task could not be written to the state folder, so nothing was started. Look at the folder and its disk.',
} as const;

/** The refusal of a task that was not started. */
export function refuseTask(reason: keyof typeof REFUSALS): ProtocolError {
  return new ProtocolError(INTERNAL_ERROR, REFUSALS[reason]);
}
