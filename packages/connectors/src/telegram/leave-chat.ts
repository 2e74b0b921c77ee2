/** Source: https://core.telegram.org/bots/api#leavechat */
import type { ConnectorHost, LeaveResult } from '../spec.ts';
import { failureOf } from './api.ts';
import { changeFailure } from './changes.ts';
import { addressOf } from './chat-address.ts';
import type { Calls } from './outbound.ts';

/** Removes the bot from a group, including all of its topics. */
export async function leaveChat(
  { api }: Pick<Calls, 'api'>,
  host: Pick<ConnectorHost, 'group'>,
  conversationChat: string,
): Promise<LeaveResult> {
  const { chat_id } = addressOf(conversationChat);
  try {
    await leave(api, chat_id);
  } catch (error) {
    return changeFailure(failureOf(error));
  }
  await host.group({ chatId: chat_id, own: { exit: 'left' }, topics: true });
  return { ok: true };
}

async function leave(api: Calls['api'], chat_id: string, migrated = false): Promise<void> {
  try {
    await api.raw.leaveChat({ chat_id });
  } catch (error) {
    const { code, migratedTo, reason } = failureOf(error);
    if (migratedTo !== null && !migrated) return leave(api, String(migratedTo), true);
    // It has already left: the response to an earlier call was lost, or another user removed it.
    if (code !== 403 && !/chat not found/i.test(reason)) throw error;
  }
}
