/** The most messages of a page of history, and the length of a position in UTF-16 units: the server reads no larger page. */
export const historyLimits = { messages: 100, positionLength: 8_000 };
