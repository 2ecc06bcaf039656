import { ResponsesError } from '../errors/responses-error.ts';
import { isResponseId } from '../events/is-response-id.ts';
import type { HandleCodec } from './handle-codec.ts';

/** Returns the response id of a handle. Without a codec the id itself is the handle. Throws for any other text. */
export function openHandle(handle: string, owner: string, handles: HandleCodec | undefined): string {
  if (!handles) {
    if (isResponseId(handle)) return handle;
    throw new ResponsesError('invalid_response_id', 'A response id begins with "resp_".');
  }
  const opened = handles.open(handle, owner);
  if (opened.ok) return opened.responseId;
  if (opened.reason === 'foreign') {
    throw new ResponsesError('foreign_conversation', 'This conversation belongs to another user.');
  }
  throw new ResponsesError('invalid_response_id', 'This is not a conversation handle of this server.');
}
