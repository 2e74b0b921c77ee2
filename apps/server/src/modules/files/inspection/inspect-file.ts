/** Reads a medium that may hold anything: runs in a separate process, which may be killed at any time. */
import { stat } from 'node:fs/promises';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import sharp, { type Metadata } from 'sharp';
import { type Inspection, type MediaFacts, unknownFacts } from './media-facts.ts';

/** Pixels of the longer side: twice what desks and pages show, for screens with two dots a pixel. */
const previewSide = 640;
/** A picture of so few bytes is its own preview. */
const smallBytes = 64 * 1024;
/** More would take hundreds of megabytes to decode; the cameras of phones make 12 to 50 million. */
const mostPixels = 60_000_000;
/** Bytes of a picture that can't be decoded line by line. */
const mostAtOnce = 150_000_000;

export async function inspectFile(inspection: Inspection): Promise<MediaFacts> {
  return inspection.contentType.startsWith('image/') ? inspectPicture(inspection) : inspectSound(inspection);
}

async function inspectPicture({ path, previewPath }: Inspection): Promise<MediaFacts> {
  const picture = sharp(path, { limitInputPixels: mostPixels, sequentialRead: true });
  const { size } = await stat(path);
  const seen = await picture.metadata();
  const { autoOrient, pages = 1 } = seen;
  const shown = { ...unknownFacts, width: autoOrient.width, height: autoOrient.height };
  // A preview would stand still.
  if (pages > 1 || !fitsMemory(seen)) return shown;
  if (size <= smallBytes && Math.max(shown.width, shown.height) <= previewSide) return shown;
  const fit = { width: previewSide, height: previewSide, fit: 'inside', withoutEnlargement: true } as const;
  const preview = await picture.autoOrient().resize(fit).webp({ quality: 75 }).toFile(previewPath);
  // Drawings of few colors may be smaller as they are.
  return { ...shown, previewSize: preview.size < size ? preview.size : null };
}

/** An interlaced PNG of two megabytes can take half a gigabyte. Exported for its test. */
export function fitsMemory({
  format,
  isProgressive,
  width,
  height,
  channels,
  bitsPerSample = 8,
}: Pick<Metadata, 'format' | 'isProgressive' | 'width' | 'height' | 'channels' | 'bitsPerSample'>): boolean {
  const isWhole = format === 'gif' || (format === 'png' && isProgressive);
  return !isWhole || (width * height * channels * Math.max(8, bitsPerSample)) / 8 <= mostAtOnce;
}

/** Sounds and videos. */
async function inspectSound({ path }: Inspection): Promise<MediaFacts> {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const video = await input.getPrimaryVideoTrack();
  const seconds = await input.computeDuration();
  return {
    ...unknownFacts,
    width: video?.displayWidth ?? null,
    height: video?.displayHeight ?? null,
    // A recording without a single sound has none.
    durationMs: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : null,
  };
}
