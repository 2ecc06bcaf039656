import { type HandleCodec, ResponsesError } from '@sekisho/responses';

const RESPONSE_ID = /^resp_[A-Za-z0-9_-]{1,128}$/;

/** The response that a handle stands for; a handle of somebody else is refused on every call. */
export function openHandle(handle: string, owner: string, handles: HandleCodec | undefined): string {
  if (!handles) {
    if (RESPONSE_ID.test(handle)) return handle;
    throw new ResponsesError('invalid_response_id', 'A response id begins with "resp_".');
  }
  const opened = handles.open(handle, owner);
  if (opened.ok) return opened.responseId;
  const code = opened.reason === 'foreign' ? 'foreign_conversation' : 'invalid_response_id';
  throw new ResponsesError(code, 'This handle cannot be used here.');
}
