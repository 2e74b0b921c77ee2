/** A word that is not used, and what to write instead. */
export type BannedWord = { pattern: RegExp; instead: string };

/** Dialect with a standard term, wherever English is written: interface, contract, comments and test titles. */
export const bannedInEnglish: readonly BannedWord[] = [
  { pattern: /\blog-(?:in|out)s?\b/i, instead: 'login, logout' },
  { pattern: /\bhand(?:s|ed|ing)? (?:it )?in\b/i, instead: 'submit, or pass in' },
  { pattern: /\banew\b/i, instead: 'again, or re- (reconnect, re-enter)' },
  { pattern: /\bby itself\b/i, instead: 'automatically, or on its own' },
  { pattern: /\bforce off\b/i, instead: 'disconnect' },
  { pattern: /\bto begin with\b/i, instead: 'initial, or first' },
  { pattern: /\b(?:colour|centre|licence)/i, instead: 'color, center, license' },
  { pattern: /\b(?:hears?|heard)\b/i, instead: 'receive, learn or be notified: code has no ears' },
  { pattern: /’s clothes\b|'s clothes\b/i, instead: 'with the methods of …' },
  { pattern: /\bwhereabouts\b/i, instead: 'origin' },
];
