import { fanLink } from '@parley/contract/fans';
import { z } from 'zod';
import type { CheckContext, CheckResult, Connection, Connector, ConnectorHost } from '../spec.ts';
import { createApi, failureOf, grammySignal, resultOf, upload } from './api.ts';
import { createBusiness } from './business.ts';
import { changeMessage } from './changes.ts';
import { leaveChat } from './leave-chat.ts';
import { type TelegramCredentials, telegramManifest } from './manifest.ts';
import { fetchMedia } from './media.ts';
import { type Calls, createOutbound } from './outbound.ts';
import { longPollSeconds, poll } from './polling.ts';
import { rereadUpdate } from './updates.ts';
import { answerWebhook, keepWebhook } from './webhook.ts';

const checkSeconds = 15;
const requestSeconds = longPollSeconds + 20;

/** Telegram over its Bot API: by webhook if the installation has a public address, else by long polling. */
export const telegram: Connector<TelegramCredentials> = {
  manifest: telegramManifest,
  check,
  open,
  webhook: answerWebhook,
  fetchMedia,
  reread: rereadUpdate,
};

const bot = z.looseObject({
  id: z.int(),
  first_name: z.string().max(1_000),
  username: z.string().max(64).optional(),
});

async function check(
  credentials: TelegramCredentials,
  { network, signal }: CheckContext,
): Promise<CheckResult> {
  try {
    const api = createApi(credentials, network, checkSeconds);
    const me = await resultOf(bot, api.raw.getMe(grammySignal(signal)));
    const link = linkOf(credentials, me.username);
    return { ok: true, account: { id: String(me.id), displayName: me.first_name, link } };
  } catch (error) {
    const { code, reason } = failureOf(error);
    const refused = code !== null && code < 500 && code !== 429;
    return { ok: false, kind: refused ? 'refused' : 'unreachable', reason };
  }
}

/** Links to the person for whom the bot answers, if there is one, else to the bot; a numeric id can't be linked. */
function linkOf({ businessUser }: TelegramCredentials, username = ''): string | null {
  const name = businessUser === undefined ? username : businessUser.replace(/^@/, '');
  return /^\d+$/.test(name) ? null : fanLink('telegram', { account: '', handle: name, phone: '' });
}

async function open(credentials: TelegramCredentials, host: ConnectorHost): Promise<Connection> {
  const api = createApi(credentials, host.network, requestSeconds);
  const business = createBusiness(credentials, host, api);
  const calls: Calls = { api, business, upload: (request) => upload(credentials, host.network, request) };
  const outbound = createOutbound(calls, host.clock);
  const stop = new AbortController();
  host.state('connecting');
  const receiving =
    host.webhookUrl === null
      ? poll({ api, business }, host, stop.signal)
      : keepWebhook({ api, business }, credentials, host.webhookUrl, host, stop.signal);
  return {
    send: outbound.send,
    change: (change) => changeMessage(calls, change),
    leaveGroup: (chatId) => leaveChat(calls, host, chatId),
    typing: outbound.typing,
    async close() {
      stop.abort(new Error('Closed'));
      await Promise.all([receiving, outbound.idle()]);
      host.state('offline');
    },
  };
}
