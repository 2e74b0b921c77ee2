/** Fetches files that customers have shared. */
import { networkReason } from '../kit/errors.ts';
import type { MediaContext, MediaReference, MediaResult } from '../spec.ts';
import { fileAddressRule } from './file-address.ts';
import type { XmppCredentials } from './manifest.ts';

/** In ms: 50 MB at 1 MBit/s. */
const fileMs = 10 * 60_000;

/** Statuses that will not change on a later retry. */
const lasting: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 410, 414, 451]);

export async function fetchMedia(
  { key }: MediaReference,
  credentials: XmppCredentials,
  { network, signal, maxBytes }: MediaContext,
): Promise<MediaResult> {
  const url = fileAddressRule(credentials)(key);
  if (url === null) return { ok: false, outcome: 'gone', reason: 'not an address that is asked for' };
  try {
    const response = await network.fetch(url.href, {
      signal,
      // A redirect would lead to an address that the rule hasn't checked.
      redirect: 'manual',
      answerLimit: maxBytes,
      answerMs: fileMs,
    });
    if (response.ok && response.body && !(Number(response.headers.get('content-length')) > maxBytes))
      return { ok: true, body: response.body, contentType: response.headers.get('content-type') };
    await response.body?.cancel();
    if (response.ok && response.body) return { ok: false, outcome: 'too-large', reason: 'content-length' };
    const isLasting = lasting.has(response.status) || (response.status >= 300 && response.status < 400);
    return {
      ok: false,
      outcome: isLasting ? 'gone' : 'later',
      reason: `file answered with ${response.status}`,
    };
  } catch (error) {
    const reason = networkReason(error);
    return { ok: false, outcome: reason.startsWith('platform-inward') ? 'gone' : 'later', reason };
  }
}
