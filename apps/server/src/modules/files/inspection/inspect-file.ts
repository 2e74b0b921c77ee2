/** Reads an untrusted medium. Runs in a separate process, which may be killed at any time. */
import { stat } from 'node:fs/promises';
import {
  ADTS,
  FilePathSource,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import sharp, { type Metadata } from 'sharp';
import { type Inspection, type MediaFacts, unknownFacts } from './media-facts.ts';
import { waveformOf } from './waveform.ts';

/** Longest side in pixels: twice what desks and pages show, for high-density screens. */
const previewSide = 640;
/** A picture of up to this many bytes is its own preview. */
const smallBytes = 64 * 1024;
/** Decoding more would take hundreds of megabytes; phone cameras produce 12 to 50 million pixels. */
const maxPixels = 60_000_000;
/** Bytes in memory of a picture that can't be decoded line by line. */
const maxAtOnce = 150_000_000;

export async function inspectFile(inspection: Inspection): Promise<MediaFacts> {
  return inspection.contentType.startsWith('image/') ? inspectPicture(inspection) : inspectSound(inspection);
}

async function inspectPicture({ path, previewPath }: Inspection): Promise<MediaFacts> {
  const picture = sharp(path, { limitInputPixels: maxPixels, sequentialRead: true });
  const { size } = await stat(path);
  const seen = await picture.metadata();
  const { autoOrient, pages = 1 } = seen;
  const shown = { ...unknownFacts, width: autoOrient.width, height: autoOrient.height };
  // Skipped for animations, because a preview would be a still image.
  if (pages > 1 || !fitsMemory(seen)) return shown;
  if (size <= smallBytes && Math.max(shown.width, shown.height) <= previewSide) return shown;
  const fit = { width: previewSide, height: previewSide, fit: 'inside', withoutEnlargement: true } as const;
  const preview = await picture.autoOrient().resize(fit).webp({ quality: 75 }).toFile(previewPath);
  // Drawings with few colors may be smaller in the original.
  return { ...shown, previewSize: preview.size < size ? preview.size : null };
}

type Seen = Pick<
  Metadata,
  'format' | 'isProgressive' | 'width' | 'height' | 'channels' | 'bitsPerSample' | 'chromaSubsampling'
>;

/**
 * Returns whether a picture can be decoded within the memory limit: an interlaced PNG of two megabytes can take half a
 * gigabyte, an AVIF of one kilobyte more than a whole one. Exported for its test.
 */
export function fitsMemory(seen: Seen): boolean {
  return seen.width * seen.height * bytesOfPixel(seen) <= maxAtOnce;
}

/** Returns the bytes held per pixel until the last one is read; 0 when lines are streamed. */
function bytesOfPixel(seen: Seen): number {
  const { format, isProgressive, channels, bitsPerSample = 8, chromaSubsampling } = seen;
  switch (format) {
    case 'jpeg':
      // Coefficients of two bytes; with 4:2:0 subsampling there is one of each color for four pixels.
      return isProgressive ? 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : 0;
    case 'webp':
      return 0;
    case 'heif':
      // The frame as decoded and as converted; measured.
      return 18;
    default:
      return format === 'gif' || isProgressive ? (channels * Math.max(8, bitsPerSample)) / 8 : 0;
  }
}

/** All formats except playlists, which refer to other files. */
const formats = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS, MPEG_TS];

/** Inspects sounds and videos. */
async function inspectSound({ path }: Inspection): Promise<MediaFacts> {
  using input = new Input({ source: new FilePathSource(path), formats });
  const video = await input.getPrimaryVideoTrack();
  // Counting the frames of an hour of MP3 takes ten seconds; browsers estimate the duration from the size as well.
  const seconds = (await input.getDurationFromMetadata()) || (await input.computeDuration());
  const sound = video === null ? await input.getPrimaryAudioTrack() : null;
  return {
    ...unknownFacts,
    width: video?.displayWidth ?? null,
    height: video?.displayHeight ?? null,
    // An empty recording has no duration.
    durationMs: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : null,
    // A sound that plays is shown even if its waveform can't be computed.
    waveform: sound && (await waveformOf(sound, seconds).catch(() => null)),
  };
}
