/** The states of a message's medium: it is fetched from its platform, and then it is here or it has failed. */
import type { MediaProblem } from '@parley/contract/conversations';
import type { StoredAttachment, StoredMedia } from '../../../schema/conversations.ts';
import type { LookedAt } from '../../files/index.ts';

export function isFetching(attachment: StoredAttachment | null): attachment is StoredMedia {
  return attachment?.type === 'media' && attachment.state === 'fetching';
}

/** Can a smaller picture be shown in its place? */
export const hasPreview = (attachment: StoredAttachment | null): boolean =>
  attachment?.type === 'media' && attachment.hasPreview === true;

const drawn = (waveform: string | null) => (waveform === null ? {} : { waveform });

/** A medium whose bytes were uploaded here. */
export function uploaded({
  name,
  contentType,
  size,
  width,
  height,
  durationMs,
  waveform,
  hasPreview,
}: LookedAt & { name: string }): StoredMedia {
  const seen = { contentType, size, width, height, durationMs, hasPreview, ...drawn(waveform) };
  return { type: 'media', state: 'ready', problem: null, key: null, name, ...seen };
}

/** The medium with its file. The platform's word stands where the bytes show nothing. */
export function ready(
  { expiresAt: _, ...media }: StoredMedia,
  { width, height, durationMs, waveform, ...seen }: LookedAt,
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
    // It isn't needed any more.
    key: null,
  };
}

/** The handle stays, so that an agent can have it fetched again. */
export function failed(media: StoredMedia, problem: MediaProblem): StoredMedia {
  return { ...media, state: 'failed', problem };
}
