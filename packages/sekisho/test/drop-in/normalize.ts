/** Makes two observations comparable: plain data, with values that differ from run to run (ids, times) replaced. */
export function normalize(observation: unknown): unknown {
  return JSON.parse(
    JSON.stringify(observation, (_key, value: unknown) => plain(value)) ?? '"nothing"',
    (_key, value: unknown) => (typeof value === 'string' ? replaceRandomValues(value) : value),
  );
}

function plain(value: unknown): unknown {
  if (value === undefined) return '<undefined>';
  if (typeof value === 'function') return '<function>';
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Error) return { error: value.constructor.name, message: value.message };
  if (value instanceof Map) return { map: [...value] };
  if (value instanceof Set) return { set: [...value] };
  return value;
}

function replaceRandomValues(text: string): string {
  return text
    .replaceAll(/\b(trace|span|group|msg|fc|run|resp)_[0-9a-f]{16,32}\b/g, '$1_<id>')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>')
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:<port>');
}
