import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { nameText, sortBy } from '../values.ts';

/** The kind of a contact: `online` is a web page with a chat, the others are messaging apps. */
export const contactKind = z.enum(['online', 'telegram', 'whatsapp', 'wechat', 'line', 'email']);
export type ContactKind = z.output<typeof contactKind>;

/** The id of the contact that clients request at startup. It always exists, and is empty until the operator fills it in. */
export const defaultContactId = 2;

const contactId = z.coerce.number().int().min(1).max(2_147_483_647);

const contact = z.object({
  id: z.int(),
  kind: contactKind,
  name: z.string(),
  /** The account on that app, in the app's notation; may be empty. */
  account: z.string(),
  /** The address that opens the conversation; may be empty. */
  path: z.string(),
});
export type Contact = z.output<typeof contact>;

export const checkContact = endpoint({
  method: 'GET',
  path: '/api/system/customer-service/check',
  audience: ['public'],
  summary:
    'Returns whether an account is an official one. Links, phone numbers and @names are compared in any spelling.',
  query: z.strictObject({
    account: z.string().trim().min(1).max(100),
    /** The app on which the account was seen. Without it, the answer states the app on which the account is official. */
    kind: contactKind.optional(),
  }),
  answer: z.object({ official: z.boolean(), contact: contact.nullable() }),
  rateLimit: { max: 20, windowSeconds: 60, per: 'address' },
});

export const getContact = endpoint({
  method: 'GET',
  path: '/api/system/customer-service/get',
  audience: ['public'],
  summary: 'One official contact; 2 is the id of the one that clients show by default.',
  query: z.strictObject({ id: contactId }),
  answer: contact,
  errors: ['resource.not-found'],
});

export const contactList = endpoint({
  method: 'GET',
  path: '/api/system/customer-service/list',
  audience: ['public'],
  summary: 'The official contacts, in the operator’s order.',
  answer: z.object({ list: z.array(contact) }),
});

// The operator's endpoints.

/** Empty, or an account in its app's notation. */
const account = z
  .string()
  .trim()
  .max(100)
  .refine((text) => !/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(text), {
    params: { rule: 'unprintable' },
  });
/** Opened by a click: empty, or an address that is harmless to open in a browser or mail program. */
const contactPath = z
  .string()
  .trim()
  .max(300)
  .refine((text) => text === '' || isWebAddress(text) || /^mailto:[^\s@]+@[^\s@]+$/.test(text));

function isWebAddress(text: string): boolean {
  return z.url({ protocol: /^https?$/ }).safeParse(text).success;
}

const contactFields = {
  kind: contactKind,
  name: nameText(50),
  account,
  path: contactPath,
  /** Hidden contacts are still recognized as official. */
  shown: z.boolean(),
  /** Lists are sorted by it in ascending order. */
  position: z.int().min(0).max(10_000),
};

const reachable = (form: { account: string; path: string }) => form.account !== '' || form.path !== '';
const unreachable = { path: ['account'], params: { rule: 'empty' } };

export const contactForm = z.strictObject(contactFields).refine(reachable, unreachable);
const contactChange = z
  .strictObject({ version: z.int32().min(1), ...contactFields })
  .refine(reachable, unreachable);

const operatorContact = contact.extend({ shown: z.boolean(), position: z.int(), version: z.int32() });
export type OperatorContact = z.output<typeof operatorContact>;

/** The columns that the operator's list can be sorted by. */
export const contactSort = sortBy(['name', 'account', 'position']);
export type ContactSort = z.output<typeof contactSort>;

export const operatorContactList = endpoint({
  method: 'GET',
  path: '/api/operator/customer-service',
  audience: ['operator'],
  summary:
    'All official contacts, including hidden ones, in the order in which owners see them unless sorted.',
  query: z.strictObject({ sort: contactSort.default('position.asc') }),
  answer: z.object({ list: z.array(operatorContact) }),
});

export const addContact = endpoint({
  method: 'POST',
  path: '/api/operator/customer-service',
  audience: ['operator'],
  summary: 'Adds an official contact. An account of an app can be added once.',
  body: contactForm,
  answer: operatorContact,
  errors: ['support.already-added'],
  audit: 'contact.created',
});

export const changeContact = endpoint({
  method: 'PUT',
  path: '/api/operator/customer-service/:id',
  audience: ['operator'],
  summary: 'Changes an official contact.',
  params: z.strictObject({ id: contactId }),
  body: contactChange,
  answer: operatorContact,
  errors: ['resource.not-found', 'resource.stale', 'support.already-added'],
  audit: 'contact.changed',
});

export const deleteContact = endpoint({
  method: 'DELETE',
  path: '/api/operator/customer-service/:id',
  audience: ['operator'],
  summary: 'Deletes an official contact. The default one is emptied instead.',
  params: z.strictObject({ id: contactId }),
  answer: z.null(),
  errors: ['resource.not-found'],
  audit: 'contact.deleted',
});
