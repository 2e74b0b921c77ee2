/** All endpoints of Parley, for code that iterates over them: the server at startup, OpenAPI, the isolation test. */
import type { Endpoint } from './endpoint.ts';
import * as nouns from './nouns.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'audience' in value && 'path' in value;
}

/** By noun and name, e.g. `conversations.sendMessage`. */
export const allEndpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(nouns).flatMap(([noun, members]) =>
    Object.entries(members)
      .filter((member): member is [string, Endpoint] => isEndpoint(member[1]))
      .map(([name, declared]): [string, Endpoint] => [`${noun}.${name}`, declared]),
  ),
);
