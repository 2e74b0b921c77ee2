/** Parley's main job, once, before the user's eyes: each step with the time it took. */
import { type Client, connectRealtime } from '@parley/api-client';
import * as conversationsApi from '@parley/contract/conversations';
import { poll } from '@parley/testing';
import { visit } from './visitor.ts';
import type { DemoWorkspace } from './workspace.ts';

export type Step = { who: 'visitor' | 'agent' | 'Parley'; what: string; text: string; ms: number };

const question = 'Hola, ¿dónde está mi pedido 4711? Compré dos camisas el lunes.';
const reply = 'Hello! Your order 4711 arrives tomorrow. Thank you for your patience.';
const limitMs = 30_000;

export async function runMainJob(
  url: string,
  shopUrl: string,
  { desk, site }: Pick<DemoWorkspace, 'desk' | 'site'>,
  tell: (step: Step) => void,
): Promise<{ characters: number }> {
  const seen = watchDesk(desk);
  try {
    await seen.connected;
    const visitor = await visit(url, shopUrl, site.id);
    const elapsed = stopwatch();
    const sent = await visitor.send(question);
    tell({ who: 'visitor', what: 'writes; the server has it', text: question, ms: elapsed() });
    const mine = (message: conversationsApi.Message) =>
      message.original === question && message.sentAt >= sent.at - limitMs;
    const original = await seen.message((message) => mine(message));
    tell({ who: 'agent', what: 'sees the original', text: original.original, ms: elapsed() });
    const english = await seen.message(
      (message) => message.id === original.id && message.translationState === 'done',
    );
    tell({ who: 'agent', what: 'reads it in English', text: english.translation ?? '', ms: elapsed() });

    const again = stopwatch();
    const messageId = crypto.randomUUID();
    const params = { conversationId: english.conversationId };
    const preview = await desk.call(conversationsApi.previewTranslation, {
      params,
      body: { messageId, text: reply },
    });
    tell({
      who: 'agent',
      what: 'answers, sees the Spanish first',
      text: `${reply}\n→ ${preview.translation}`,
      ms: again(),
    });
    await desk.call(conversationsApi.sendMessage, {
      params,
      body: { id: messageId, text: reply, mode: 'translate' },
    });
    const received = await arrival(async () =>
      (await visitor.events(0)).messages.find((it) => it.id === messageId),
    );
    tell({ who: 'visitor', what: 'receives', text: received.text, ms: again() });
    await desk.call(conversationsApi.markRead, { params, body: { seq: english.changedSeq } });
    return { characters: english.characters + preview.characters };
  } finally {
    seen.close();
  }
}

/** Collects what the desk is pushed, as the desk's own screen does. */
function watchDesk(desk: Client) {
  const messages: conversationsApi.Message[] = [];
  let connect: () => void = () => undefined;
  const connected = new Promise<void>((resolve) => {
    connect = resolve;
  });
  const realtime = connectRealtime(desk, {
    onConnect: () => connect(),
    changed: ({ message }) => void messages.push(message),
  });
  return {
    connected,
    message: (matches: (message: conversationsApi.Message) => boolean) =>
      arrival(async () => messages.findLast(matches)),
    close: () => realtime.close(),
  };
}

function stopwatch(): () => number {
  const started = performance.now();
  return () => performance.now() - started;
}

async function arrival<T extends object>(look: () => Promise<T | undefined>): Promise<T> {
  const found = await poll(look, limitMs, 5);
  if (found === undefined) throw new Error('the main job did not get through within 30 seconds');
  return found;
}
