/** Records of a split link: visits, conversions, and contacts left. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { prospectiveFanState } from '../prospective-fans/states.ts';
import { deviceTypes, operatingSystems, visitorBrowsers } from '../split-reports/clients.ts';
import { reportDays } from '../split-reports/shapes.ts';
import { cursorPage, cursorQuery, id, isVisible, time } from '../values.ts';
import { upTo } from './endpoints.ts';

/** `target`: sent to an account link; `default`: to the default address; `page`: shown the page. */
export const visitOutcome = z.enum(['target', 'default', 'page']);

const visit = z.object({
  id,
  at: time,
  outcome: visitOutcome,
  /** The address to which the visitor was sent; null: the page. */
  url: z.string().nullable(),
  /** In its stored form. */
  address: z.string(),
  /** The browser’s user agent, and what is parsed from it. */
  userAgent: z.string(),
  device: z.enum(deviceTypes),
  system: z.enum(operatingSystems),
  browser: z.enum(visitorBrowsers),
  /** ISO 3166-1 alpha-2; null: unknown. */
  country: z.string().nullable(),
  city: z.string().nullable(),
});
export type SplitVisit = z.output<typeof visit>;

export const splitLinkVisits = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/visits',
  audience: ['console'],
  summary: 'The visits of a split link, latest first.',
  query: z.strictObject({ ...cursorQuery, splitLinkId: id }),
  answer: cursorPage(visit),
  errors: ['split-link.not-found'],
});

/**
 * The fan of a conversion as counted: `new`, `repeat` and `base` by the verdict of the first message after the visit; `known`:
 * the fan had written before, or another conversion already has that verdict.
 */
export const conversionVerdict = z.enum(['new', 'repeat', 'base', 'known']);

const conversion = z.object({
  /** The id of the visit. */
  id,
  at: time,
  visitedAt: time,
  /** The target to which the visitor was sent. */
  url: z.string(),
  /** Null: deleted since. */
  socialAccountName: z.string().nullable(),
  subAccountName: z.string().nullable(),
  fanId: id,
  /** Null: the fan has no name, or was deleted since. */
  fanName: z.string().nullable(),
  verdict: conversionVerdict,
});
export type SplitConversion = z.output<typeof conversion>;

export const splitLinkConversions = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/conversions',
  audience: ['console'],
  summary: 'The visits of a split link that led to a message, latest first.',
  query: z.strictObject({ ...cursorQuery, splitLinkId: id }),
  answer: cursorPage(conversion),
  errors: ['split-link.not-found'],
});

const conversionCounts = { conversions: z.int(), newFans: z.int(), repeatFans: z.int() };

const agentConversions = z.object({
  subAccountId: id,
  /** Null: deleted since. */
  name: z.string().nullable(),
  ...conversionCounts,
  /** The days with conversions, latest first, in the workspace's calendar. */
  days: z.array(z.object({ day: z.iso.date(), ...conversionCounts })),
});
export type AgentConversions = z.output<typeof agentConversions>;

export const splitLinkAgents = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/conversionAgents',
  audience: ['console'],
  summary:
    'The conversions of a split link by the agent who received the message, and by day; most conversions first.',
  query: z.strictObject({ splitLinkId: id, days: reportDays }),
  answer: z.object({ list: z.array(agentConversions) }),
  errors: ['split-link.not-found'],
});

const leftContact = z.object({
  id,
  name: z.string(),
  /** As the visitor entered it: a number, an address, a name on some platform. */
  contact: z.string(),
  message: z.string(),
  at: time,
  /** Its state as a prospective fan. */
  state: prospectiveFanState,
});
export type SplitContact = z.output<typeof leftContact>;

export const splitLinkContacts = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/contacts',
  audience: ['console'],
  summary: 'The contact details that visitors of a split link left, latest first.',
  query: z.strictObject({ ...cursorQuery, splitLinkId: id }),
  answer: cursorPage(leftContact),
  errors: ['split-link.not-found'],
});

/** Maximum lengths of what a visitor leaves, in code points. */
export const contactLimits = { name: 60, contact: 120, message: 500 } as const;

/** The fields of the form on the page of a split link. */
export const contactForm = z.strictObject({
  name: upTo(contactLimits.name),
  contact: upTo(contactLimits.contact).refine(isVisible, { params: { rule: 'empty' } }),
  message: upTo(contactLimits.message),
});
