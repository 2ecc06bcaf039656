/**
 * Returns the name of a server for ids, logs and approval requests. Upstream uses the URL as the name of a server without
 * a name, and many URLs contain a key. Everything that can be a key is removed, as upstream does for its own names.
 */
export function mcpServerName(name: string): string {
  const kind = URL_KINDS.find((each) => name.startsWith(each)) ?? '';
  const endpoint = name.slice(kind.length);
  if (kind === '' && !/^\s*https?:/i.test(endpoint)) return name;
  if (!URL.canParse(endpoint)) return `${kind}<redacted endpoint>`;
  const { protocol, host, pathname, username, password, search, hash } = new URL(endpoint);
  const isPlain = username === '' && password === '' && search === '' && hash === '';
  return isPlain ? name : `${kind}${protocol}//${host}${pathname}`;
}

const URL_KINDS = ['sse: ', 'streamable-http: '];
