/**
 * Normalizes a host name to the form in request URLs: lower case, IPv6 in brackets, without a port. Undefined when it
 * is invalid.
 */
export function readHostName(text: string): string | undefined {
  const isBareIpv6 = text.indexOf(':') !== text.lastIndexOf(':') && !text.startsWith('[');
  const address = `http://${isBareIpv6 ? `[${text}]` : text}`;
  // A text with a scheme, a path or a user is not a host name, and would never match a request.
  if (/[\s/@?#\\]/.test(text) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname;
}
