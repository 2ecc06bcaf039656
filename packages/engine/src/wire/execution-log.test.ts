import { expect, it } from 'vitest';
import { renderLogBody } from './execution-log.ts';

it('renders JSON with sorted keys and the details verbatim', () => {
  const body = renderLogBody({
    seq: 7,
    run_id: 'r"1',
    tool_call_id: 'lone \ud800',
    event: 'tool.start',
    attempt: 2,
    decision: 'allow',
    timestamp: '2026-11-01T00:00:00.000Z',
    data: '{"a":[1,2],"b":"関所"}',
  });
  expect(body).toBe(
    String.raw`{"attempt":2,"data":{"a":[1,2],"b":"関所"},"decision":"allow","event":"tool.start","run_id":"r\"1","seq":7,"timestamp":"2026-11-01T00:00:00.000Z","tool_call_id":"lone \ud800"}`,
  );
  expect(Object.keys(JSON.parse(body))).toEqual(Object.keys(JSON.parse(body)).toSorted());
});
