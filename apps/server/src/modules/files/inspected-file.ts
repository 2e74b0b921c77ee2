import type { FileRow } from '../../schema/files.ts';

/** The facts of a file whose bytes were inspected. */
export type InspectedFile = Pick<
  FileRow,
  'contentType' | 'size' | 'width' | 'height' | 'durationMs' | 'waveform'
> & {
  hasPreview: boolean;
};

export function inspectedFileOf({
  contentType,
  size,
  width,
  height,
  durationMs,
  waveform,
  previewSize,
}: Pick<FileRow, Exclude<keyof InspectedFile, 'hasPreview'> | 'previewSize'>): InspectedFile {
  return { contentType, size, width, height, durationMs, waveform, hasPreview: previewSize !== null };
}
