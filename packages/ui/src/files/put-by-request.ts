type Put = (request: {
  url: string;
  headers: Readonly<Record<string, string>>;
  file: File;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}) => Promise<void>;

/** Uploads by XMLHttpRequest, since `fetch` can't report the progress of an upload. */
export const putByRequest: Put = ({ url, headers, file, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const settle = (act: () => void) => {
      signal.removeEventListener('abort', stop);
      act();
    };
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () =>
      settle(() => {
        // The file store's message is in an arbitrary language and format, so the screen provides the wording.
        if (request.status < 300) resolve();
        else reject(new Error(`the upload was answered with ${request.status}`));
      });
    request.onerror = () => settle(() => reject(new TypeError('the upload did not arrive')));
    request.onabort = () => settle(() => reject(signal.reason));
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    else request.send(file);
  });
