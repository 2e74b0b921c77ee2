/** The files that the server accepts in a message; a test compares them with the contract, which would be too large to load. */

const MiB = 1024 * 1024;
const archives = 'application/vnd.openxmlformats-officedocument.';

const largestPicture = 20 * MiB;
const largestFile = 50 * MiB;

export const fileTypes = [
  ...['jpeg', 'png', 'webp', 'gif'].map((name) => `image/${name}`),
  ...['mpeg', 'ogg', 'mp4', 'wav', 'webm'].map((name) => `audio/${name}`),
  ...['mp4', 'webm', 'quicktime'].map((name) => `video/${name}`),
  ...['pdf', 'zip'].map((name) => `application/${name}`),
  ...['plain', 'csv'].map((name) => `text/${name}`),
  ...['spreadsheetml.sheet', 'wordprocessingml.document', 'presentationml.presentation'].map(
    (name) => archives + name,
  ),
];

/** Returns the reason why the server would refuse a file; null if it would accept it. */
export function problemOf({ type, size }: { type: string; size: number }): 'unsendable' | 'tooLarge' | null {
  if (!fileTypes.includes(type) || size === 0) return 'unsendable';
  return size > (type.startsWith('image/') ? largestPicture : largestFile) ? 'tooLarge' : null;
}
