/** The states of a message's medium: it is fetched from its platform, and then it is here or it has failed. */
import type { MediaProblem } from '@parley/contract/conversations';
import type { StoredAttachment, StoredMedia } from '../../../schema/conversations.ts';

export function isFetching(attachment: StoredAttachment | null): attachment is StoredMedia {
  return attachment?.type === 'media' && attachment.state === 'fetching';
}

/** The facts of a file whose bytes were looked at. */
export type LookedAt = {
  contentType: string;
  /** Bytes. */
  size: number;
};

/** A medium whose bytes were uploaded here. */
export function uploaded(file: LookedAt & { name: string }): StoredMedia {
  const unknown = { width: null, height: null, durationMs: null };
  return { type: 'media', state: 'ready', problem: null, key: null, ...unknown, ...file };
}

/** The medium with its file; the platform's handle isn't needed any more. */
export function ready(media: StoredMedia, { contentType, size }: LookedAt): StoredMedia {
  return { ...media, state: 'ready', problem: null, key: null, contentType, size };
}

/** The handle stays, so that an agent can have it fetched again. */
export function failed(media: StoredMedia, problem: MediaProblem): StoredMedia {
  return { ...media, state: 'failed', problem };
}
