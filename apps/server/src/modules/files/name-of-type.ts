/**
 * Names for files of untrusted senders. A program is chosen by a name's extension, not by the file's type: a page or a
 * script is plain text here, and must not be opened as what it is.
 */

/** The extensions with which a type is opened as such, the usual one first. */
const endings: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'audio/mpeg': ['mp3'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/mp4': ['m4a', 'mp4'],
  'audio/wav': ['wav'],
  'audio/webm': ['webm', 'weba'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'video/quicktime': ['mov', 'qt'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'text/csv': ['csv', 'tsv', 'txt'],
  'text/plain': ['txt', 'text', 'log', 'md', 'csv', 'tsv', 'json', 'srt', 'vtt', 'yaml', 'yml'],
};

/** In UTF-16 units, the limit for names that are sent. */
const longest = 200;

/** Returns the name with an extension of its type: unchanged, or with the usual one appended. */
export function nameOfType(name: string, contentType: string): string {
  const taken = endings[contentType];
  if (taken === undefined || taken.includes(/\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '')) return name;
  const ending = `.${taken[0]}`;
  // `shop.zip.txt` would read as a link.
  const start = name.replace(/\.(?=[^.]*$)/, '_');
  return start.slice(0, longest - ending.length).toWellFormed() + ending;
}
