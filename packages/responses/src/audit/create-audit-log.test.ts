import { describe, expect, it } from 'vitest';
import type { AuditEvent, AuditFacts } from './audit-event.ts';
import { createAuditLog, isAuditEnabled } from './create-audit-log.ts';
import { describeRequest } from './describe-request.ts';

function record(facts: AuditFacts, enabled = true): AuditEvent[] {
  const written: AuditEvent[] = [];
  createAuditLog({ enabled, write: (event) => written.push(event) })('responses_api_request', facts);
  return written;
}

describe('createAuditLog', () => {
  it.each([
    ['true', true],
    ['TRUE', true],
    [' true ', true],
    ['1', false],
    ['yes', false],
    ['', false],
    [undefined, false],
  ])('is set by %j to %j', (value, expected) => {
    expect(isAuditEnabled(value)).toBe(expected);
  });

  it('writes nothing when it is disabled', () => {
    expect(record({ model: 'gpt-5.2' }, false)).toEqual([]);
  });

  it('drops every field that is not on the list', () => {
    const leaky = { model: 'm', input: 'secret prompt', headers: { authorization: 'Bearer sk-1' } };
    expect(record(leaky)).toEqual([{ event: 'responses_api_request', model: 'm' }]);
  });

  it.each(['sk-proj-abcdef', 'my whole prompt text', 'x'.repeat(200), 'a\nb', '{"schema":1}'])(
    'masks a code that could be a secret or a prompt: %j',
    (code) => {
      expect(record({ model: 'm', code })).toEqual([
        { event: 'responses_api_request', model: 'm', code: '[redacted]' },
      ]);
    },
  );
});

describe('describeRequest', () => {
  it('counts contents instead of copying them', () => {
    const facts = describeRequest(
      {
        model: 'gpt-5.2',
        input: [{ role: 'user', content: 'the secret plan' }],
        instructions: 'hidden',
        stream: true,
        tools: [{ type: 'function', name: 'f', parameters: { secret: 1 }, strict: false }],
        text: { format: { type: 'json_schema', name: 'a', schema: { hush: true } } },
      },
      'https://proxy.example.com/v1',
    );
    expect(facts).toEqual({
      model: 'gpt-5.2',
      response_format: 'json_schema',
      stream: true,
      tool_count: 1,
      input_message_count: 1,
      base_url_host: 'proxy.example.com',
      use_custom_base_url: true,
    });
  });

  it("recognizes OpenAI's own base URL", () => {
    expect(describeRequest({ model: 'm', input: 'x' }, undefined)).toMatchObject({
      base_url_host: 'api.openai.com',
      use_custom_base_url: false,
      input_message_count: 1,
    });
  });
});
