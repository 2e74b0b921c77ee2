/** The facts that a medium's bytes show. Null when they don't show one, or the medium could not be read. */
export type MediaFacts = {
  /** In pixels as displayed, after any rotation that the file asks for. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** The loudness of a short recording in steps. */
  waveform: string | null;
  /** Size in bytes of the preview that was written; null when the medium has none. */
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

/** A local file, and the path for its preview. */
export type Inspection = { path: string; contentType: string; previewPath: string };

const families = new Set(['image', 'audio', 'video']);

/** Returns whether files of this type are inspected; others have no facts to show. */
export const isInspected = (contentType: string): boolean =>
  families.has(contentType.split('/', 1)[0] ?? '') && contentType !== 'image/svg+xml';
