/** The use cases of a split link's visitors: being redirected, or leaving a contact if there is no destination. */
import { createHmac } from 'node:crypto';
import type { contactForm } from '@parley/contract/split-links';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { type Clock, monotonicNow } from '../../../base/clock.ts';
import { type Database, isDatabaseGone, transaction } from '../../../base/db/database.ts';
import { createLocations, type Locations } from '../../../base/geo/locations.ts';
import { newId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import { mapYielding } from '../../../base/map-yielding.ts';
import { RateWindow } from '../../../base/rate-window.ts';
import { settlesWithin } from '../../../base/settles-within.ts';
import { insertTokens } from '../attribution/store.ts';
import { createTokenLink } from '../attribution/visit-token.ts';
import { readServed } from '../domains/queries.ts';
import { createServedDomains, type ServedDomains } from '../domains/served-domains.ts';
import { leaveContact, type ProspectiveFanDeps } from '../prospective-fans/service.ts';
import { isDeviceOf, isHumanVisit, isRobot, userAgentOf } from '../visits/counted-visit.ts';
import { createVisitCounting, visitCounter } from '../visits/counting.ts';
import { createVisitReader, type NewVisit } from '../visits/recorded-visit.ts';
import { createVisitRecorder, type VisitRecorder } from '../visits/recorder.ts';
import { insertBatch, rowOf } from '../visits/store.ts';
import { createLinkChanges } from './link-changes.ts';
import { createLiveLinks, type LiveLinks } from './live-links.ts';
import { pageLanguageOf } from './page.ts';
import type { PreparedLink } from './prepared-link.ts';
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
  /** The installation's secrets, the current one first; addresses are stored as hashes keyed with it. */
  appSecrets: readonly [string, ...string[]];
  config: { LOCATION_FILE?: string | undefined; PUBLIC_URL?: string | undefined };
  /** Multiplies every rate limit; above 1 for load tests. */
  rateLimitFactor: number;
};

/** A request for a short link. `address` is the visitor's; `network` is the part of it that one visitor controls. */
export type Request = {
  code: string;
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  address: string;
  network: string;
  /** The requested host. */
  host: string;
};

/** `url` is null if the visitor is shown the page; `link` is null if the code is unknown. */
export type Destination = {
  url: string | null;
  link: LiveLink | null;
  /** Shown to a robot instead of the target's page; null to redirect. */
  preview: LinkPreview | null;
};

/** The visitor who leaves a contact. The address is geolocated and not stored; the language is that of the page. */
type ContactVisitor = { address: string; language: string };

export type Redirects = {
  /** Returns the destination of a request, and records the visit if it is a person's. Synchronous if nothing has to be read. */
  findDestination(request: Request): Destination | Promise<Destination>;
  /** Returns the owner's text for the page of a link, or null if the code is unknown. */
  pageOf(place: LinkPlace): Promise<{ text: string } | null>;
  /** Stores a visitor's contact. Returns `unknown` if the code no longer has a link, `full` if the link accepts no more. */
  leaveContact(
    place: LinkPlace,
    contact: z.output<typeof contactForm>,
    visitor: ContactVisitor,
  ): Promise<'sent' | 'unknown' | 'full'>;
  /** Drops changed links from the cache, so that this process serves the change at once. */
  forget(codes: readonly string[]): void;
  /** Geolocates visitors. */
  locations: Pick<Locations, 'knows'>;
  domains: ServedDomains;
  /** Stores the pending visits. */
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

/** Time limit for a turn: enough for a slow database, while a hung one never answers. */
const turnTimeLimitMs = 3_000;
const bindingMs = 30 * 24 * 60 * 60 * 1000;
/** Maximum number of addresses whose targets are cached in this process. */
const maxBindings = 50_000;
/** Visits counted per network, link and minute: many people can share a network, but no more than this arrive at once. */
const maxVisits = { max: 600, windowMs: 60_000 } as const;

export async function createRedirects(deps: RedirectDeps): Promise<Redirects> {
  const { database, clock, log } = deps;
  // A monotonic clock: a system clock set back must not make a cached link look fresh.
  const steadyClock = { now: monotonicNow };
  const changes = createLinkChanges({ database, clock: steadyClock, log });
  const links = createLiveLinks((codes) => readLiveLinks(database, codes), steadyClock, changes);
  const locations = await createLocations({ file: deps.config.LOCATION_FILE ?? null, log });
  const readVisit = createVisitReader({ ...deps, locations });
  const counting = createVisitCounting({ count: visitCounter(database, log), log });
  // A killed process may have left uncounted visits.
  counting.wake();
  const recorder = createVisitRecorder({
    async store(visits) {
      // Yields between visits: a thousand of them take as long as a visitor should wait.
      const rows = await mapYielding(
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
  const bindings = new LRUCache<string, string>({ max: maxBindings, ttl: bindingMs });
  const max = Math.ceil(maxVisits.max * deps.rateLimitFactor);
  const floods = new RateWindow({ ...maxVisits, max });
  const turns = createRotationTurns(deps);
  const { PUBLIC_URL } = deps.config;
  const own = PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL).hostname;
  const domains = await createServedDomains(() => readServed(database, own), clock);
  const parts = { ...deps, locations, domains, floods, links, recorder, bindings, turns };
  return {
    findDestination: (request) => findDestination(parts, request),
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

function findDestination(parts: Parts, request: Request): Destination | Promise<Destination> {
  const known = parts.links.peek(request.code);
  if (known !== undefined) return leadKnown(parts, known, request);
  return parts.links.get(request.code).then((read) => leadKnown(parts, read, request));
}

function leadKnown(
  parts: Parts,
  known: PreparedLink | null,
  request: Request,
): Destination | Promise<Destination> {
  if (known === null || !isReached(parts, known, request)) return { url: null, link: null, preview: null };
  const { link } = known;
  // Programs get a destination without taking a turn; so does a flood, which must not fill the disk.
  if (!isHumanVisit(request) || isFlood(parts, link, request)) {
    const target = isServing(parts, link) ? known.available[0] : undefined;
    return { url: target?.url ?? link.defaultUrl, link, preview: isRobot(request) ? link.preview : null };
  }
  if (!isServing(parts, link) || !mayPass(parts, link, request)) return sendOn(parts, link, null, request);
  const target = targetOf(parts, known, request);
  return target instanceof Promise
    ? target.then((chosen) => sendOn(parts, link, chosen, request))
    : sendOn(parts, link, target, request);
}

/** On a link domain only its owner's links exist. */
function isReached({ domains }: Parts, { link }: PreparedLink, { host }: Pick<Request, 'host'>): boolean {
  const owner = domains.ownerOf(host);
  return link.enabled && (owner === null || owner === link.workspaceId);
}

/** Records a person's visit. `target` is null if no target is available. */
function sendOn(parts: Parts, link: LiveLink, target: LiveTarget | null, request: Request): Destination {
  const carried = target === null || !link.tracksFans ? null : carriedTo(link, target, request);
  parts.recorder.add(visitOf(parts, { link, target, request, token: carried?.token ?? null }));
  return { url: carried?.url ?? target?.url ?? link.defaultUrl, link, preview: null };
}

const carriedTo = ({ platform }: LiveLink, { url }: LiveTarget, { headers }: Request) =>
  createTokenLink(platform, url, pageLanguageOf(textOf(headers['accept-language'])));

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

/** Returns true if the link is meant for the visitor's device and country. */
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
  known: PreparedLink,
  request: Request,
): LiveTarget | null | Promise<LiveTarget | null> {
  const { link } = known;
  const target = link.bindsAddress
    ? boundTarget(parts, known, hash(parts, `address ${link.id} ${request.network}`))
    : parts.turns.take(known);
  if (!(target instanceof Promise)) return target;
  // Without the database there are no turns and no bindings, so a target is drawn at random.
  const byChance = () => parts.turns.draw(known);
  return settlesWithin(turnTimeLimitMs, target).then(
    (isChosen) => (isChosen ? target : byChance()),
    (error: unknown) => {
      if (!isDatabaseGone(error)) throw error;
      return byChance();
    },
  );
}

/**
 * Returns the target that an address is bound to. While that target is enabled but unreachable, the address is sent to another
 * one and returns to its own later.
 */
async function boundTarget(
  { database, clock, bindings, turns }: Parts,
  known: PreparedLink,
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

type TargetedVisit = { link: LiveLink; target: LiveTarget | null; request: Request; token: string | null };

function visitOf(parts: Parts, { link, target, request, token }: TargetedVisit): NewVisit {
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

/** Returns the link with this code on this host, or null. */
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
