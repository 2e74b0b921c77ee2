/** Holds what a file is against what it was announced as. */
import { spreadsheetMediaType } from '@parley/contract/values';

const zipStart = Buffer.from('PK\x03\x04');

/**
 * The names under which `file-type` finds a type: a recording in the container of MP4 may be marked as any MP4, and one
 * in Ogg carries its codec.
 */
const foundAs: Readonly<Record<string, readonly string[]>> = {
  'audio/mp4': ['audio/mp4', 'audio/x-m4a', 'video/mp4'],
  'audio/ogg': ['audio/ogg', 'audio/ogg; codecs=opus'],
};

/** Judges by the first bytes of a file. Lists of people, text or spreadsheet, are judged by their readers beyond that. */
export async function isOfType(head: Uint8Array, contentType: string): Promise<boolean> {
  if (contentType === spreadsheetMediaType) return zipStart.equals(head.subarray(0, zipStart.length));
  const { fileTypeFromBuffer } = await import('file-type');
  const found = (await fileTypeFromBuffer(head))?.mime;
  if (contentType.startsWith('text/')) return found === undefined;
  return found !== undefined && (foundAs[contentType] ?? [contentType]).includes(found);
}
