type Put = (request: {
  url: string;
  headers: Readonly<Record<string, string>>;
  file: File;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}) => Promise<void>;

/** `fetch` can't tell how much has been sent; this can. */
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
        // The store's own message is in whatever language and notation it speaks: the screen words it.
        if (request.status < 300) resolve();
        else reject(new Error(`the upload was answered with ${request.status}`));
      });
    request.onerror = () => settle(() => reject(new TypeError('the upload did not arrive')));
    request.onabort = () => settle(() => reject(signal.reason));
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    else request.send(file);
  });
