import type { ExamplesOf } from '../example.ts';
import { type Contact, defaultContactId } from './endpoints.ts';
import type * as endpoints from './index.ts';

const contact: Contact = {
  id: defaultContactId,
  kind: 'telegram',
  name: 'Support',
  account: '@parley_support',
  path: 'https://t.me/parley_support',
};
const { id, ...form } = { ...contact, shown: true, position: 1 };

export const examples: ExamplesOf<typeof endpoints> = {
  checkContact: {
    query: { account: 'https://t.me/parley_support', kind: 'telegram' },
    answer: { official: true, contact },
  },
  getContact: { query: { id }, answer: contact },
  contactList: { answer: { list: [contact] } },
  operatorContactList: { query: { sort: 'position.asc' }, answer: { list: [{ id, ...form, version: 1 }] } },
  addContact: {
    body: {
      ...form,
      name: 'Sales',
      account: '@parley_sales',
      path: 'https://t.me/parley_sales',
      position: 2,
    },
    answer: {
      id: 3,
      kind: 'telegram',
      name: 'Sales',
      account: '@parley_sales',
      path: 'https://t.me/parley_sales',
      shown: true,
      position: 2,
      version: 1,
    },
  },
  changeContact: {
    params: { id },
    body: { version: 1, ...form },
    answer: { id, ...form, version: 2 },
  },
  deleteContact: { params: { id }, answer: null },
};
