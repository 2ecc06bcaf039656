/**
 * The name of a server as ids, logs and questions may hold it. Upstream names a server that was given no name after its
 * URL, and many of those carry a key; what can be one is left out, in the way upstream does it for its own names.
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
