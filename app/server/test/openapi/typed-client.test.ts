import createClient from 'openapi-fetch';
import { describe, expect, it } from 'vitest';
import { startService, USERS } from '../start-service.ts';
import type { paths } from './chat-api.ts';
import { generateTypes, readTypes } from './generate-types.ts';

/** Creates a client that uses only the generated types. */
function openClient() {
  const { app, call } = startService();
  const used = new Set<string>();
  const client = createClient<paths>({
    baseUrl: 'http://localhost',
    headers: { authorization: `Bearer ${USERS.alice}` },
    fetch: async (request) => app.request(request),
  });
  client.use({
    onRequest: ({ request, schemaPath }) => void used.add(`${request.method.toLowerCase()} ${schemaPath}`),
  });
  return { client, used, call };
}

/** Returns the data of a response that must be successful. */
async function dataOf<T>(answer: Promise<{ data?: T; response: Response }>): Promise<NonNullable<T>> {
  const { data, response } = await answer;
  if (data === undefined || data === null) throw new Error(`The server responded with ${response.status}.`);
  return data;
}

const statusOf = async (answer: Promise<{ response: Response }>) => (await answer).response.status;

describe('a client that is generated from the served document', () => {
  it('has the same types as the repository', async () => {
    const { call } = openClient();
    const { text } = await call('GET', '/openapi.json');
    expect(await generateTypes(text)).toBe(await readTypes());
  });

  it('calls every route of the chat and of processes', async () => {
    const { client, used, call } = openClient();
    const session = await dataOf(
      client.POST('/ai-agent/sessions', { body: { context: { industry: '製造業' } } }),
    );
    const at = { path: { sessionId: session.id } };
    const one = '/ai-agent/sessions/{sessionId}';
    const { version, title } = await dataOf(
      client.PATCH(one, { params: at, body: { version: 1, title: '採用' } }),
    );
    expect([version, title]).toEqual([2, '採用']);
    expect((await dataOf(client.GET(one, { params: at }))).context.industry).toBe('製造業');
    const found = await dataOf(
      client.GET('/ai-agent/sessions', { params: { query: { q: '採用', limit: 1 } } }),
    );
    expect(found.items.map(({ id }) => id)).toEqual([session.id]);

    const messages = '/ai-agent/sessions/{sessionId}/messages';
    const header = { 'idempotency-key': 'm1' };
    const body = { message: '業務: 採用\nゴール: 入社\n期限: 2027年3月31日' };
    const reply = await dataOf(client.POST(messages, { params: { ...at, header }, body }));
    if (typeof reply === 'string') throw new Error('The response was streamed.');
    const { messageId, template } = reply.aiResponse;
    if (template.status !== 'ok' || template.createDto === undefined) throw new Error('There is no draft.');
    const history = await dataOf(client.GET(messages, { params: { ...at, query: { limit: 10 } } }));
    expect(history.items.at(-1)?.createdAt).toMatch(/Z$/);
    const feedback = '/ai-agent/sessions/{sessionId}/messages/{messageId}/feedback';
    const rated = { path: { ...at.path, messageId } };
    const rating = await dataOf(
      client.PUT(feedback, { params: rated, body: { rating: 'good', comment: '的確です' } }),
    );
    expect(rating.feedback?.comment).toBe('的確です');
    expect(await statusOf(client.DELETE(feedback, { params: rated }))).toBe(204);

    const made = await dataOf(client.POST('/process-templates', { body: template.createDto }));
    const of = { path: { id: made.id } };
    await dataOf(
      client.PATCH('/process-templates/{id}', { params: of, body: { version: 1, name: '採用（東京）' } }),
    );
    expect((await dataOf(client.GET('/process-templates/{id}', { params: of }))).version).toBe(2);
    expect(
      (await dataOf(client.GET('/process-templates', { params: { query: { q: '東京' } } }))).items,
    ).toHaveLength(1);

    const cases = '/process-templates/{id}/cases';
    const started = await dataOf(client.POST(cases, { params: of, body: { goalDate: '2027-03-31' } }));
    const its = { path: { id: started.id } };
    await dataOf(client.PATCH('/cases/{id}', { params: its, body: { version: 1, name: '春の採用' } }));
    expect((await dataOf(client.GET('/cases', { params: { query: { q: '春' } } }))).items).toHaveLength(1);
    const stepId = started.steps[0]?.id ?? '';
    const step = { path: { ...its.path, stepId } };
    await dataOf(
      client.PATCH('/cases/{id}/steps/{stepId}', { params: step, body: { version: 2, status: 'doing' } }),
    );
    const goal = { goalDate: '2027-04-30' };
    const preview = await dataOf(client.POST('/cases/{id}/replan/preview', { params: its, body: goal }));
    const apply = { ...goal, version: preview.case.version };
    const applied = await dataOf(client.POST('/cases/{id}/replan/apply', { params: its, body: apply }));
    expect(applied.moves).toEqual(preview.moves);
    expect((await dataOf(client.GET('/cases/{id}', { params: its }))).goalDate).toBe('2027-04-30');
    const file = { ...its, query: { format: 'csv' as const } };
    const csv = await dataOf(client.GET('/cases/{id}/export', { params: file, parseAs: 'text' }));
    expect(csv).toContain('採用要件の定義');

    expect((await client.DELETE('/process-templates/{id}', { params: of })).error?.code).toBe(
      'TemplateInUse',
    );
    expect(await statusOf(client.DELETE('/cases/{id}', { params: its }))).toBe(204);
    expect(await statusOf(client.DELETE('/process-templates/{id}', { params: of }))).toBe(204);
    expect(await statusOf(client.DELETE(one, { params: { ...at, query: { version: 2 } } }))).toBe(204);

    const { json } = await call('GET', '/openapi.json');
    const known = Object.entries<object>(json.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect([...used].toSorted()).toEqual(known.toSorted());
  });
});

describe('the document', () => {
  it('has an example for every request: its body and each of its parameters', async () => {
    const { call } = openClient();
    const { json } = await call('GET', '/openapi.json');
    type Schema = { $ref?: string; example?: unknown };
    type Operation = {
      requestBody?: { content: { 'application/json': { schema: Schema } } };
      parameters?: { name: string; schema: Schema }[];
    };
    const hasExample = ({ $ref, example }: Schema): boolean =>
      example !== undefined ||
      ($ref !== undefined && hasExample(json.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]));
    const missing = Object.entries<Record<string, Operation>>(json.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody, parameters = [] }]) => [
        ...(requestBody && !hasExample(requestBody.content['application/json'].schema)
          ? [`${method} ${path}`]
          : []),
        ...parameters
          .filter(({ schema }) => !hasExample(schema))
          .map(({ name }) => `${method} ${path} ${name}`),
      ]),
    );
    expect(missing).toEqual([]);
  });
});
