/** A word to avoid, and its replacement. */
export type BannedWord = {
  pattern: RegExp;
  instead: string;
};

/** Dialect that has a standard term, wherever English is written: interface, errors, contract, comments, test titles, documents. */
export const bannedInEnglish: readonly BannedWord[] = [
  { pattern: /\blog-(?:in|out)s?\b/i, instead: 'login, logout' },
  { pattern: /\bhand(?:s|ed|ing)? (?:it )?in\b/i, instead: 'submit, or pass in' },
  { pattern: /\banew\b/i, instead: 'again, or re- (reconnect, re-enter)' },
  { pattern: /\bby (?:itself|themselves)\b/i, instead: 'automatically, or on its own' },
  { pattern: /\bforce off\b/i, instead: 'disconnect' },
  { pattern: /\bto begin with\b/i, instead: 'initial, or first' },
  { pattern: /\b(?:colour|centre|licence)/i, instead: 'color, center, license' },
  { pattern: /\b(?:hears?|heard)\b/i, instead: 'receive, learn or be notified: code has no ears' },
  { pattern: /’s clothes\b|'s clothes\b/i, instead: 'with the methods of …' },
  { pattern: /\bwhereabouts\b/i, instead: 'origin' },
];

/** Dialect that has a standard term, except in documents. */
export const bannedInCode: readonly BannedWord[] = [
  { pattern: /\bwhoever\b/i, instead: 'the caller, the client, the process or the person meant' },
  {
    pattern: /(?<!`)\b(?:nobody|somebody)\b/i,
    instead: 'no user, another agent, another process, …',
  },
  { pattern: /\btold\b/i, instead: 'notified, or shown' },
  { pattern: /\bof (?:its|their) own\b/i, instead: 'separate, or its own' },
  { pattern: /\bbelie(?:f|ves?|ved)\b/i, instead: 'assume, or trust' },
  { pattern: /\blook(?:s|ed)? after\b/i, instead: 'manage, or own' },
  { pattern: /\bstand(?:s|ing)? for\b/i, instead: 'represent, or replace' },
  { pattern: /\bthe other side\b/i, instead: 'the peer' },
  { pattern: /\bgoes away\b/i, instead: 'disconnects, or is removed' },
  { pattern: /\bg(?:ive|iven|ives|iving) back\b/i, instead: 'release, return or refund' },
  { pattern: /\btaken up\b/i, instead: 'registered, or adopted' },
  { pattern: /\b(?:the|a|an idle|a busy) house\b/i, instead: 'the server, or Parley' },
  { pattern: /\b(?:let|lets|letting) go\b/i, instead: 'release, close or abort' },
  {
    pattern: /\/\*\*\s+(?:\* )?(?:Who|Where|When|Whether|How)\b/,
    instead: 'a verb or a noun phrase first',
  },
  { pattern: /\bsigns? of life\b/i, instead: 'heartbeat' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix, correct or repair' },
  { pattern: /\bshall\b/, instead: 'must, should or will' },
  { pattern: /\bin vain\b/i, instead: 'without result, or for nothing' },
  { pattern: /\bof ours\b/i, instead: 'of Parley, or of the server' },
  {
    pattern: /\/(?:\*\*|\/)\s+(?:\* )?(?:What|Whose|Of those|One that)\b/,
    instead: 'a verb or a noun phrase first',
  },
  { pattern: /\babreast\b/i, instead: 'at once, or concurrency' },
  { pattern: /\bgo(?:es)? round again\b/i, instead: 'is queued again, or is retried' },
  { pattern: /\bholds? doors\b/i, instead: 'limits, or checks' },
];

/** Words to avoid in texts for users; code may say them. */
export const bannedInInterface: readonly BannedWord[] = [
  { pattern: /\bmeanwhile\b/i, instead: 'a sentence without it' },
  { pattern: /\bthere yet\b/i, instead: 'Coming soon' },
  { pattern: /\bat once\b/i, instead: 'immediately, or at a time' },
];

/** Dialect that has a standard term in exported names, each split into its words: `askerOf` is "asker of". */
export const bannedInNames: readonly BannedWord[] = [
  { pattern: /\bhouses?\b/, instead: 'server' },
  { pattern: /\bstrangers?\b/, instead: 'anonymous visitor, logged-out user or another workspace' },
  { pattern: /\babreast\b/, instead: 'concurrency' },
  { pattern: /\baskers?\b/, instead: 'requester' },
  { pattern: /\bbelie(?:f|ves?|ved)\b/, instead: 'assumed' },
  { pattern: /\blet go\b/, instead: 'release, close or abort' },
  { pattern: /\b(?:told|telling)\b/, instead: 'published, notified or shown' },
  { pattern: /\btend\b/, instead: 'renew, or maintain' },
  { pattern: /\bnews\b/, instead: 'event, or change' },
];
