/** Time after which the object URL is revoked, long enough for the browser to start the download, in ms. */
const revokeAfterMs = 60_000;

/** Saves a blob as a file in the browser's download folder. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = window.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}
