/**
 * Every endpoint of Parley, for code that iterates over all of them: the server at start, OpenAPI, the isolation
 * test.
 */
import * as audit from './audit/endpoints.ts';
import * as channels from './channels/endpoints.ts';
import * as channelManagement from './channels/management.ts';
import * as quarantine from './channels/quarantine.ts';
import * as characters from './characters/endpoints.ts';
import * as characterRecords from './characters/records.ts';
import * as chatHistory from './conversations/chat-history.ts';
import * as conversations from './conversations/endpoints.ts';
import * as translationSettings from './conversations/translation-settings.ts';
import * as customerProfiles from './customer-profiles/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import * as files from './files/endpoints.ts';
import * as account from './identity/account.ts';
import * as certification from './identity/certification.ts';
import * as identity from './identity/endpoints.ts';
import * as loginSessions from './identity/sessions.ts';
import * as twoFactor from './identity/two-factor.ts';
import * as isolationProfiles from './isolation-profiles/endpoints.ts';
import * as notifications from './notifications/endpoints.ts';
import * as operator from './operator/endpoints.ts';
import * as owners from './operator/owners.ts';
import * as ports from './ports/endpoints.ts';
import * as promotion from './promotion/endpoints.ts';
import * as proxies from './proxies/endpoints.ts';
import * as settings from './settings/endpoints.ts';
import * as subAccounts from './sub-accounts/endpoints.ts';
import * as support from './support/endpoints.ts';
import * as tenants from './tenants/endpoints.ts';
import * as translation from './translation/endpoints.ts';
import * as ownerSettings from './translation/owner-settings.ts';
import * as visitor from './visitor/endpoints.ts';
import * as visitorBudgets from './visitor-budgets/endpoints.ts';
import * as workspaces from './workspaces/endpoints.ts';

const nouns = {
  identity,
  account,
  certification,
  loginSessions,
  twoFactor,
  subAccounts,
  characters,
  characterRecords,
  ports,
  proxies,
  isolationProfiles,
  channels,
  channelManagement,
  quarantine,
  conversations,
  customerProfiles,
  translationSettings,
  chatHistory,
  translation,
  ownerSettings,
  visitor,
  visitorBudgets,
  operator,
  owners,
  tenants,
  notifications,
  support,
  files,
  promotion,
  settings,
  workspaces,
  audit,
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
