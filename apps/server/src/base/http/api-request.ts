import type { FastifyRequest } from 'fastify';

const apiPath = /^\/(admin\/)?api(\/|$)/;

/**
 * Returns the path that a request is for, as routes spell it: one route answers to many addresses (`/%61pi/…`,
 * `http://host/api/…`). Without a route, which preflights don't have either, it is the decoded address.
 */
export function routePath({ routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>): string {
  const route = routeOptions.url;
  return route === undefined || route === '*' ? decodedPath(url) : route;
}

export const isApiRequest = (request: Pick<FastifyRequest, 'routeOptions' | 'url'>): boolean =>
  apiPath.test(routePath(request));

function decodedPath(url: string): string {
  const [path = ''] = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '').split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
