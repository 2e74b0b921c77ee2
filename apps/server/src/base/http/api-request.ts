import type { FastifyRequest } from 'fastify';

const apiPath = /^\/(admin\/)?api(\/|$)/;

/**
 * Returns the path of a request as its route spells it: a route can be reached at many addresses (`/%61pi/…`,
 * `http://host/api/…`). Without a route, as for preflights, returns the decoded address.
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
