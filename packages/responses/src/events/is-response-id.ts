const RESPONSE_ID = /^resp_[A-Za-z0-9_-]{1,128}$/;

/** True for a text that can be the id of a response; whether there is such a response, only OpenAI knows. */
export function isResponseId(text: string): boolean {
  return RESPONSE_ID.test(text);
}
