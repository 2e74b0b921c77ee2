/** The most that the host keeps of one account by `values`; lengths in UTF-16 units. */
export const connectorValueLimits = { count: 1_000, keyLength: 200, valueLength: 16_384 };

/** The length of a platform's token, in UTF-16 units. A longer one is refused as an answer that can't be read. */
export const platformTokenLimits = { length: 8_192 };
