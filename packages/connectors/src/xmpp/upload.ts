/** Uploads the business's media to the upload service of the account's server. XEP-0363 */
import { extname } from 'node:path';
import { type Element, xml } from '@xmpp/client';
import { networkReason } from '../kit/errors.ts';
import { xmlText } from '../kit/text.ts';
import type { ConnectorNetwork, OutboundMedia, SendResult } from '../spec.ts';
import { hasFeature, infoOf, itemsOf } from './discovery.ts';
import type { FileAddressRule } from './file-address.ts';
import { ns } from './namespaces.ts';
import { isStanzaError } from './refusals.ts';
import type { XmppStream } from './stream.ts';

export type UploadFailure = SendResult & { ok: false };
export type UploadResult = { ok: true; address: string } | UploadFailure;

export type UploadService = {
  /** Resolves once the service has all bytes. Rejects if the stream ends before a slot was assigned. */
  put(stream: XmppStream, media: OutboundMedia): Promise<UploadResult>;
};

type Service = { jid: string; maxBytes: number | null };

/** The time for a request and a response without bytes, and the throughput of the slowest supported connection. */
const pace = { leastMs: 60_000, bytesPerSecond: 64 * 1024 };
/** In bytes; the response body is never read. */
const answerLimit = 64 * 1024;

/** `closing` aborts uploads; their messages were not sent. */
export function createUploadService(
  network: ConnectorNetwork,
  addressOf: FileAddressRule,
  closing: AbortSignal,
): UploadService {
  /** Caches the upload service per stream. */
  const services = new WeakMap<XmppStream, Service>();

  async function serviceOf(stream: XmppStream): Promise<Service | null> {
    const known = services.get(stream) ?? (await findService(stream));
    if (known) services.set(stream, known);
    return known;
  }

  async function put(stream: XmppStream, media: OutboundMedia): Promise<UploadResult> {
    const service = await serviceOf(stream);
    if (service === null) return failed('permanent', 'media-unsupported');
    const blob = await media.blob().catch(() => null);
    if (blob === null) return failed('transient', 'media-lost');
    if (service.maxBytes !== null && blob.size > service.maxBytes) return tooLarge(service.maxBytes);
    const answer = await requestSlot(stream, service, { ...media, size: blob.size });
    if ('ok' in answer) return answer;
    const slot = readSlot(answer, service, addressOf);
    if (slot === null) return failed('permanent', 'media-slot-refused');
    const headers = { ...slot.headers, 'content-type': media.contentType };
    try {
      const response = await network.fetch(slot.put.href, {
        method: 'PUT',
        body: blob,
        headers,
        redirect: 'manual',
        signal: closing,
        answerLimit,
        answerMs: pace.leastMs + Math.ceil(blob.size / pace.bytesPerSecond) * 1000,
      });
      await response.body?.cancel();
      return response.ok ? { ok: true, address: slot.get } : refused(response.status);
    } catch (error) {
      return failed('transient', closing.aborted ? 'platform-not-connected' : networkReason(error));
    }
  }
  return { put };
}

/** Returns null if the server has no upload service, or none that responds. */
async function findService(stream: XmppStream): Promise<Service | null> {
  const domain = stream.account.slice(stream.account.indexOf('@') + 1);
  const items = await unlessEnded(stream, itemsOf(stream, domain));
  const all = [domain, ...(items ?? [])];
  const answers = await Promise.all(all.map((jid) => unlessEnded(stream, infoOf(stream, jid))));
  const at = answers.findIndex((info) => hasFeature(info ?? undefined, ns.upload));
  const [jid, info] = [all[at], answers[at]];
  return jid === undefined || !info ? null : { jid, maxBytes: limitIn(info) };
}

/** Returns null if the request was refused or timed out. */
async function unlessEnded<T>(stream: XmppStream, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (stream.hasEnded()) throw error;
    return null;
  }
}

/** Returns null if the limit is missing or not a valid number. */
function limitIn(info: Element): number | null {
  const fields = info
    .getChildren('x', ns.dataForm)
    .map((form) => new Map(form.getChildren('field').map((it) => [it.attrs.var, it.getChildText('value')])));
  return bytesIn(fields.find((it) => it.get('FORM_TYPE') === ns.upload)?.get('max-file-size'));
}

function bytesIn(text: string | null | undefined): number | null {
  const bytes = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null;
}

/** Returns the response, or the reason why no slot was assigned. */
async function requestSlot(
  stream: XmppStream,
  { jid }: Service,
  { name, size, contentType }: Pick<OutboundMedia, 'name' | 'size' | 'contentType'>,
): Promise<Element | UploadFailure> {
  const attributes = { filename: fileName(name), size: String(size), 'content-type': contentType };
  const request = xml('request', { xmlns: ns.upload, ...attributes });
  try {
    return await stream.request(xml('iq', { type: 'get', to: jid }, request));
  } catch (error) {
    if (!isStanzaError(error)) throw error;
    const limit = error.element?.getChild('file-too-large', ns.upload)?.getChildText('max-file-size');
    if (limit !== undefined) return tooLarge(bytesIn(limit));
    return failed(error.type === 'wait' ? 'transient' : 'permanent', error.text || error.condition);
  }
}

/** Maximum length of a file name, which becomes part of an address. */
const longestName = 100;

/** Replaces slashes, which services refuse. */
function fileName(name: string): string {
  const clean = xmlText(name)
    .replace(/[\s/\\\ufffd]+/g, ' ')
    .trim();
  const characters = Array.from(clean);
  if (characters.length <= longestName) return clean || 'file';
  return characters.slice(0, longestName - 10).join('') + extname(clean).slice(0, 10);
}

type Slot = { put: URL; get: string; headers: Record<string, string> };

/** The only headers that a slot may set. */
const allowedHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie', 'expires']);
const longestHeader = 8_192;

/** Returns null for a response without a slot that Parley may use. */
function readSlot(answer: Element, { jid }: Service, addressOf: FileAddressRule): Slot | null {
  // The library matches responses by id only.
  if (answer.attrs.from !== jid) return null;
  const slot = answer.getChild('slot', ns.upload);
  const put = slot?.getChild('put');
  const target = addressOf(put?.attrs.url ?? '');
  const get = slot?.getChild('get')?.attrs.url ?? '';
  if (!put || target === null || addressOf(get) === null) return null;
  const headers: Record<string, string> = {};
  for (const element of put.getChildren('header')) {
    const name = element.attrs.name?.toLowerCase() ?? '';
    const value = element.text().replace(/[\r\n]+/g, '');
    if (!allowedHeaders.has(name) || name in headers) continue;
    if (value.length > longestHeader || !/^[\x20-\x7e]*$/.test(value)) return null;
    headers[name] = value;
  }
  return { put: target, get, headers };
}

/** Statuses of a used or expired slot: a new one is requested. */
const passingStatuses: ReadonlySet<number> = new Set([404, 408, 409, 410, 425, 429]);

function refused(status: number): UploadFailure {
  if (status === 413) return failed('permanent', 'media-too-large');
  const passes = status >= 500 || passingStatuses.has(status);
  return failed(passes ? 'transient' : 'permanent', `media-not-uploaded: ${status}`);
}

function tooLarge(maxBytes: number | null): UploadFailure {
  const limit = maxBytes === null ? '' : `: ${Math.floor(maxBytes / 100_000) / 10} MB`;
  return failed('permanent', `media-too-large${limit}`);
}

const failed = (outcome: UploadFailure['outcome'], reason: string): UploadFailure => ({
  ok: false,
  outcome,
  reason,
});
