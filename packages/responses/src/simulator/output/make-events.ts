import type { Response, ResponseOutputItem, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { makeItemEvents, type UnsequencedEvent } from './make-item-events.ts';

/** Returns the events of a streamed response, in OpenAI's order and numbering. */
export function makeEvents(response: Response): ResponseStreamEvent[] {
  const started: Response = {
    ...response,
    status: 'in_progress',
    output: [],
    output_text: '',
    completed_at: null,
    incomplete_details: null,
  };
  delete started.usage;
  delete started.tool_usage;
  const events: UnsequencedEvent[] = [];
  if (response.background === true) {
    events.push({ type: 'response.created', response: { ...started, status: 'queued' } });
    events.push({ type: 'response.queued', response: { ...started, status: 'queued' } });
  } else {
    events.push({ type: 'response.created', response: started });
  }
  events.push({ type: 'response.in_progress', response: started });
  for (const [index, item] of response.output.entries()) events.push(...makeWholeItem(item, index));
  events.push(makeLast(response));
  return events.map((event, index) => ({ ...event, sequence_number: index }));
}

function makeWholeItem(item: ResponseOutputItem, outputIndex: number): UnsequencedEvent[] {
  const { added, during } = makeItemEvents(item, outputIndex);
  return [
    { type: 'response.output_item.added', output_index: outputIndex, item: added },
    ...during,
    { type: 'response.output_item.done', output_index: outputIndex, item },
  ];
}

function makeLast(response: Response): UnsequencedEvent {
  if (response.status === 'failed') return { type: 'response.failed', response };
  if (response.status === 'incomplete') return { type: 'response.incomplete', response };
  return { type: 'response.completed', response };
}
