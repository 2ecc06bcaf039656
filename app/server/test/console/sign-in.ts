/** Signs in as a browser does. Returns the headers of its next requests and the cookie. */
export async function signIn(url: string, token: string) {
  const response = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const cookie = response.headers.get('set-cookie') ?? '';
  const body = JSON.parse(await response.text());
  const session = cookie.split(';')[0] ?? '';
  const csrf = String(body.csrf_token);
  return {
    status: response.status,
    cookie,
    session,
    csrf,
    headers: { authorization: '', cookie: session, 'x-csrf-token': csrf },
  };
}
