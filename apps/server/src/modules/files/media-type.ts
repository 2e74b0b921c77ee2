/** Compares the actual type of a file with the announced one. */
const zipStart = Buffer.from('PK\x03\x04');

/**
 * The names that `file-type` reports for a type: a recording in an MP4 container may be marked as any MP4, and one in
 * Ogg includes its codec.
 */
const foundAs: Readonly<Record<string, readonly string[]>> = {
  'audio/mp4': ['audio/mp4', 'audio/x-m4a', 'video/mp4'],
  'audio/ogg': ['audio/ogg', 'audio/ogg; codecs=opus'],
  'audio/webm': ['video/webm'],
};

/** Office documents are ZIP archives. */
const isArchive = (contentType: string) =>
  contentType === 'application/zip' ||
  contentType.startsWith('application/vnd.openxmlformats-officedocument.');

/** Maps reported names to the types that are displayed and played inline. */
const shownAs: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/ogg; codecs=opus': 'audio/ogg',
};

/** Loads the library on first use. */
async function readType(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(head))?.mime;
}

/** Returns the type that the first bytes of a file show; null when it is unknown. Never a type that can run scripts. */
export async function detectMediaType(head: Uint8Array): Promise<string | null> {
  const mime = await readType(head);
  if (mime === undefined || /xml|html|svg/.test(mime)) return null;
  return shownAs[mime] ?? mime;
}

/**
 * Returns whether a file's first bytes match its type. Lists of people, text or spreadsheet, are validated further by
 * their readers.
 */
export async function isOfType(head: Uint8Array, contentType: string): Promise<boolean> {
  if (isArchive(contentType)) return zipStart.equals(head.subarray(0, zipStart.length));
  const found = await readType(head);
  if (contentType.startsWith('text/')) return found === undefined;
  return found !== undefined && (foundAs[contentType] ?? [contentType]).includes(found);
}
