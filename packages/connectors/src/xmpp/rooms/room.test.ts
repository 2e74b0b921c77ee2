import { type Element, xml } from '@xmpp/client';
import { expect, it } from 'vitest';
import { createTestHost } from '../../testing/host.ts';
import { ns } from '../namespaces.ts';
import type { XmppStream } from '../stream.ts';
import { Room } from './room.ts';
import { divideCursor } from './room-positions.ts';

const address = 'taller@rooms.test';

/** A room on a stream whose server responds when the test allows it. */
async function roomThatAnswersLate() {
  const host = createTestHost();
  const { positions } = await divideCursor(host.cursor);
  const described = Promise.withResolvers<Element>();
  const sent: Element[] = [];
  const stream: Pick<XmppStream, 'account' | 'ended' | 'hasEnded' | 'request' | 'send'> = {
    account: 'shop@chat.test',
    ended: new Promise(() => undefined),
    hasEnded: () => false,
    request: () => described.promise,
    send: async (stanza: Element) => void sent.push(stanza),
  };
  const room = new Room({
    // The rest of the stream isn't used before the account is in.
    stream: stream as XmppStream,
    host,
    address,
    nick: 'shop',
    password: null,
    budget: { left: 10 },
    positions,
    addressOf: () => null,
    signal: new AbortController().signal,
    onExit: () => undefined,
  });
  return { host, room, sent, described };
}

it('doesn’t enter a room that was left before its features were received', async () => {
  const { host, room, sent, described } = await roomThatAnswersLate();
  const entering = room.enter();
  await room.leave();
  described.resolve(
    xml(
      'iq',
      {},
      xml(
        'query',
        { xmlns: ns.discoInfo },
        xml('identity', { category: 'conference' }),
        xml('feature', { var: ns.room }),
      ),
    ),
  );
  await entering;
  expect(sent.map(({ attrs }) => attrs.type)).toEqual(['unavailable']);
  expect(host.groups.map(({ own }) => own?.exit)).toEqual(['left']);
});

it('remains left if the room’s features can’t be received', async () => {
  const { host, room, described } = await roomThatAnswersLate();
  const entering = room.enter();
  await room.leave();
  described.reject(Object.assign(new Error('gone'), { name: 'StanzaError', condition: 'item-not-found' }));
  await entering;
  expect(room.state).toBe('left');
  expect(host.groups.map(({ own }) => own?.exit)).toEqual(['left']);
});
