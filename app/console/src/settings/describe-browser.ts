/** Names the browser and the system of a user agent, such as "Firefox 130 · Windows". An unknown one is returned as it is. */
export function describeBrowser(userAgent: string): string {
  const browser = BROWSERS.flatMap(([name, pattern]) => {
    const version = pattern.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  if (browser === undefined) return userAgent;
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return system === undefined ? browser : `${browser} · ${system}`;
}

// Edge and Opera also name Chrome, and all of them name Safari, so the order matters.
const BROWSERS = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/u],
  ['Opera', /\bOPR\/(\d+)/u],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/u],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/u],
  ['Safari', /\bVersion\/(\d+)[\d.]* .*Safari\//u],
] as const;

const SYSTEMS = [
  ['iPhone', /\biPhone\b/u],
  ['iPad', /\biPad\b/u],
  ['Android', /\bAndroid\b/u],
  ['Windows', /\bWindows\b/u],
  ['macOS', /\bMacintosh\b/u],
  ['Linux', /\bLinux\b/u],
] as const;
