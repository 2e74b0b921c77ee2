/**
 * The names of files that strangers send. A program is chosen by a name's ending, not by the type for which the file was
 * taken: a page or a script is a text, and must not open as one.
 */

/** The endings under which a type is opened as what it is, the usual one first. */
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

/** In UTF-16 units, as for names that are sent. */
const longest = 200;

/** Returns the name with an ending of its type: as it is, or with the usual one in addition. */
export function nameOfType(name: string, contentType: string): string {
  const taken = endings[contentType];
  if (taken === undefined || taken.includes(/\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '')) return name;
  const ending = `.${taken[0]}`;
  // `shop.zip.txt` would read as a link.
  const start = name.replace(/\.(?=[^.]*$)/, '_');
  return start.slice(0, longest - ending.length).toWellFormed() + ending;
}
