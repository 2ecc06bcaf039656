/** A parsed body; undefined when it is not JSON or not declared as JSON. */
type JsonBody = { value: unknown } | 'too-large' | undefined;

/** Reads a copy of the body, so that the request keeps a body that this function does not accept. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<JsonBody> {
  const isJson = request.headers.get('content-type')?.toLowerCase().startsWith('application/json') === true;
  if (request.method !== 'POST' || !isJson) return undefined;
  const announced = request.headers.get('content-length');
  if (announced !== null && !(Number(announced) <= maxBytes)) return 'too-large';
  const copy = request.clone();
  try {
    // HTTP enforces the announced length, and counting takes longer than the rest of the request handling.
    const text = announced === null ? await readCounted(copy, maxBytes) : await copy.text();
    return text === undefined ? 'too-large' : { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

async function readCounted({ body }: Request, maxBytes: number): Promise<string | undefined> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const piece = await reader?.read();
    if (piece?.value === undefined) return text + decoder.decode();
    size += piece.value.byteLength;
    // Not awaited, because a teed stream waits until the other branch is cancelled as well.
    if (size > maxBytes) return void reader?.cancel();
    text += decoder.decode(piece.value, { stream: true });
  }
}
