/** Every endpoint of Parley, for whoever must walk them all: the server at start, OpenAPI, the isolation test. */
import * as channels from './channels/endpoints.ts';
import * as characters from './characters/endpoints.ts';
import * as chatHistory from './conversations/chat-history.ts';
import * as conversations from './conversations/endpoints.ts';
import * as translationSettings from './conversations/translation-settings.ts';
import type { Endpoint } from './endpoint.ts';
import * as identity from './identity/endpoints.ts';
import * as operator from './operator/endpoints.ts';
import * as subAccounts from './sub-accounts/endpoints.ts';
import * as translation from './translation/endpoints.ts';
import * as visitor from './visitor/endpoints.ts';

const nouns = {
  identity,
  subAccounts,
  characters,
  channels,
  conversations,
  translationSettings,
  chatHistory,
  translation,
  visitor,
  operator,
};

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'audience' in value && 'path' in value;
}

/** By name, e.g. `conversations.sendMessage`. */
export const allEndpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(nouns).flatMap(([noun, members]) =>
    Object.entries(members)
      .filter((member): member is [string, Endpoint] => isEndpoint(member[1]))
      .map(([name, declared]): [string, Endpoint] => [`${noun}.${name}`, declared]),
  ),
);
