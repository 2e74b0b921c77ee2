/**
 * Serves the web apps, as built, all on one port: `/` console, `/desk/` desk, `/workOrder/share`,
 * `/chatHistory/share` and `/fansOperation/streamLinkReport` the pages of links, `/widget.js` the chat widget, which
 * fetches its other scripts itself.
 */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { serverFolder } from '../server-folder.ts';
import { settlesWithin } from '../settles-within.ts';
import { hostNameOf } from './address.ts';
import { AppError } from './app-error.ts';
import { compressToLeast } from './compression.ts';
import { setXsrfCookie } from './forgery.ts';
import { type PreparedAnswer, prepareFile, sendPrepared } from './prepared-answer.ts';
import { rawQueryOf } from './query-string.ts';

const ownApps = dirname(serverFolder);

/** Files with hashed names never change; pages must be revalidated each time. */
const forever = 'public, max-age=31536000, immutable';
/** Keeps the header that is set here instead of the library's. */
const asSet = { cacheControl: false };
/**
 * The build has compressed every text file (`tools/build`): each request gets a variant that it accepts, with its own
 * entity tag and `Vary`. The variants have no separate addresses.
 */
const compressed = { preCompressed: true, globIgnore: ['**/*.br', '**/*.gz'] };

type AppsOptions = {
  /** The public URL is https. */
  secure: boolean;
  /** Returns the name of the brand that is served at a host. */
  brandNameOf: (host: string) => Promise<string>;
  /** Contains the apps, each with its `dist`. */
  folder?: string;
};

export async function serveApps(
  app: FastifyInstance,
  { secure, brandNameOf, folder = ownApps }: AppsOptions,
): Promise<void> {
  const brandedPage = createBrandedPages();
  const dist = (name: string) => join(folder, name, 'dist');
  // Decorates replies with `sendFile`, even if no app is built.
  await app.register(fastifyStatic, { root: dist('console'), serve: false, ...compressed });
  await serveApp(app, dist('desk'), '/desk/');
  await serveApp(app, dist('share'), '/share/');
  await serveApp(app, dist('console'), '/');
  app.get('/desk', { schema: { hide: true } }, async (request, reply) => {
    // The desk's path for its list, with the filters in the query: a reload must restore them.
    const query = rawQueryOf(request.url);
    return reply.redirect(query !== '' ? `/desk/?${query}` : '/desk/');
  });
  serveWidget(app, dist('widget'));
  app.setNotFoundHandler(async (request, reply) => {
    app.knownPaths.refuseMethod(request, reply);
    const shown = pageOf(request);
    if (shown === null || !existsSync(dist(shown.app))) throw new AppError('resource.not-found');
    setXsrfCookie(request, reply, secure);
    // Anyone with its address can open it, so it must not leak to other sites or search engines.
    if (shown.app === 'share')
      reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
    // Proxies must not cache it: it sets one browser's cookie.
    reply.header('cache-control', 'private, no-cache');
    if (shown.app === 'share') return reply.sendFile(shown.file, dist(shown.app), asSet);
    const brand = brandNameOf(hostNameOf(request.host)).catch(() => null);
    // Without the database, also with one that hangs, the app can at least say so.
    const name = (await settlesWithin(brandLimitMs, brand)) ? await brand : null;
    if (name === null) return reply.sendFile(shown.file, dist(shown.app), asSet);
    return sendPrepared(request, reply, await brandedPage(join(dist(shown.app), shown.file), name));
  });
}

/** Time limit for reading the brand of a page, in ms. */
const brandLimitMs = 1_000;

/** Enough for the brands of many tenants; evicted pages are prepared again. */
const rememberedPages = 200;

/**
 * Returns a function that gives a page with the brand's name as its title: the desk reads it there, and no tenant's users see
 * another name first.
 */
function createBrandedPages(): (path: string, brandName: string) => Promise<PreparedAnswer> {
  const pages = new LRUCache<string, PreparedAnswer>({ max: rememberedPages });
  return async (path, brandName) => {
    // A build may replace the page of a running server.
    const key = `${path} ${(await stat(path)).mtimeMs} ${brandName}`;
    const known = pages.get(key);
    if (known !== undefined) return known;
    const built = await readFile(path, 'utf8');
    const text = built.replace(/(?<=<title>)[^<]*/, () => escapedText(brandName));
    const page = await prepareFile(Buffer.from(text), 'text/html; charset=utf-8', compressToLeast);
    pages.set(key, page);
    return page;
  };
}

const escapedText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function serveApp(app: FastifyInstance, root: string, prefix: string): Promise<void> {
  if (!existsSync(root)) return;
  await app.register(fastifyStatic, {
    root,
    prefix,
    ...compressed,
    decorateReply: false,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) =>
      reply.header('cache-control', path.includes('/assets/') ? forever : 'no-cache'),
  });
}

function serveWidget(app: FastifyInstance, root: string): void {
  if (!existsSync(root)) return;
  for (const script of ['widget.js', 'widget-files.js', 'widget-emoji.js', 'widget-rating.js']) {
    app.get(`/${script}`, { schema: { hide: true } }, async (_request, reply: FastifyReply) =>
      reply
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'public, max-age=300')
        .sendFile(script, root, asSet),
    );
  }
}

/** The pages of links, by their paths. */
const linkPages: Readonly<Record<string, string>> = {
  '/workOrder/share': 'index.html',
  '/chatHistory/share': 'chat.html',
  '/fansOperation/streamLinkReport': 'report.html',
};

/** Returns the app for a path that is neither a file nor an endpoint; the app then shows its own not-found page. */
function pageOf({ method, url }: FastifyRequest): { app: 'desk' | 'share' | 'console'; file: string } | null {
  const wantsPage =
    ['GET', 'HEAD'].includes(method) &&
    !/^\/((admin\/)?api|socket\.io|assets|(desk|share)\/assets)\//.test(url);
  if (!wantsPage) return null;
  const link = /^(\/[a-zA-Z]+\/[a-zA-Z]+)\/?(\?|$)/.exec(url)?.[1] ?? '';
  const file = Object.hasOwn(linkPages, link) ? linkPages[link] : undefined;
  if (file !== undefined) return { app: 'share', file };
  return { app: /^\/desk(\/|$|\?)/.test(url) ? 'desk' : 'console', file: 'index.html' };
}
