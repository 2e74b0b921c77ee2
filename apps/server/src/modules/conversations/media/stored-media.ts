/** The states of a message's medium: being fetched from its platform, then stored or failed. */
import type { MediaProblem } from '@parley/contract/conversations';
import type { StoredAttachment, StoredMedia } from '../../../schema/conversations.ts';
import type { InspectedFile } from '../../files/index.ts';

export function isFetching(attachment: StoredAttachment | null): attachment is StoredMedia {
  return attachment?.type === 'media' && attachment.state === 'fetching';
}

/** Returns true if a smaller picture can be shown instead. */
export const hasPreview = (attachment: StoredAttachment | null): boolean =>
  attachment?.type === 'media' && attachment.hasPreview === true;

const drawn = (waveform: string | null) => (waveform === null ? {} : { waveform });

/** Returns a medium whose bytes were uploaded to Parley. */
export function uploadedMedia({
  name,
  contentType,
  size,
  width,
  height,
  durationMs,
  waveform,
  hasPreview,
}: InspectedFile & { name: string }): StoredMedia {
  const seen = { contentType, size, width, height, durationMs, hasPreview, ...drawn(waveform) };
  return { type: 'media', state: 'ready', problem: null, key: null, name, ...seen };
}

/** Returns the medium with its file. The platform's metadata is kept where inspecting the bytes yields none. */
export function readyMedia(
  { expiresAt: _, ...media }: StoredMedia,
  { width, height, durationMs, waveform, ...seen }: InspectedFile,
): StoredMedia {
  return {
    ...media,
    ...seen,
    ...drawn(waveform),
    width: width ?? media.width,
    height: height ?? media.height,
    durationMs: durationMs ?? media.durationMs,
    state: 'ready',
    problem: null,
    // No longer needed.
    key: null,
  };
}

/** Keeps the handle, so that an agent can have the medium fetched again. */
export function failedMedia(media: StoredMedia, problem: MediaProblem): StoredMedia {
  return { ...media, state: 'failed', problem };
}
