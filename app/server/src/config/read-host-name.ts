/** The name of a machine as the address of a request spells it: in lower case, IPv6 in brackets, without a port. */
export function readHostName(text: string): string | undefined {
  const isBareIpv6 = text.indexOf(':') !== text.lastIndexOf(':') && !text.startsWith('[');
  const address = `http://${isBareIpv6 ? `[${text}]` : text}`;
  // What has a scheme, a path or a user is no name, and would silently match no request at all.
  if (/[\s/@?#\\]/.test(text) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname;
}
