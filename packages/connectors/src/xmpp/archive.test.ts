import { type Element, xml } from '@xmpp/client';
import { expect, it } from 'vitest';
import { wasSent } from './archive.ts';
import { ns } from './namespaces.ts';
import type { XmppStream } from './stream.ts';

const account = 'shop@chat.test';
const chatId = 'ana@chat.test';
const day = 24 * 3600 * 1000;

type Kept = { id: string; from: string; at: number };

/** The stream of an account whose server stores these messages, oldest first, and returns 50 per page. */
function archiveOf(kept: readonly Kept[]) {
  let listener: (stanza: Element) => void = () => undefined;
  let questions = 0;
  const request = async (iq: Element): Promise<Element> => {
    questions += 1;
    const query = iq.getChild('query', ns.archive);
    const fields = query?.getChild('x', ns.dataForm)?.getChildren('field') ?? [];
    const start = fields.find((field) => field.attrs.var === 'start')?.getChildText('value');
    const before = query?.getChild('set', ns.resultSet)?.getChildText('before');
    const matching = kept.filter(({ at }) => start == null || at >= Date.parse(start));
    const end = before ? matching.findIndex(({ id }) => id === before) : matching.length;
    const first = Math.max(0, end - 50);
    for (const message of matching.slice(first, end)) listener(resultOf(message, query?.attrs.queryid));
    const complete = first === 0 ? { complete: 'true' } : {};
    return xml('iq', { type: 'result' }, xml('fin', { xmlns: ns.archive, ...complete }));
  };
  const onStanza: XmppStream['onStanza'] = (next) => {
    listener = next;
    return () => undefined;
  };
  const unused = () => Promise.reject(new Error('not part of this test'));
  const stream: XmppStream = {
    account,
    request,
    onStanza,
    send: unused,
    deliver: unused,
    ended: new Promise(() => undefined),
    hasEnded: () => false,
    fail: () => undefined,
    close: async () => undefined,
  };
  return { stream, questions: () => questions };
}

const resultOf = ({ id, from, at }: Kept, queryid: string | undefined): Element =>
  xml(
    'message',
    { from: account },
    xml(
      'result',
      { xmlns: ns.archive, id, queryid },
      xml(
        'forwarded',
        { xmlns: ns.forward },
        xml('delay', { xmlns: ns.delay, stamp: new Date(at).toISOString() }),
        xml('message', { from, id }),
      ),
    ),
  );

const theirs = (count: number, at: number): Kept[] =>
  Array.from({ length: count }, (_, n) => ({ id: `theirs-${n}`, from: `${chatId}/phone`, at }));
const ours = (at: number): Kept => ({ id: 'ours', from: `${account}/parley`, at });
const message = { id: 'ours', chatId, text: 'once' };

it('finds a message followed by thousands of the customer’s', async () => {
  const { stream } = archiveOf([ours(0), ...theirs(3_000, 1)]);
  expect(await wasSent(stream, message)).toBe(true);
});

it('finds a message that was written a month ago', async () => {
  const { stream } = archiveOf([...theirs(1, -60 * day), ours(-30 * day), ...theirs(10, 0)]);
  expect(await wasSent(stream, { ...message, writtenAt: -30 * day })).toBe(true);
});

it('reads nothing older than the message, apart from a margin for clock differences', async () => {
  const { stream, questions } = archiveOf([...theirs(1_000, -2 * day), ours(-day / 2)]);
  expect(await wasSent(stream, { ...message, writtenAt: 0 })).toBe(true);
  expect(await wasSent(stream, { ...message, id: 'other', writtenAt: 0 })).toBe(false);
  expect(questions()).toBe(2);
});

it('ignores another sender’s message with the same id', async () => {
  const { stream } = archiveOf([{ id: 'ours', from: `${chatId}/phone`, at: 0 }]);
  expect(await wasSent(stream, message)).toBe(false);
});

it('returns unknown when there are more messages than it reads', async () => {
  const { stream, questions } = archiveOf([ours(0), ...theirs(10_001, 1)]);
  expect(await wasSent(stream, message)).toBeNull();
  expect(questions()).toBe(200);
});
