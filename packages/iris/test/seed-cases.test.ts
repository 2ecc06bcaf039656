import { describe, expect, it } from 'vitest';
import { irisArgumentsSchema } from '../src/ask/iris-arguments.ts';
import { callTool, connect, type Era, startIris } from './connect-iris.ts';

const DAY_MS = 86_400_000;
const sent = (iris: ReturnType<typeof startIris>) =>
  iris.simulator.journal.filter(({ method, path }) => method === 'POST' && path.endsWith('/responses'));

describe.each<[Era]>([['legacy'], ['modern']])('the design cases in the %s era', (era) => {
  it('unit 1: previous_response_id なし - the request is the same as before', async () => {
    const iris = startIris();
    const client = await connect(iris, { era });
    await callTool(client, 'iris', {
      input: 'What is 2+3?',
      searchContextSize: 'high',
      useCodeInterpreter: true,
    });
    const [request] = sent(iris);
    expect(request?.body).toMatchObject({
      model: 'gpt-6.1-sol',
      input: 'What is 2+3?',
      tool_choice: 'auto',
      parallel_tool_calls: true,
      reasoning: { effort: 'medium' },
      tools: [
        { type: 'web_search', search_context_size: 'high' },
        { type: 'code_interpreter', container: { type: 'auto' } },
      ],
    });
    expect(request?.body).not.toHaveProperty('previous_response_id');
  });

  it('unit 2: previous_response_id あり - the request contains it', async () => {
    const iris = startIris();
    const client = await connect(iris, { era });
    const first = await callTool(client, 'iris', { input: 'Hello' });
    await callTool(client, 'iris', { input: 'Continue', previous_response_id: first.answer.response_id });
    expect(sent(iris)[1]?.body).toMatchObject({ previous_response_id: first.answer.response_id });
  });

  it('unit 3: response_id 抽出 - the id is the one of the response', async () => {
    const iris = startIris();
    const client = await connect(iris, { era });
    const { answer } = await callTool(client, 'iris', { input: 'Hello' });
    const again = await callTool(client, 'iris_result', { response_id: answer.response_id });
    expect(answer.response_id).toMatch(/^resp_[0-9a-z]+$/);
    expect(again.answer.answer).toBe(answer.answer);
  });

  it('unit 4: テキスト追加 - the text ends with the id', async () => {
    const iris = startIris();
    const client = await connect(iris, { era });
    const { text, answer } = await callTool(client, 'iris', { input: 'Hello' });
    expect(text.startsWith(answer.answer)).toBe(true);
    expect(text.endsWith(`\n\n[Response ID: ${answer.response_id}]`)).toBe(true);
  });

  it('unit 5: structuredContent - it contains the id and the answer', async () => {
    const client = await connect(startIris(), { era });
    const result = await client.callTool({ name: 'iris', arguments: { input: 'What is 2+3?' } });
    expect(result.structuredContent).toMatchObject({
      response_id: expect.stringMatching(/^resp_/),
      answer: expect.stringContaining('5'),
      status: 'completed',
    });
  });

  it('integration 1: 会話継続 - a second call has the context of the first', async () => {
    const client = await connect(startIris(), { era });
    const first = await callTool(client, 'iris', { input: 'My name is Hanako.' });
    const { response_id } = first.answer;
    const second = await callTool(client, 'iris', {
      input: 'What is my name?',
      previous_response_id: response_id,
    });
    expect(second.text).toContain('Hanako');
    expect(second.answer.continued_from).toBe(response_id);
  });

  it('integration 2: 無効ID - an unknown id returns an error with a remedy', async () => {
    const client = await connect(startIris(), { era });
    const id = 'resp_0000000000000000000000000000000000000000';
    const reply = await callTool(client, 'iris', { input: 'Hello', previous_response_id: id });
    expect(reply.isError).toBe(true);
    expect(reply.text).toContain(`Previous response not found: ${id}.`);
    expect(reply.text).toContain('Start a new conversation.');
  });

  it('integration 3: 期限切れID - after thirty days the id returns an error with a remedy', async () => {
    const iris = startIris({ settings: {} });
    const client = await connect(iris, { era });
    const { answer } = await callTool(client, 'iris', { input: 'Hello', continuity: 'server' });
    iris.clock.now += 31 * DAY_MS;
    const reply = await callTool(client, 'iris', {
      input: '続けてください',
      previous_response_id: answer.response_id,
      continuity: 'server',
    });
    expect(reply.isError).toBe(true);
    expect(reply.text).toContain('The response may have expired (30 day limit) or never existed.');
    expect(reply.text).toContain('新しい会話を始めてください');
  });

  it.each(['gen-123', 'resp_', 'resp_../../models', 'resp_a b', '会話'])(
    'error 1: 不正なprevious_response_id - "%s" fails before anything is sent',
    async (id) => {
      const iris = startIris();
      const client = await connect(iris, { era });
      const reply = await callTool(client, 'iris', { input: 'Hello', previous_response_id: id });
      expect(reply.isError).toBe(true);
      expect(reply.text).toContain(`Invalid or expired previous_response_id: ${id}.`);
      expect(sent(iris)).toHaveLength(0);
    },
  );

  it.each([
    ['an empty text', ''],
    ['white space', ' \n'],
    ['null', null],
  ])('treats %s as an absent previous_response_id, as the design does', async (_case, nothing) => {
    const iris = startIris();
    const client = await connect(iris, { era });
    const reply = await callTool(client, 'iris', { input: 'What is 2+3?', previous_response_id: nothing });
    expect(reply.isError).toBe(false);
    expect(reply.text).toContain('5');
    expect(reply.answer).not.toHaveProperty('continued_from');
    expect(sent(iris)).toHaveLength(1);
    expect(sent(iris)[0]?.body).not.toHaveProperty('previous_response_id');
  });

  it.each([[null], ['']])('treats %j as an absent optional argument', async (nothing) => {
    const iris = startIris();
    const client = await connect(iris, { era });
    const names = Object.keys(irisArgumentsSchema.shape).filter((name) => name !== 'input');
    const blank = Object.fromEntries(names.map((name) => [name, nothing]));
    const filled = { ...blank, input: 'What is 2+3?', userLocation: { country: nothing, city: 'Kyoto' } };
    expect((await callTool(client, 'iris', filled)).text).toContain('5');
    const bare = { input: 'What is 2+3?', userLocation: { city: 'Kyoto' } };
    await callTool(client, 'iris', bare);
    expect(sent(iris)[0]?.body).toEqual(sent(iris)[1]?.body);
    const { response_id } = (await callTool(client, 'iris', bare)).answer;
    const looked = await callTool(client, 'iris_result', { response_id, waitSeconds: nothing });
    expect(looked.isError).toBe(false);
  });

  it('error 2: OpenAI APIエラー - the error is a result with its code, status and request id', async () => {
    const iris = startIris();
    iris.simulator.script({ fault: { type: 'rate-limit' } });
    const client = await connect(iris, { era });
    const reply = await callTool(client, 'iris', { input: 'Hello' });
    expect(reply.isError).toBe(true);
    expect(reply.text).toMatch(/^\[rate_limited\] OpenAI is limiting the request rate\./);
    expect(reply.text).toMatch(/HTTP 429, .*request req_/);
  });

  it('error 3: response.id が存在しない場合 - the answer comes without an id', async () => {
    const body = {
      object: 'response',
      status: 'completed',
      model: 'gpt-6.1-sol',
      output: [
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Nameless.', annotations: [] }],
        },
      ],
    };
    const event = `event: response.completed\ndata: ${JSON.stringify({ type: 'response.completed', sequence_number: 0, response: body })}\n\n`;
    const nameless = async () => new Response(event, { headers: { 'content-type': 'text/event-stream' } });
    const client = await connect(startIris({ fetch: nameless }), { era });
    const { text, answer } = await callTool(client, 'iris', { input: 'Hello' });
    expect(text).toBe('Nameless.');
    expect(answer).not.toHaveProperty('response_id');
  });
});

describe('an organization with Zero Data Retention', () => {
  const simulator = { keepsNoData: true };

  it.each(['server', 'auto'])(
    'is named as the reason with continuity %s, for each id',
    async (continuity) => {
      const iris = startIris({ simulator });
      const client = await connect(iris);
      for (const [count, id] of ['resp_one', 'resp_two'].entries()) {
        const reply = await callTool(client, 'iris', { input: 'Hi', previous_response_id: id, continuity });
        expect(reply.isError).toBe(true);
        expect(reply.text).toContain(
          `[previous_response_unusable] OpenAI cannot continue the previous response: ${id}.`,
        );
        expect(reply.text).toContain('Zero Data Retention');
        expect(reply.text).toContain('continuity "local"');
        expect(reply.text).not.toMatch(/expired|not found/);
        expect(sent(iris)).toHaveLength(count + 1);
      }
    },
  );

  it('continues from the local transcript, and the answer states the reason', async () => {
    const client = await connect(startIris({ simulator }));
    const { response_id } = (await callTool(client, 'iris', { input: 'My name is Hanako.' })).answer;
    const next = await callTool(client, 'iris', {
      input: 'What is my name?',
      previous_response_id: response_id,
    });
    expect(next.text).toContain('Hanako');
    expect(next.text).toContain('Zero Data Retention');
    expect(next.answer).not.toHaveProperty('expires_at');
  });
});

describe('the error table', () => {
  const refuse = (error: Record<string, unknown>, status = 400) => {
    const reply = async () => Response.json({ error }, { status, headers: { 'x-request-id': 'req_1' } });
    return callTo(reply);
  };
  const callTo = async (reply: () => Promise<Response>) => {
    const client = await connect(startIris({ fetch: reply }));
    return callTool(client, 'iris', {
      input: 'Hello',
      previous_response_id: 'resp_earlier',
      continuity: 'server',
    });
  };

  it.each([
    [
      'invalidResponseId: code "invalid_response_id"',
      { code: 'invalid_response_id', message: 'x' },
      'Invalid or expired previous_response_id: resp_earlier. Response IDs are valid for 30 days.',
    ],
    [
      'invalidResponseId: the error names previous_response_id',
      { code: null, param: 'previous_response_id', message: 'x' },
      'Invalid or expired previous_response_id: resp_earlier. Response IDs are valid for 30 days.',
    ],
    [
      'responseIdNotFound: code "previous_response_not_found"',
      { code: 'previous_response_not_found', param: 'previous_response_id', message: 'x' },
      'Previous response not found: resp_earlier. The response may have expired (30 day limit) or never existed.',
    ],
  ])('%s', async (_row, error, sentence) => {
    const reply = await refuse(error);
    expect(reply.isError).toBe(true);
    expect(reply.text).toContain(sentence);
  });

  it('responseIdNotFound: an error without a code is resolved by fetching the id', async () => {
    const replies = [
      Response.json({ error: { message: 'Invalid.', type: 'invalid_request_error' } }, { status: 400 }),
      Response.json({ error: { message: 'No.', type: 'invalid_request_error' } }, { status: 404 }),
    ];
    const reply = await callTo(async () => replies.shift() ?? Response.error());
    expect(reply.text).toContain('Previous response not found: resp_earlier.');
  });

  it('a message that mentions previous_response_id or API is not classified as that error', async () => {
    const reply = await refuse(
      { code: 'server_error', message: 'API status previous_response_id response not found' },
      500,
    );
    expect(reply.text).toMatch(/^\[server_error\]/);
    expect(reply.text).not.toContain('Previous response not found');
  });

  it('the text of OpenAI about the request is not repeated', async () => {
    const reply = await refuse(
      { code: 'invalid_api_key', message: 'Incorrect API key provided: sk-secret' },
      401,
    );
    expect(reply.text).toMatch(/^\[authentication\]/);
    expect(reply.text).not.toContain('sk-secret');
  });
});
