const RESPONSE_ID = /^resp_[A-Za-z0-9_-]{1,128}$/;

/** Returns whether a text has the format of a response id. It does not check that the response exists. */
export function isResponseId(text: string): boolean {
  return RESPONSE_ID.test(text);
}
