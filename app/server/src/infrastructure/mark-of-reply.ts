/** The text that every stored reply of a session contains; replies are JSON, and ids are ours. */
export const markOfReply = (sessionId: string): string => `"sessionId":${JSON.stringify(sessionId)}`;
