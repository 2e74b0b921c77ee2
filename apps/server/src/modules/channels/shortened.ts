import { storable } from '../../base/db/storable.ts';

/** Maximum length of a platform's reason, in characters: an untrusted server chooses it. */
const reasonLength = 500;

/** Returns a platform's text as a row can hold it. */
export const shortened = (reason: string) => storable(reason.slice(0, reasonLength).toWellFormed());
