/** The most that the host keeps of one account by `values`; lengths in UTF-16 units. */
export const connectorValueLimits = { count: 1_000, keyLength: 200, valueLength: 16_384 };
