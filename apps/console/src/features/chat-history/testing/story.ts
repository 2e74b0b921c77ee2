/** Sample conversations: ordinary messages, and hostile or failing ones. */
import type { Message } from '@parley/contract/conversations';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';
import type { ListedConversation } from '../queries.ts';
import { someConversation, someMessage } from './samples.ts';

const minute = 60_000;
const out = { direction: 'out', originalLanguage: 'en', translationLanguage: 'es' } as const;

export function storyMessages(): Message[] {
  const conversationId = sampleId(2, 1);
  const line: Line = (seq, given) =>
    someMessage({ id: sampleId(1, seq), conversationId, seq, sentAt: sampleTime + seq * minute, ...given });
  return [
    line(1, {
      original: 'Hola, ¿tienen la chaqueta azul en talla M?',
      translation: 'Hello, do you have the blue jacket in size M?',
      characters: 42,
      sentAt: sampleTime - 24 * 60 * minute,
    }),
    line(2, {
      ...out,
      original: 'Yes, we have two left. Shall I put one aside for you?',
      translation: 'Sí, nos quedan dos. ¿Le guardo una?',
      characters: 53,
      delivery: 'read',
      sentAt: sampleTime - 24 * 60 * minute + minute,
    }),
    line(3, {
      original: 'Sí, por favor 🙏 https://shop.example/azul',
      translation: 'Yes, please 🙏 https://shop.example/azul',
      characters: 13,
    }),
    ...troubles(line),
  ];
}

type Line = (seq: number, given: Partial<Message>) => Message;

/** Returns messages that have failed or are not plain text. */
function troubles(line: Line): Message[] {
  return [
    line(4, {
      original: '<b>¿Cuánto</b> cuesta el envío a Sevilla?',
      translation: null,
      translationState: 'failed',
      translationProblem: 'characters-short',
      characters: 0,
    }),
    line(5, {
      ...out,
      original: 'Shipping is 4.90 €.',
      translation: 'El envío cuesta 4,90 €.',
      characters: 19,
      delivery: 'failed',
      deliveryProblem: 'Forbidden: bot was blocked by the user',
    }),
    line(6, {
      kind: 'unsupported',
      original: 'sticker',
      originalLanguage: null,
      translation: null,
      translationLanguage: null,
      translationState: 'none',
      characters: 0,
    }),
    line(7, {
      original: 'مرحبا، شكرا جزيلا',
      originalLanguage: 'ar',
      translation: 'Hello, thank you very much',
      characters: 17,
    }),
  ];
}

export function storyConversations(messages: readonly Message[]): ListedConversation[] {
  const names = [
    'María Fernández',
    'Jürgen W.',
    '‮evil‬ name',
    'أحمد',
    'O’Brien, with a name that goes on and on and on',
    '<script>alert(1)</script>',
  ];
  return Array.from({ length: 45 }, (_, at) => {
    const id = sampleId(2, at + 1);
    const last = at === 0 ? messages.at(-1) : someMessage({ id: sampleId(6, at), conversationId: id });
    return someConversation({
      id,
      socialAccountId: sampleId(3, 1 + (at % 3)),
      platform: at % 3 === 1 ? 'telegram' : 'webchat',
      kind: at % 9 === 8 ? 'group' : 'private',
      ...(at === 3
        ? { title: sampleId(7, 0x0bb2), named: false }
        : { title: names[at % names.length] ?? '' }),
      lastSeq: last?.seq ?? 1,
      lastMessage: last ?? null,
      lastMessageAt: sampleTime - at * 47 * minute,
      socialAccountName: at % 3 === 1 ? 'Telegram shop' : 'Website',
      subAccountRemark: at % 2 === 0 ? 'Ann' : 'Night shift',
    });
  });
}
