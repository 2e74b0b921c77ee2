/** The contents of messages beside their text. */
import { z } from 'zod';
import { id } from '../values.ts';

/** voice: recorded for this chat; audio: any other sound. */
export const mediaKind = z.enum(['image', 'audio', 'voice', 'video', 'file', 'sticker']);
export type MediaKind = z.output<typeof mediaKind>;

export const messageKind = z.enum(['text', ...mediaKind.options, 'contact', 'location', 'unsupported']);
export type MessageKind = z.output<typeof messageKind>;

/**
 * too-large: beyond what Parley takes or the platform hands out. gone: the platform has it no longer. not-fetched: the
 * platform didn't hand it out in many tries. not-asked: it came with history, and waits for an agent who asks for it.
 * expired: the platform handed it out for a while, which is over.
 */
export const mediaProblem = z.enum(['too-large', 'gone', 'expired', 'not-fetched', 'not-asked']);
export type MediaProblem = z.output<typeof mediaProblem>;

/** The steps of a waveform. */
export const waveformSteps = 48;
/** Each step is a hexadecimal digit, the loudest one `f`. */
export const waveform = z.string().regex(new RegExp(`^[0-9a-f]{${waveformSteps}}$`));

export const mediaAttachment = z.object({
  type: z.literal('media'),
  /** The file; an address to show it comes from `fileLinks`. Null until it is `ready`. */
  fileId: id.nullable(),
  /** fetching: the platform has it, and it is on its way. */
  state: z.enum(['fetching', 'ready', 'failed']),
  problem: mediaProblem.nullable(),
  /** Empty if the platform gives none; untrusted text. */
  name: z.string(),
  contentType: z.string(),
  /** Bytes. */
  size: z.int().nullable(),
  /** Pixels. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  durationMs: z.int().nullable(),
  /** A smaller picture can be shown in its place: `previewUrl` of its link. */
  hasPreview: z.boolean(),
  /** The loudness of a recording over its duration; absent: not known. */
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
  /** WGS 84, degrees. */
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

/** The kind as which a file is sent, by what it is. `isVoice`: its sender says that it was recorded for this chat. */
export function mediaKindOf(contentType: string, isVoice = false): MediaKind {
  const [family] = contentType.split('/');
  if (contentType === 'image/svg+xml') return 'file';
  if (family === 'audio' && isVoice) return 'voice';
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'file';
}

/** The attachment that a file of this client's becomes, as the server will make it. */
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
