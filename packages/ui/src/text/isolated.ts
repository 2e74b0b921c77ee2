import { printableLine } from '../chat/printable.ts';

/** Returns external text for use within a sentence, between marks that keep it from reordering the words around it. */
export const isolated = (text: string): string => `\u2068${printableLine(text)}\u2069`;
