/** Official contacts, as seen by owners and edited by the operator. */
import * as supportApi from '@parley/contract/support';
import { FixtureRefusal, getItem, type Route, route } from '../../../lib/testing/route.ts';

export type ContactWorld = { contacts: supportApi.OperatorContact[] };

function someContact(given: Partial<supportApi.OperatorContact> = {}): supportApi.OperatorContact {
  return {
    id: 2,
    kind: 'telegram',
    name: 'Support',
    account: '@parley_support',
    path: 'https://t.me/parley_support',
    shown: true,
    position: 0,
    version: 1,
    ...given,
  };
}

/** The default contact, which always exists and is empty until the operator fills it. */
export const freshContacts = () => [someContact({ account: '', path: '', shown: false })];

export const busyContacts = (): supportApi.OperatorContact[] => [
  someContact({
    id: 5,
    kind: 'online',
    name: 'Web chat',
    account: '',
    path: 'https://chat.example.com/',
  }),
  someContact(),
  someContact({ id: 3, kind: 'whatsapp', name: 'Sales', account: '+44 20 7946 0000', path: '' }),
  someContact({ id: 4, kind: 'wechat', name: '小帕', account: 'parley_cs', path: '', position: 4 }),
];

export function contactRoutes(world: ContactWorld): Route[] {
  return [
    route(supportApi.contactList, () => ({ list: world.contacts.filter(({ shown }) => shown) })),
    route(supportApi.getContact, ({ query }) => getItem(world.contacts, ({ id }) => id === query.id)),
    route(supportApi.checkContact, ({ query }) => {
      const bare = (text: string) => text.trim().toLowerCase().replace(/^@/, '');
      const one = world.contacts.find(({ account }) => bare(account) === bare(query.account));
      return { official: one !== undefined, contact: one ?? null };
    }),
    route(supportApi.operatorContactList, () => ({ list: world.contacts })),
    route(supportApi.addContact, ({ body }) => {
      const made = { ...body, id: 100 + world.contacts.length, version: 1 };
      world.contacts.push(made);
      return made;
    }),
    route(supportApi.changeContact, ({ params, body }) => {
      const one = getItem(world.contacts, ({ id }) => id === params.id);
      if (one.version !== body.version) throw new FixtureRefusal('resource.stale');
      return Object.assign(one, body, { version: one.version + 1 });
    }),
    route(supportApi.deleteContact, ({ params }) => {
      const one = getItem(world.contacts, ({ id }) => id === params.id);
      world.contacts.splice(world.contacts.indexOf(one), 1);
      return null;
    }),
  ];
}
