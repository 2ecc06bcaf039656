import type { Response } from 'openai/resources/responses/responses';
import type { StoredResponse } from '../store/response-store.ts';

/** Returns the current state of a stored response. A background response may still be in progress. */
export function viewResponse(stored: StoredResponse, now: number): Response {
  const { response, background, cancelledAt } = stored;
  if (!background) return response;
  const isOver = now >= background.endsAt;
  if (cancelledAt !== undefined && cancelledAt < background.endsAt) return unfinished(response, 'cancelled');
  if (isOver) return response;
  return unfinished(response, now >= background.startsAt ? 'in_progress' : 'queued');
}

function unfinished(response: Response, status: 'queued' | 'in_progress' | 'cancelled'): Response {
  const { usage: _usage, tool_usage: _toolUsage, ...rest } = response;
  return {
    ...rest,
    status,
    output: [],
    output_text: '',
    completed_at: null,
    incomplete_details: null,
    error: null,
  };
}
