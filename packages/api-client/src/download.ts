/** Downloads, read in chunks, so that a page can show the progress and let the user cancel. */
import type { Endpoint, InterfaceLanguage } from '@parley/contract';
import { readAnswer, unreadableAnswer } from './answer.ts';

export type Download = {
  blob: Blob;
  /** The name provided by the server; null: none. */
  fileName: string | null;
};

/** In bytes; `total` is null if the server doesn't send it, or compresses the response. */
export type DownloadProgress = (progress: { loaded: number; total: number | null }) => void;

/** Refusals are JSON; a file that is JSON is sent as an attachment. */
function isFile(response: Response): boolean {
  if (!response.ok) return false;
  const isJson = /^application\/json\b/i.test(response.headers.get('content-type') ?? '');
  return !isJson || /^attachment\b/i.test(response.headers.get('content-disposition') ?? '');
}

/**
 * Returns the name in a `Content-Disposition` header, preferring the encoded form (RFC 6266, section 4.3). Removes everything
 * up to the last slash, so that a name is never a path.
 */
export function fileNameIn(header: string | null): string | null {
  const encoded = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(header ?? '')?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(header ?? '');
  const name = decoded(encoded) ?? plain?.[1] ?? plain?.[2] ?? null;
  return name?.split(/[/\\]/).at(-1) || null;
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function totalOf(headers: Headers): number | null {
  const length = Number(headers.get('content-length') ?? Number.NaN);
  return Number.isInteger(length) && !headers.has('content-encoding') ? length : null;
}

async function readPieces(response: Response, onProgress: DownloadProgress): Promise<Download> {
  const total = totalOf(response.headers);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let loaded = 0;
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece !== undefined && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value);
    loaded += piece.value.byteLength;
    onProgress({ loaded, total });
  }
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  return {
    blob: new Blob(pieces, { type }),
    fileName: fileNameIn(response.headers.get('content-disposition')),
  };
}

/** Returns the file. Throws the refusal that came instead of it; a success without a file counts as unreadable. */
export async function readFile(
  endpoint: Endpoint,
  response: Response,
  language: InterfaceLanguage,
  onProgress: DownloadProgress,
): Promise<Download> {
  if (isFile(response)) return readPieces(response, onProgress);
  readAnswer(endpoint, response, await response.text(), language);
  throw unreadableAnswer(response, language);
}
