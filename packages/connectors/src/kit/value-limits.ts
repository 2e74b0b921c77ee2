/** The most that the host keeps of one account by `values`; lengths in UTF-16 units. */
export const connectorValueLimits = { count: 1_000, keyLength: 200, valueLength: 16_384 };

/** The length of a platform's token, in UTF-16 units. A longer one is refused as an answer that can't be read. */
const platformTokenLimits = { length: 8_192 };

const tokenCharacters = /^[\x20-\x7e]+$/;

/** Returns whether a text can be a platform's token: RFC 6749, appendix A.12. Others end in an error that repeats them. */
export const isPlatformToken = (text: string): boolean =>
  text.length <= platformTokenLimits.length && tokenCharacters.test(text);

/**
 * Of one pairing. A QR code holds 2,331 bytes at the level of error correction that screens need. `events`: of every kind; a
 * platform that sends more floods.
 */
export const pairingLimits = { codeBytes: 2_000, codes: 100, events: 300, credentialsBytes: 65_536 };
