/** Removes the account from a room. XEP-0045, XEP-0402 */
import type { LeaveResult } from '../../spec.ts';
import { failureOf, isStanzaError } from '../refusals.ts';
import type { XmppStream } from '../stream.ts';
import type { Rooms } from './rooms.ts';

/** A missing response or an ended stream is transient; a refusal by the server is permanent. */
export async function leaveRoom(
  stream: XmppStream | null,
  roomsOf: (stream: XmppStream) => Rooms | undefined,
  chatId: string,
): Promise<LeaveResult> {
  const rooms = stream && roomsOf(stream);
  if (!rooms) return { ok: false, outcome: 'transient', reason: 'platform-not-connected' };
  try {
    await rooms.leave(chatId);
    return { ok: true };
  } catch (error) {
    const isFinal = isStanzaError(error) && error.type !== 'wait';
    const { reason } = failureOf(error);
    return { ok: false, outcome: isFinal ? 'permanent' : 'transient', reason };
  }
}
