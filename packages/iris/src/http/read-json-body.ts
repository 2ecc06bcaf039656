/** A body as JSON; undefined for one that is not JSON, or not said to be. */
type JsonBody = { value: unknown } | 'too-large' | undefined;

/** Reads a copy of the body, so that what is not understood here is left in the request for others to refuse. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<JsonBody> {
  const isJson = request.headers.get('content-type')?.toLowerCase().startsWith('application/json') === true;
  if (request.method !== 'POST' || !isJson) return undefined;
  const announced = request.headers.get('content-length');
  if (announced !== null && !(Number(announced) <= maxBytes)) return 'too-large';
  const copy = request.clone();
  try {
    // HTTP lets through no more than was announced, and counting takes longer than the rest of the way in.
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
    // Not awaited: half of a copied stream waits for the other half to be given up as well.
    if (size > maxBytes) return void reader?.cancel();
    text += decoder.decode(piece.value, { stream: true });
  }
}
