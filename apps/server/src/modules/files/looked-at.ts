import type { FileRow } from '../../schema/files.ts';

/** The facts of a file whose bytes were inspected. */
export type LookedAt = Pick<
  FileRow,
  'contentType' | 'size' | 'width' | 'height' | 'durationMs' | 'waveform'
> & {
  hasPreview: boolean;
};

export function lookedAt({
  contentType,
  size,
  width,
  height,
  durationMs,
  waveform,
  previewSize,
}: Pick<FileRow, Exclude<keyof LookedAt, 'hasPreview'> | 'previewSize'>): LookedAt {
  return { contentType, size, width, height, durationMs, waveform, hasPreview: previewSize !== null };
}
