/** Polyfills for Node 20; newer versions use their own implementation. */
export const NODE_20_INTRO = `
Promise.withResolvers ??= function withResolvers() {
  let resolve, reject;
  const promise = new this((resolved, rejected) => ((resolve = resolved), (reject = rejected)));
  return { promise, resolve, reject };
};
URL.parse ??= function parse(url, base) {
  return URL.canParse(url, base) ? new URL(url, base) : null;
};
`;
