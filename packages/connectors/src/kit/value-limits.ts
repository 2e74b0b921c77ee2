/** Limits of what the host stores per account through `values`; lengths in UTF-16 units. */
export const connectorValueLimits = { count: 1_000, keyLength: 200, valueLength: 16_384 };

/** Maximum length of a platform's token, in UTF-16 units. A response with a longer one is rejected as unreadable. */
const platformTokenLimits = { length: 8_192 };

const tokenCharacters = /^[\x20-\x7e]+$/;

/**
 * Returns whether a text is a valid platform token (RFC 6749, appendix A.12). Others would cause an error whose text repeats
 * them.
 */
export const isPlatformToken = (text: string): boolean =>
  text.length <= platformTokenLimits.length && tokenCharacters.test(text);

/**
 * Limits of one pairing. A QR code holds 2,331 bytes at the level of error correction that screens need. `events`: the number
 * of all events; a platform that sends more is treated as flooding.
 */
export const pairingLimits = { codeBytes: 2_000, codes: 100, events: 300, credentialsBytes: 65_536 };
