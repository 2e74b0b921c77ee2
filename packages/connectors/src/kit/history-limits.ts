/** Maximum messages per page of history, and maximum length of a position in UTF-16 units; the server rejects larger pages. */
export const historyLimits = { messages: 100, positionLength: 8_000 };
