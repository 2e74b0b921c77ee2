/** The facts that the bytes of a medium show. Null: they don't, or the medium could not be read. */
export type MediaFacts = {
  /** Pixels, as it is shown: turned, if the file says so. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** The loudness of a short recording in steps. */
  waveform: string | null;
  /** Bytes of the preview that was written; null: the medium has none. */
  previewSize: number | null;
};

export const unknownFacts: MediaFacts = {
  width: null,
  height: null,
  durationMs: null,
  waveform: null,
  previewSize: null,
};

export const previewType = 'image/webp';

/** A file on this machine, and the place for its preview. */
export type Inspection = { path: string; contentType: string; previewPath: string };

const families = new Set(['image', 'audio', 'video']);

/** Only these have anything to look at. */
export const isInspected = (contentType: string): boolean =>
  families.has(contentType.split('/', 1)[0] ?? '') && contentType !== 'image/svg+xml';
