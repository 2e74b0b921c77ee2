/** The time that the browser may take to start on a file, in ms. */
const handOverMs = 60_000;

/** Saves what was downloaded, where the browser puts such files. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = window.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), handOverMs);
}
