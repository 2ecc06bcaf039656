import type { Pool } from 'pg';

/**
 * Identifies a store on PostgreSQL among those that a machine uses: server, database, schema and tenant as configured,
 * without user and password.
 */
export function storeIdentity({ options }: Pick<Pool, 'options'>, schema: string, tenant: string): string {
  const { host, port, database } = { ...options, ...partsOf(options.connectionString) };
  return `postgres:${JSON.stringify([host ?? '', port ?? 5432, database ?? '', schema, tenant])}`;
}

function partsOf(connectionString: string | undefined): {
  host?: string;
  port?: number;
  database?: string;
} {
  if (connectionString === undefined || !URL.canParse(connectionString)) return {};
  const { hostname, port, pathname, searchParams } = new URL(connectionString);
  return {
    host: searchParams.get('host') ?? hostname,
    port: Number(searchParams.get('port') ?? (port === '' ? 5432 : port)),
    database: decodeURIComponent(pathname.slice(1)),
  };
}
