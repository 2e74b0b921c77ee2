import { storableText } from '../../base/db/storable-text.ts';

/** Longest stored reason of a platform, in UTF-16 units: it is chosen by an untrusted server. */
const reasonLength = 500;

/** Returns a platform's text as a row can store it. */
export const shortenReason = (reason: string) => storableText(reason.slice(0, reasonLength).toWellFormed());
