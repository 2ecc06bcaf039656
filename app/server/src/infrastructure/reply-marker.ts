/** Returns a text that every stored reply of a session contains. Replies are JSON with generated ids. */
export const replyMarker = (sessionId: string): string => `"sessionId":${JSON.stringify(sessionId)}`;
