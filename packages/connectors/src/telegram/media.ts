/** Inbound and outbound media. Source: https://core.telegram.org/bots/api#available-types, #sending-files, #getfile */
import type { Message } from 'grammy/types';
import { z } from 'zod';
import type {
  InboundContact,
  InboundFrame,
  InboundLocation,
  InboundMedia,
  MediaContext,
  MediaReference,
  MediaResult,
  OutboundMedia,
} from '../spec.ts';
import { createApi, failureOf, grammySignal, resultOf } from './api.ts';
import { apiRootOf, type TelegramCredentials } from './manifest.ts';

type FileFields = {
  file_id: string;
  file_name?: string;
  mime_type?: string;
  file_size?: number;
  width?: number;
  height?: number;
  /** In seconds. */
  duration?: number;
};

function referenceOf(file: FileFields, contentType: string | null = null): MediaReference {
  return {
    key: file.file_id,
    name: file.file_name ?? null,
    contentType: file.mime_type ?? contentType,
    size: file.file_size ?? null,
    width: file.width ?? null,
    height: file.height ?? null,
    durationMs: file.duration === undefined ? null : file.duration * 1000,
  };
}

type Content =
  | Pick<InboundMedia, 'kind' | 'media'>
  | Pick<InboundContact, 'kind' | 'contact'>
  | Pick<InboundLocation, 'kind' | 'location'>;

/** A picture has several sizes, the largest last. */
function mediaOf(message: Message): Pick<InboundMedia, 'kind' | 'media'> | null {
  const { photo, video, animation, video_note, audio, voice, document, sticker } = message;
  const picture = photo?.at(-1);
  if (picture) return { kind: 'image', media: referenceOf(picture, 'image/jpeg') };
  // For old clients an animation also appears as a document.
  if (animation) return { kind: 'video', media: referenceOf(animation) };
  if (video) return { kind: 'video', media: referenceOf(video) };
  if (video_note) return { kind: 'video', media: referenceOf(video_note, 'video/mp4') };
  if (voice) return { kind: 'voice', media: referenceOf(voice, 'audio/ogg') };
  if (audio) return { kind: 'audio', media: referenceOf(audio) };
  if (sticker) return { kind: 'sticker', media: referenceOf(shownSticker(sticker)) };
  return document ? { kind: 'file', media: referenceOf(document) } : null;
}

/**
 * An animated sticker is a compressed Lottie file, which browsers can't show, so its thumbnail is used. Video stickers play as
 * they are.
 */
const shownSticker = (sticker: FileFields & { is_animated?: boolean; thumbnail?: FileFields }): FileFields =>
  (sticker.is_animated && sticker.thumbnail) || sticker;

/** Returns null for a kind that can't be shown. */
export function contentOf(message: Message): Content | null {
  const media = mediaOf(message);
  if (media) return media;
  const { contact, venue, location } = message;
  if (contact) {
    const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
    return { kind: 'contact', contact: { name, phones: [contact.phone_number] } };
  }
  const place = venue?.location ?? location;
  if (!place) return null;
  const { latitude, longitude } = place;
  const named = venue ? { name: venue.title, address: venue.address } : {};
  return { kind: 'location', location: { latitude, longitude, ...named } };
}

/** Returns the message with its content. A caption is the customer's text. */
export function withContent(
  frame: InboundFrame,
  content: Content,
  caption: string,
): InboundMedia | InboundContact | InboundLocation {
  return 'media' in content ? { ...frame, ...content, text: caption } : { ...frame, ...content };
}

const filePath = z.looseObject({ file_path: z.string().max(1_000).optional() });
const seconds = 30;
/** In ms: 20 MB at 256 kBit/s. */
const fileMs = 10 * 60_000;

/** Fetches a file. Its address is valid for an hour, so it is requested each time. Bots may fetch up to 20 MB. */
export async function fetchMedia(
  { key }: MediaReference,
  credentials: TelegramCredentials,
  { network, signal, maxBytes }: MediaContext,
): Promise<MediaResult> {
  try {
    const api = createApi(credentials, network, seconds);
    const asked = api.raw.getFile({ file_id: key }, grammySignal(signal));
    const { file_path: path } = await resultOf(filePath, asked);
    if (path === undefined) return { ok: false, outcome: 'gone', reason: 'no file path' };
    const url = `${apiRootOf(credentials)}/file/bot${credentials.token}/${path.split('/').map(encodeURIComponent).join('/')}`;
    const response = await network.fetch(url, { signal, answerLimit: maxBytes, answerMs: fileMs });
    if (response.ok && response.body) {
      return { ok: true, body: response.body, contentType: response.headers.get('content-type') };
    }
    await response.body?.cancel();
    const outcome = response.status === 404 || response.status === 410 ? 'gone' : 'later';
    return { ok: false, outcome, reason: `file answered with ${response.status}` };
  } catch (error) {
    const { code, reason, retryAfterMs } = failureOf(error);
    if (code === 400) return { ok: false, outcome: /too big/i.test(reason) ? 'too-large' : 'gone', reason };
    const again = retryAfterMs === null ? {} : { retryAfterMs };
    return { ok: false, outcome: 'later', reason, ...again };
  }
}

/** Returns the method and form field for a medium; other media are sent as documents. */
function methodOf({ kind, contentType }: OutboundMedia): readonly [method: string, field: string] {
  if (contentType === 'image/gif') return ['sendAnimation', 'animation'];
  switch (kind) {
    case 'image':
      return ['sendPhoto', 'photo'];
    case 'video':
      return ['sendVideo', 'video'];
    case 'audio':
      return ['sendAudio', 'audio'];
    case 'voice':
      return ['sendVoice', 'voice'];
    case 'sticker':
    case 'file':
      return ['sendDocument', 'document'];
  }
}

/** Maximum length of a caption, in characters; a longer one is sent as a separate text. */
export const captionLimit = 1_024;

/** Returns a request that uploads the medium: grammY's JSON requests can't hold one. */
export async function uploadOf(
  media: OutboundMedia,
  fields: Readonly<Record<string, string | number | undefined>>,
): Promise<{ method: string; body: FormData }> {
  const [method, field] = methodOf(media);
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== '') body.set(name, String(value));
  body.set(field, await media.blob(), media.name || 'file');
  return { method, body };
}
