/** Holds what a file is against what it was announced as. */
const zipStart = Buffer.from('PK\x03\x04');

/**
 * The names under which `file-type` finds a type: a recording in the container of MP4 may be marked as any MP4, and one
 * in Ogg carries its codec.
 */
const foundAs: Readonly<Record<string, readonly string[]>> = {
  'audio/mp4': ['audio/mp4', 'audio/x-m4a', 'video/mp4'],
  'audio/ogg': ['audio/ogg', 'audio/ogg; codecs=opus'],
  'audio/webm': ['video/webm'],
};

/** Documents of Office are archives, as a .zip is. */
const isArchive = (contentType: string) =>
  contentType === 'application/zip' ||
  contentType.startsWith('application/vnd.openxmlformats-officedocument.');

/** The types that are shown and played where they stand, by the names under which they are found. */
const shownAs: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/ogg; codecs=opus': 'audio/ogg',
};

/** Its library is loaded when it is first needed. */
async function readType(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(head))?.mime;
}

/** Returns the type that the first bytes of a file show; null: none that is known. Never one that can run scripts. */
export async function foundType(head: Uint8Array): Promise<string | null> {
  const mime = await readType(head);
  if (mime === undefined || /xml|html|svg/.test(mime)) return null;
  return shownAs[mime] ?? mime;
}

/** Judges by the first bytes of a file. Lists of people, text or spreadsheet, are judged by their readers beyond that. */
export async function isOfType(head: Uint8Array, contentType: string): Promise<boolean> {
  if (isArchive(contentType)) return zipStart.equals(head.subarray(0, zipStart.length));
  const found = await readType(head);
  if (contentType.startsWith('text/')) return found === undefined;
  return found !== undefined && (foundAs[contentType] ?? [contentType]).includes(found);
}
