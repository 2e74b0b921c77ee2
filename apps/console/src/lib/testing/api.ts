/** Answers endpoints from routes, strictly: requests and answers that violate the contract are refused. */
import * as contract from '@parley/contract';
import { FixtureRefusal, type Route } from './route.ts';

export type ApiRequest = { method: string; url: string; headers: Headers; body: string };
export type ApiReply = { status: number; text: string };

function refusal(
  id: contract.ErrorId,
  headers: Headers,
  details: Record<string, string | number> = {},
): ApiReply {
  const language = headers.get('systemLanguageCode') === 'EN' ? 'en-US' : 'zh-CN';
  const { code } = contract.errorCatalogue[id];
  const data = { error: id, requestId: 'fixture', details };
  const text = JSON.stringify({ code, msg: contract.errorMessage(id, language, details), data });
  return { status: contract.httpStatus(code), text };
}

function matched(route: Route, request: ApiRequest, path: string): Record<string, string> | null {
  if (route.endpoint.method !== request.method) return null;
  const pattern = new RegExp(`^${route.endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const match = pattern.exec(path);
  return match === null ? null : { ...match.groups };
}

/** Creates the API from these routes; the only valid token is `good`. */
export function createApi(routes: readonly Route[]): (request: ApiRequest) => ApiReply {
  return (request) => {
    const url = new URL(request.url, 'http://loopback');
    for (const candidate of routes) {
      const params = matched(candidate, request, url.pathname);
      if (params === null) continue;
      const { endpoint, handle } = candidate;
      const open =
        endpoint.audience.includes('public') || request.headers.get('authorization') === 'Bearer good';
      if (!open) return refusal('auth.required', request.headers);
      const parsed = {
        params: endpoint.params?.parse(params),
        query: endpoint.query?.parse(Object.fromEntries(url.searchParams)),
        body: endpoint.body?.parse(request.body === '' ? undefined : JSON.parse(request.body)),
      };
      try {
        // `route` has typed the handler for what this endpoint parses.
        const data = endpoint.answer.parse(handle(parsed as never));
        return { status: 200, text: JSON.stringify({ code: 200, msg: '', data }) };
      } catch (problem) {
        if (problem instanceof FixtureRefusal) return refusal(problem.id, request.headers, problem.details);
        throw problem;
      }
    }
    return refusal('resource.not-found', request.headers);
  };
}
