import { inject } from 'vitest';
import type { TestPostgres } from '../packages/postgres/src/testing/index.ts';

/** Databases for one test file on the server that all files of a run share. A file that kills its server starts its own. */
export async function sharedPostgres(): Promise<Pick<TestPostgres, 'url' | 'createDatabase' | 'stop'>> {
  const names = new Map<string, string>();
  const createDatabase: TestPostgres['createDatabase'] = async (name, { like } = {}) => {
    const made = JSON.parse(await ask('POST', { like: like === undefined ? undefined : names.get(like) }));
    names.set(name, made.name);
    return made.url;
  };
  return {
    url: await createDatabase('postgres'),
    createDatabase,
    stop: async () => void (await ask('DELETE', { names: [...names.values()] })),
  };
}

async function ask(method: 'POST' | 'DELETE', body: object): Promise<string> {
  const response = await fetch(inject('databasesUrl'), { method, body: JSON.stringify(body) });
  const answer = await response.text();
  if (!response.ok) throw new Error(`The shared PostgreSQL rejected the request: ${answer}`);
  return answer;
}
