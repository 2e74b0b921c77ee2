import { xml } from '@xmpp/client';
import { describe, expect, it } from 'vitest';
import { maxReportedMembers } from '../../group-spec.ts';
import { ns } from '../namespaces.ts';
import { invitationIn } from './invitations.ts';
import { mentionsIn } from './mentions.ts';
import { maxOccupants, Occupants } from './occupants.ts';
import { isNamed, roomPresence } from './room-presence.ts';

const person = (n: number, role: 'admin' | 'member' = 'member') => ({
  id: `id ${n}`,
  nick: `nick ${n}`,
  role,
});

/** Returns the occupants of a room that the account has entered. */
function inRoom(left: number): Occupants {
  const occupants = new Occupants({ left });
  occupants.entered();
  occupants.take();
  return occupants;
}

describe('occupants', () => {
  it('tracks no more than the limit among a hundred thousand occupants', () => {
    const budget = { left: maxOccupants.ofRoom + 10 };
    const [first, second] = [new Occupants(budget), new Occupants(budget)];
    for (let n = 0; n < 100_000; n += 1) first.here(person(n));
    for (let n = 0; n < 100_000; n += 1) second.here(person(n));
    expect(budget.left).toBe(0);
    first.entered();
    let reported = 0;
    while (first.hasChanges()) reported += first.take().members.length;
    expect(reported).toBe(maxOccupants.ofRoom);
    for (let n = 0; n < 100_000; n += 1) first.gone(`nick ${n}`);
    expect(budget.left).toBe(maxOccupants.ofRoom);
    second.clear();
    expect(budget.left).toBe(maxOccupants.ofRoom + 10);
  });

  it('reports everyone present, then changes, and repeats what could not be stored', () => {
    const occupants = new Occupants({ left: 1_000 });
    occupants.here(person(1));
    occupants.entered();
    const report = occupants.take();
    expect(report).toMatchObject({ complete: true, members: [{ id: 'id 1', present: true }] });
    occupants.here(person(1));
    expect(occupants.hasChanges()).toBe(false);
    occupants.here(person(1, 'admin'));
    occupants.restore(report);
    expect(occupants.take()).toMatchObject({ complete: true, members: [{ id: 'id 1', role: 'admin' }] });
    occupants.here({ ...person(1), nick: 'second program' });
    occupants.gone('nick 1');
    expect(occupants.take().members.every(({ present }) => present)).toBe(true);
    occupants.gone('second program');
    expect(occupants.take().members).toMatchObject([{ id: 'id 1', present: false }]);
  });

  it('keeps nothing of occupants who leave before they are reported', () => {
    const occupants = inRoom(10_000);
    occupants.here(person(0));
    occupants.take();
    for (let n = 1; n <= 100_000; n += 1) {
      occupants.here(person(n));
      occupants.gone(`nick ${n}`);
    }
    occupants.gone('nick 0');
    expect(occupants.take().members).toMatchObject([{ id: 'id 0', present: false }]);
    expect(occupants.hasChanges()).toBe(false);
  });

  it('reports the departure of a member whose arrival may have been stored', () => {
    const occupants = inRoom(10);
    occupants.here(person(1));
    occupants.restore(occupants.take());
    occupants.gone('nick 1');
    expect(occupants.take().members).toMatchObject([{ id: 'id 1', present: false }]);
  });

  it('splits a large report', () => {
    const occupants = inRoom(10_000);
    for (let n = 0; n <= maxReportedMembers; n += 1) occupants.here(person(n));
    expect([occupants.take().members.length, occupants.take().members.length]).toEqual([
      maxReportedMembers,
      1,
    ]);
  });
});

describe('presence in a room', () => {
  const presence = (attrs: Record<string, string>, ...children: ReturnType<typeof xml>[]) =>
    xml('presence', { from: 'taller@rooms.test/Ana', ...attrs }, ...children);
  const user = (item: Record<string, string>, ...codes: string[]) =>
    xml('x', { xmlns: ns.roomUser }, xml('item', item), ...codes.map((code) => xml('status', { code })));

  it('uses the room’s occupant id only if the room assigns ids', () => {
    const id = xml('occupant-id', { xmlns: ns.occupantId, id: 'stable' });
    const here = presence({}, user({ affiliation: 'owner', jid: 'Ana@chat.test/phone' }), id);
    expect(roomPresence(here, true)).toMatchObject({
      occupant: { id: 'stable', role: 'owner' },
      isSelf: false,
    });
    expect(roomPresence(here, false)).toMatchObject({ occupant: { id: 'ana@chat.test' } });
    expect(roomPresence(presence({}, user({ role: 'moderator' }, '110')), false)).toMatchObject({
      occupant: { id: '/Ana', role: 'admin' },
      isSelf: true,
    });
  });

  it('confuses a room’s ids neither with names nor with each other', () => {
    const idOf = (id: string) => {
      const here = presence({}, user({}), xml('occupant-id', { xmlns: ns.occupantId, id }));
      const read = roomPresence(here, true);
      return read?.kind === 'here' ? read.occupant.id : '';
    };
    // Prosody's ids are Base64, so one in 64 begins with a slash.
    const ids = ['/Ana', '\\/Ana', '\\\\/Ana', 'Ana'].map(idOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter(isNamed)).toEqual([]);
  });

  it('distinguishes long names, and ignores over-long ones', () => {
    const occupants = inRoom(10);
    const named = (nick: string, type: Record<string, string> = {}) =>
      roomPresence(presence({ from: `taller@rooms.test/${nick}`, ...type }, user({})), false);
    const nicks = ['a', 'b'].map((end) => `${'x'.repeat(300)}${end}`);
    for (const nick of nicks) {
      const read = named(nick);
      if (read?.kind === 'here') occupants.here(read.occupant);
    }
    expect(occupants.byNick(nicks[0] ?? '')?.nick).toBe(nicks[0]);
    for (const nick of nicks) {
      const read = named(nick, { type: 'unavailable' });
      if (read?.kind === 'gone') occupants.gone(read.nick);
      expect(occupants.byNick(nick)).toBeUndefined();
    }
    expect(named('x'.repeat(1_024))).toBeNull();
  });

  it.each([
    [['301', '110'], 'banned'],
    [['307', '110'], 'removed'],
    [['332', '110'], null],
  ] as const)('reads the end by %j as %s', (codes, exit) => {
    expect(roomPresence(presence({ type: 'unavailable' }, user({}, ...codes)), false)).toMatchObject({
      exit,
    });
  });

  it.each([
    xml('presence', { from: 'taller@rooms.test' }),
    xml('presence', {}),
    presence({ type: 'subscribe' }, user({})),
  ])('ignores presence that concerns no occupant: %s', (stanza) => {
    expect(roomPresence(stanza, true)).toBeNull();
  });
});

it.each([
  [
    'by the room',
    xml('message', { from: 'taller@rooms.test' }, xml('x', { xmlns: ns.roomUser }, xml('invite', {}))),
    'taller@rooms.test',
  ],
  [
    'directly',
    xml('message', { from: 'a@b.test' }, xml('x', { xmlns: ns.invitation, jid: 'Taller@rooms.test' })),
    'taller@rooms.test',
  ],
  [
    'to no room',
    xml('message', { from: 'a@b.test' }, xml('x', { xmlns: ns.invitation, jid: 'b.test' })),
    undefined,
  ],
  [
    'in a room',
    xml('message', { type: 'groupchat' }, xml('x', { xmlns: ns.invitation, jid: 'a@b.test' })),
    undefined,
  ],
])('reads an invitation %s', (_, stanza, room) => {
  expect(invitationIn(stanza)?.room).toBe(room);
});

describe('mentions', () => {
  const naming = {
    room: 'taller@rooms.test',
    own: { nick: 'shop', account: 'shop@chat.test' },
    memberOf: (nick: string) => (nick === 'Ben K' ? { id: 'b', nick } : undefined),
  };
  const said = (body: string, ...references: Record<string, string>[]) =>
    xml(
      'message',
      {},
      xml('body', {}, body),
      ...references.map((attrs) => xml('reference', { xmlns: ns.reference, type: 'mention', ...attrs })),
    );
  const to = (uri: string, begin: string, end: string) => ({ uri, begin, end });

  it('finds members by encoded addresses, by code points, and after a quote', () => {
    const stanza = said('> 🎉\n🎉 Ben K!', to('xmpp:taller@rooms.test/Ben%20K', '6', '11'));
    expect(mentionsIn(stanza, '🎉 Ben K!', naming)).toEqual([
      { start: 3, length: 5, member: { id: 'b', displayName: 'Ben K' } },
    ]);
  });

  it('finds the account by its address, and by its name as a word', () => {
    expect(mentionsIn(said('hey you', to('xmpp:shop@chat.test', '4', '7')), 'hey you', naming)).toEqual([
      { start: 4, length: 3, member: null },
    ]);
    expect(mentionsIn(said('workshop, Shop?'), 'workshop, Shop?', naming)).toEqual([
      { start: 10, length: 4, member: null },
    ]);
  });

  it.each([
    ['an unknown name', to('xmpp:taller@rooms.test/Zoe', '0', '2')],
    ['another room', to('xmpp:other@rooms.test/Ben K', '0', '2')],
    ['no end', to('xmpp:shop@chat.test', '0', '')],
    ['an end before the beginning', to('xmpp:shop@chat.test', '2', '1')],
    ['a broken address', to('xmpp:%E0%A4%A', '0', '1')],
  ])('ignores %s', (_, reference) => {
    expect(mentionsIn(said('hello', reference), 'hello', naming)).toEqual([]);
  });
});
