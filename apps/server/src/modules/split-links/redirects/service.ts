/** The use cases of a split link's visitors: being sent on, and leaving a contact where there is nothing to be sent to. */
import { createHmac } from 'node:crypto';
import type { contactForm } from '@parley/contract/split-links';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { type Clock, steadyNow } from '../../../base/clock.ts';
import { type Database, isDatabaseGone, transaction } from '../../../base/db/database.ts';
import { createLocations, type Locations } from '../../../base/geo/locations.ts';
import { newId } from '../../../base/ids.ts';
import { mapInTurns } from '../../../base/in-turns.ts';
import type { Log } from '../../../base/log.ts';
import { RateWindow } from '../../../base/rate-window.ts';
import { within } from '../../../base/within.ts';
import { insertTokens } from '../attribution/store.ts';
import { carriedBy } from '../attribution/visit-token.ts';
import { readServed } from '../domains/queries.ts';
import { createServedDomains, type ServedDomains } from '../domains/served-domains.ts';
import { leaveContact, type ProspectiveFanDeps } from '../prospective-fans/service.ts';
import { isDeviceOf, isPersonsVisit, isRobot, userAgentOf } from '../visits/counted-visit.ts';
import { createVisitCounting, visitCounter } from '../visits/counting.ts';
import { createVisitReader, type NewVisit } from '../visits/recorded-visit.ts';
import { createVisitRecorder, type VisitRecorder } from '../visits/recorder.ts';
import { insertBatch, rowOf } from '../visits/store.ts';
import type { KnownLink } from './known-link.ts';
import { createLinkChanges } from './link-changes.ts';
import { createLiveLinks, type LiveLinks } from './live-links.ts';
import { pageLanguageOf } from './page.ts';
import type { LinkPreview } from './preview-page.ts';
import { type LiveLink, readLiveLinks } from './queries.ts';
import { bindAddress, findBinding } from './store.ts';
import { isRegionOf, type LiveTarget } from './target-choice.ts';
import { createRotationTurns, type RotationTurns } from './turns.ts';

export type RedirectDeps = Pick<ProspectiveFanDeps, 'realtime'> & {
  database: Database;
  clock: Clock;
  random: () => number;
  log: Log;
  /** The installation's secrets, the present one first: addresses are stored as hashes under it. */
  appSecrets: readonly [string, ...string[]];
  config: { LOCATION_FILE?: string | undefined };
  /** Multiplies every limit; above 1 for load tests. */
  rateLimitFactor: number;
};

/** A request for a short link. `address` is the visitor's, `network` the part of it that one visitor has. */
export type Request = {
  code: string;
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  address: string;
  network: string;
  /** The host that was asked for. */
  host: string;
};

/** `url`: null where the visitor is shown the page; `link`: null where the code leads nowhere. */
export type Destination = {
  url: string | null;
  link: LiveLink | null;
  /** A robot is to read this in the place of the target's page; null: it is led on. */
  preview: LinkPreview | null;
};

/** A visitor who leaves a contact. The address is looked up and not stored; the language is that of the page. */
type ContactVisitor = { address: string; language: string };

export type Redirects = {
  /** Returns where a request leads, and records the visit if it is a person's. At once where nothing has to be read. */
  lead(request: Request): Destination | Promise<Destination>;
  /** Returns the owner's text on the page of a link; null: the code leads nowhere. */
  pageOf(place: LinkPlace): Promise<{ text: string } | null>;
  /** Stores what a visitor left. `unknown`: the code leads nowhere any more; `full`: the link takes no more. */
  leaveContact(
    place: LinkPlace,
    contact: z.output<typeof contactForm>,
    visitor: ContactVisitor,
  ): Promise<'sent' | 'unknown' | 'full'>;
  /** Drops links that were changed, so that this process serves the change at once. */
  forget(codes: readonly string[]): void;
  /** Says where visitors are. */
  locations: Pick<Locations, 'knows'>;
  domains: ServedDomains;
  /** Stores the visits that wait. */
  close(): Promise<void>;
};

type Parts = RedirectDeps & {
  locations: Locations;
  domains: ServedDomains;
  links: LiveLinks;
  turns: RotationTurns;
  recorder: VisitRecorder;
  bindings: LRUCache<string, string>;
  floods: RateWindow;
};

/** A visitor waits so long for a turn: of a database that is slow it comes in time, of one that hangs it never does. */
const patienceMs = 3_000;
const bindingMs = 30 * 24 * 60 * 60 * 1000;
/** Addresses whose targets this process remembers. */
const mostBindings = 50_000;
/** Visits of one network to one link that count in a minute: many people can share one, and no more come at once. */
const mostVisits = { max: 600, windowMs: 60_000 } as const;

export async function createRedirects(deps: RedirectDeps): Promise<Redirects> {
  const { database, clock, log } = deps;
  // A clock that is set back must not make a link look new.
  const steadyClock = { now: steadyNow };
  const changes = createLinkChanges({ database, clock: steadyClock, log });
  const links = createLiveLinks((codes) => readLiveLinks(database, codes), steadyClock, changes);
  const locations = await createLocations({ file: deps.config.LOCATION_FILE ?? null, log });
  const readVisit = createVisitReader({ ...deps, locations });
  const counting = createVisitCounting({ count: visitCounter(database, log), log });
  // A killed process may have left some.
  counting.wake();
  const recorder = createVisitRecorder({
    async store(visits) {
      // Visitors come in between: of a thousand visits it takes as long as a visitor should wait.
      const rows = await mapInTurns(
        visits,
        ({ userAgent }) => userAgent.length,
        (visit) => rowOf(readVisit(visit)),
      );
      await transaction(database, async (tx) => {
        await insertBatch(tx, { id: newId(), rows });
        await insertTokens(tx, visits);
      });
      counting.wake();
    },
    log,
  });
  const bindings = new LRUCache<string, string>({ max: mostBindings, ttl: bindingMs });
  const max = Math.ceil(mostVisits.max * deps.rateLimitFactor);
  const floods = new RateWindow({ ...mostVisits, max });
  const turns = createRotationTurns(deps);
  const domains = await createServedDomains(() => readServed(database), clock);
  const parts = { ...deps, locations, domains, floods, links, recorder, bindings, turns };
  return {
    lead: (request) => lead(parts, request),
    async pageOf(place) {
      const link = await linkAt(parts, place);
      return link === null ? null : { text: link.pageText };
    },
    leaveContact: (place, contact, visitor) => takeContact(parts, place, contact, visitor),
    forget(codes) {
      for (const code of codes) links.forget(code);
    },
    locations,
    domains,
    async close() {
      locations.close();
      await changes.close();
      await turns.close();
      await recorder.close();
      await counting.close();
    },
  };
}

function lead(parts: Parts, request: Request): Destination | Promise<Destination> {
  const known = parts.links.peek(request.code);
  if (known !== undefined) return leadKnown(parts, known, request);
  return parts.links.get(request.code).then((read) => leadKnown(parts, read, request));
}

function leadKnown(
  parts: Parts,
  known: KnownLink | null,
  request: Request,
): Destination | Promise<Destination> {
  if (known === null || !isReached(parts, known, request)) return { url: null, link: null, preview: null };
  const { link } = known;
  // A program is shown the way without taking anybody's turn, and so is a flood, which must not fill the disk.
  if (!isPersonsVisit(request) || isFlood(parts, link, request)) {
    const target = isServing(parts, link) ? known.available[0] : undefined;
    return { url: target?.url ?? link.defaultUrl, link, preview: isRobot(request) ? link.preview : null };
  }
  if (!isServing(parts, link) || !mayPass(parts, link, request)) return sendOn(parts, link, null, request);
  const target = targetOf(parts, known, request);
  return target instanceof Promise
    ? target.then((chosen) => sendOn(parts, link, chosen, request))
    : sendOn(parts, link, target, request);
}

/** On a link domain only the links of its owner are found. */
function isReached({ domains }: Parts, { link }: KnownLink, { host }: Pick<Request, 'host'>): boolean {
  const owner = domains.ownerOf(host);
  return link.enabled && (owner === null || owner === link.workspaceId);
}

/** Records the visit of a person. `target` null: there is none for them. */
function sendOn(parts: Parts, link: LiveLink, target: LiveTarget | null, request: Request): Destination {
  const carried = target === null || !link.tracksFans ? null : carriedTo(link, target, request);
  parts.recorder.add(visitOf(parts, { link, target, request, token: carried?.token ?? null }));
  return { url: carried?.url ?? target?.url ?? link.defaultUrl, link, preview: null };
}

const carriedTo = ({ platform }: LiveLink, { url }: LiveTarget, { headers }: Request) =>
  carriedBy(platform, url, pageLanguageOf(textOf(headers['accept-language'])));

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

/** Is the visitor one of those whom the link shares out, by device and country? */
function mayPass({ locations }: Parts, { device, regions }: LiveLink, request: Request): boolean {
  if (!isDeviceOf(device, request)) return false;
  if (regions.length === 0) return true;
  return isRegionOf(regions, locations.locate(request.address).country, locations.knows() !== 'nothing');
}

const isFlood = ({ floods, clock }: Parts, { id }: LiveLink, { network }: Request) =>
  floods.take(`${id} ${network}`, clock.now()) > 0;

const isServing = ({ clock }: Parts, { expiresAt }: LiveLink) =>
  expiresAt === null || clock.now() < expiresAt;

function targetOf(
  parts: Parts,
  known: KnownLink,
  request: Request,
): LiveTarget | null | Promise<LiveTarget | null> {
  const { link } = known;
  const target = link.bindsAddress
    ? boundTarget(parts, known, hash(parts, `address ${link.id} ${request.network}`))
    : parts.turns.take(known);
  if (!(target instanceof Promise)) return target;
  // Without the database there are no turns and no bindings: visitors then go where chance sends them.
  const byChance = () => parts.turns.draw(known);
  return within(patienceMs, target).then(
    (isChosen) => (isChosen ? target : byChance()),
    (error: unknown) => {
      if (!isDatabaseGone(error)) throw error;
      return byChance();
    },
  );
}

/**
 * The target that an address keeps. While that is enabled but can't be reached the address is sent to another one, and comes
 * back to its own later.
 */
async function boundTarget(
  { database, clock, bindings, turns }: Parts,
  known: KnownLink,
  addressHash: Buffer,
): Promise<LiveTarget | null> {
  const { link, available } = known;
  const key = { workspaceId: link.workspaceId, linkId: link.id };
  const name = `${link.id} ${addressHash.toString('base64')}`;
  const now = new Date(clock.now());
  const reachable = (id: string | null) => available.find((target) => target.id === id) ?? null;
  const boundId = bindings.get(name) ?? (await findBinding(database, key, addressHash, now));
  const bound = reachable(boundId);
  if (bound !== null) {
    bindings.set(name, bound.id);
    return bound;
  }
  const chosen = await turns.take(known);
  const enabledIds = link.targets.flatMap(({ id, enabled }) => (enabled ? [id] : []));
  if (chosen === null || (boundId !== null && enabledIds.includes(boundId))) return chosen;
  const expiresAt = new Date(clock.now() + bindingMs);
  const keptId = await bindAddress(database, key, {
    addressHash,
    targetId: chosen.id,
    enabledIds,
    now,
    expiresAt,
  });
  bindings.set(name, keptId);
  return reachable(keptId) ?? chosen;
}

type Led = { link: LiveLink; target: LiveTarget | null; request: Request; token: string | null };

function visitOf(parts: Parts, { link, target, request, token }: Led): NewVisit {
  return {
    workspaceId: link.workspaceId,
    linkId: link.id,
    id: newId(),
    at: new Date(parts.clock.now()),
    outcome: target !== null ? 'target' : link.defaultUrl !== null ? 'default' : 'page',
    targetId: target?.id ?? null,
    url: target?.url ?? link.defaultUrl,
    token,
    address: request.address,
    storedAddresses: link.storedAddresses,
    userAgent: userAgentOf(request),
  };
}

const hash = ({ appSecrets: [secret] }: Parts, text: string) =>
  createHmac('sha256', secret).update(`split-links ${text}`).digest().subarray(0, 16);

type LinkPlace = Pick<Request, 'code' | 'host'>;

/** Returns the link that serves this code on this host; null: the code leads nowhere there. */
async function linkAt(parts: Parts, place: LinkPlace): Promise<LiveLink | null> {
  const known = await parts.links.get(place.code);
  return known !== null && isReached(parts, known, place) ? known.link : null;
}

async function takeContact(
  parts: Parts,
  place: LinkPlace,
  contact: z.output<typeof contactForm>,
  { address, language }: ContactVisitor,
): Promise<'sent' | 'unknown' | 'full'> {
  const link = await linkAt(parts, place);
  if (link === null) return 'unknown';
  const { workspaceId, id: splitLinkId } = link;
  const { country } = parts.locations.locate(address);
  return leaveContact(parts, { workspaceId, splitLinkId, ...contact, language, country });
}
