/** The contents of messages besides their text. */
import { z } from 'zod';
import { id } from '../values.ts';

/** voice: recorded for this chat; audio: any other sound. */
export const mediaKind = z.enum(['image', 'audio', 'voice', 'video', 'file', 'sticker']);
export type MediaKind = z.output<typeof mediaKind>;

export const messageKind = z.enum(['text', ...mediaKind.options, 'contact', 'location', 'unsupported']);
export type MessageKind = z.output<typeof messageKind>;

/**
 * too-large: exceeds Parley's or the platform's limit. gone: the platform no longer has it. not-fetched: the platform didn't
 * provide it after many retries. not-asked: it is part of imported history, and is fetched when an agent requests it. expired:
 * the platform provided it only for a limited time.
 */
export const mediaProblem = z.enum(['too-large', 'gone', 'expired', 'not-fetched', 'not-asked']);
export type MediaProblem = z.output<typeof mediaProblem>;

/** The number of steps in a waveform. */
export const waveformSteps = 48;
/** One hexadecimal digit per step; the loudest is `f`. */
export const waveform = z.string().regex(new RegExp(`^[0-9a-f]{${waveformSteps}}$`));

export const mediaAttachment = z.object({
  type: z.literal('media'),
  /** The file; `fileLinks` provides an address to show it. Null until it is `ready`. */
  fileId: id.nullable(),
  /** fetching: it is being fetched from the platform. */
  state: z.enum(['fetching', 'ready', 'failed']),
  problem: mediaProblem.nullable(),
  /** Empty if the platform provides none; untrusted text. */
  name: z.string(),
  contentType: z.string(),
  /** In bytes. */
  size: z.int().nullable(),
  /** In pixels. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  durationMs: z.int().nullable(),
  /** True if a smaller picture is available: `previewUrl` of its link. */
  hasPreview: z.boolean(),
  /** The loudness of a recording over time; absent: unknown. */
  waveform: waveform.optional(),
});
export type MediaAttachment = z.output<typeof mediaAttachment>;

/** Untrusted text, all of it. */
const contactAttachment = z.object({
  type: z.literal('contact'),
  name: z.string(),
  phones: z.array(z.string()),
});

const locationAttachment = z.object({
  type: z.literal('location'),
  /** WGS 84, in degrees. */
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: z.string().nullable(),
  address: z.string().nullable(),
});

export const attachment = z.discriminatedUnion('type', [
  mediaAttachment,
  contactAttachment,
  locationAttachment,
]);
export type Attachment = z.output<typeof attachment>;

/** Returns the kind as which a file is sent, by its type. `isVoice`: the sender marked it as recorded for this chat. */
export function mediaKindOf(contentType: string, isVoice = false): MediaKind {
  const [family] = contentType.split('/');
  if (contentType === 'image/svg+xml') return 'file';
  if (family === 'audio' && isVoice) return 'voice';
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'file';
}

/** Returns the attachment of a file uploaded by this client, as the server will create it. */
export function uploadedAttachment({
  fileId,
  name,
  contentType,
  size,
}: Pick<MediaAttachment, 'name' | 'contentType'> & { fileId: string; size: number }): MediaAttachment {
  const unknown = { width: null, height: null, durationMs: null, hasPreview: false };
  const file = { fileId, name, contentType, size };
  return { type: 'media', state: 'ready', problem: null, ...unknown, ...file };
}
