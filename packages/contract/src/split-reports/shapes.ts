/** Reports on split links, and the links by which anyone can read them. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { type ShareStatus, shareStatus, validDays } from '../share-links.ts';
import { time } from '../values.ts';
import { deviceTypes, operatingSystems, visitorBrowsers } from './clients.ts';

export { type ShareStatus, validDays };

/** The form in which visitors' addresses are stored: in full, or as their network (/24 for IPv4, /48 for IPv6). */
export const storedAddresses = z.enum(['whole', 'truncated']);
export type StoredAddresses = z.output<typeof storedAddresses>;

/** ISO 3166-1 alpha-2, for a country with visitors. */
export const visitorCountry = z.string().regex(/^[A-Z]{2}$/);

/** The days that a report covers, including today. */
export const reportDays = z.enum(['7', '30']).default('7');

export const splitReportShare = z.object({
  /** The link's path and query, relative to the reader's host. */
  path: z.string(),
  status: shareStatus,
  validDays: z.int().nullable(),
  createdAt: time,
  expiresAt: time.nullable(),
  /** The number of times the page was opened. */
  opens: z.int(),
  lastOpenedAt: time.nullable(),
});
export type SplitReportShare = z.output<typeof splitReportShare>;

/** Visitors are counted per day: a person who visits on two days counts twice. */
const figures = { visits: z.int(), visitors: z.int() };
const counted = z.object(figures);
export type ReportFigures = z.output<typeof counted>;

/** Visits that led to a customer's message, by the day of the message; of these, those of new and of repeat fans. */
const conversions = { conversions: z.int(), newFans: z.int(), repeatFans: z.int() };
const converted = z.object(conversions);
export type ReportConversions = z.output<typeof converted>;

const day = z.iso.date();
const named = <Name extends z.ZodType>(name: Name) => z.array(z.object({ name, ...figures }));

export const splitReport = z.object({
  name: z.string(),
  platform: platformId,
  /** The short link's path. */
  path: z.string(),
  /** The time zone by whose days visits are counted. */
  timeZone: z.string(),
  addresses: storedAddresses,
  /** False: the installation has no data about the location of addresses. */
  knowsCountries: z.boolean(),
  total: counted,
  today: counted,
  yesterday: counted,
  /** Everything below covers these days, earliest first. */
  days: z.array(z.object({ day, ...figures })),
  /** By hour of the day, 24 values. */
  hours: z.array(z.object({ ...figures, visitsToday: z.int() })),
  /** Null: unknown. Most visits first, as in all lists below. */
  countries: named(visitorCountry.nullable()),
  devices: named(z.enum(deviceTypes)),
  systems: named(z.enum(operatingSystems)),
  browsers: named(z.enum(visitorBrowsers)),
  /** Visitors' destinations; `url` null: the page, or deleted targets. */
  targets: z.array(
    z.object({ outcome: z.enum(['target', 'default', 'page']), url: z.string().nullable(), ...figures }),
  ),
  /** Null: the link doesn't track its fans, and had no conversions in these days. */
  conversions: z
    .object({
      today: converted,
      days: z.array(z.object({ day, ...conversions })),
      /** Most first; `url` null: deleted targets. */
      targets: z.array(z.object({ url: z.string().nullable(), ...conversions })),
    })
    .nullable(),
});
export type SplitReport = z.output<typeof splitReport>;

/** A visitor of one day. */
export const reportVisitor = z.object({
  /** The time of the first visit of the day. */
  at: time,
  lastAt: time,
  /** The address to which the last visit led; null: the page. */
  url: z.string().nullable(),
  country: visitorCountry.nullable(),
  /** In English; null: unknown. */
  city: z.string().nullable(),
  /** In its stored form. */
  address: z.string(),
  device: z.enum(deviceTypes),
  system: z.enum(operatingSystems),
  browser: z.enum(visitorBrowsers),
  /** The number of visits of the day. */
  visits: z.int(),
});
export type ReportVisitor = z.output<typeof reportVisitor>;
