import { request } from 'node:http';

/** Sends a request with any Host header, which fetch does not allow. */
export function callUnderName(
  host: string,
  url: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<number> {
  const { hostname, port } = new URL(url);
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers: { ...headers, host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}
