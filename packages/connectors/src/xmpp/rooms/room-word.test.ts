import { xml } from '@xmpp/client';
import { expect, it } from 'vitest';
import { interpretStanza, type StanzaContext } from '../inbound.ts';

const room = 'taller@rooms.test';
const context: StanzaContext = {
  account: 'shop@chat.test',
  archiveId: null,
  at: 1,
  history: false,
  addressOf: () => null,
  isRoom: (address) => address === room,
};
const message = (attrs: Record<string, string>) => xml('message', attrs, xml('body', {}, 'Welcome'));

it.each([
  ['a message from the room itself', message({ from: room })],
  ['an occupant’s private message', message({ from: `${room}/Ana`, type: 'chat' })],
  ['the account’s message to an occupant', message({ from: context.account, to: `${room}/Ana` })],
])('ignores as a customer’s message, even if the server doesn’t mark it: %s', (_, stanza) => {
  expect(interpretStanza(stanza, context)).toBeNull();
});

it('accepts a person’s message from another address, and a room’s refusal of a sent message', () => {
  expect(interpretStanza(message({ from: 'ana@chat.test/phone' }), context)?.message).toMatchObject({
    text: 'Welcome',
  });
  const refusal = xml('message', { from: room, type: 'error', id: 'm' }, xml('error', { type: 'cancel' }));
  expect(interpretStanza(refusal, context)?.receipt).not.toBeNull();
});
