/** The web apps, as built. One port serves all: `/` console, `/desk/` desk, `/widget.js` chat widget. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

const dist = (app: string) => fileURLToPath(new URL(`../../../../${app}/dist/`, import.meta.url));

/** Hashed file names never change their content; pages must be asked for each time. */
const forever = 'public, max-age=31536000, immutable';

export async function serveApps(app: FastifyInstance): Promise<void> {
  await serveApp(app, 'desk', '/desk/');
  await serveApp(app, 'console', '/');
  app.get('/desk', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/desk/'));
  serveWidget(app);
  app.setNotFoundHandler((request, reply) => page(request, reply));
}

async function serveApp(app: FastifyInstance, name: string, prefix: string): Promise<void> {
  if (!existsSync(dist(name))) return;
  await app.register(fastifyStatic, {
    root: dist(name),
    prefix,
    decorateReply: name === 'desk',
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) =>
      reply.header('cache-control', path.includes('/assets/') ? forever : 'no-cache'),
  });
}

function serveWidget(app: FastifyInstance): void {
  app.get('/widget.js', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=300')
      .sendFile('widget.js', dist('widget')),
  );
}

/** Any path that is no file and no endpoint is a page of one of the apps, which then shows its own not-found page. */
function page(request: FastifyRequest, reply: FastifyReply) {
  const wantsPage =
    request.method === 'GET' && !/^\/(api|socket\.io|assets|desk\/assets)\//.test(request.url);
  const name = /^\/desk(\/|$|\?)/.test(request.url) ? 'desk' : 'console';
  if (!wantsPage || !existsSync(dist(name))) throw new AppError('resource.not-found');
  return reply.header('cache-control', 'no-cache').sendFile('index.html', dist(name));
}
