/** A visitor's site: its connector host, and the limits of anonymous input. */
import {
  type ConnectorHost,
  type InboundChange,
  type InboundMessage,
  showsAgentNames,
  webchatCredentials,
} from '@parley/connectors';
import * as valuesApi from '@parley/contract/values';
import { assertWithinLimit } from '../../base/http/address-limits.ts';
import type { Admission } from '../../base/http/admission.ts';
import { assertFound } from '../../base/http/app-error.ts';
import type { AccessTokens } from '../../base/http/caller.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { RateWindow } from '../../base/rate-window.ts';
import type { FileRow } from '../../schema/files.ts';
import { findChat, type Inbound, readyMedia } from '../conversations/index.ts';
import { inspectedFileOf } from '../files/index.ts';
import type { SensitiveWords } from '../sensitive-words/index.ts';
import { createAccountHost, noListener } from './account-host.ts';
import { openCredentials } from './credentials.ts';
import { findPublicAccount, type OpenAccount } from './open-accounts/queries.ts';
import { toInbound } from './quarantine/service.ts';
import type { ChannelsDeps } from './service.ts';
import type { VisitorFilesDeps } from './visitor-files.ts';
import type { Visitors } from './visitors.ts';

export type VisitorDeps = ChannelsDeps &
  VisitorFilesDeps & {
    tokens: AccessTokens;
    admission: Admission;
    rateLimitFactor: number;
    visitors: Visitors;
    sensitiveWords: SensitiveWords;
  };
export type VisitorCaller = { workspaceId: WorkspaceId; socialAccountId: string; visitorId: string };

/** First texts of new visitors from one address to one site per hour: visitor tokens are free. */
const maxNewVisitors = 60;
/** Code points that one address may send to one site in ten minutes, so that long texts can't fill the database. */
const maxText = 120_000;

/** Counts a text against the limits. Throws `request.too-many`. */
export type LimitTexts = (caller: VisitorCaller, address: string, text: string) => Promise<void>;

export function limitTexts({ database, clock, rateLimitFactor: factor }: VisitorDeps): LimitTexts {
  const newcomers = new RateWindow({ max: Math.ceil(maxNewVisitors * factor), windowMs: 3_600_000 });
  const texts = new RateWindow({ max: Math.ceil(maxText * factor), windowMs: 600_000 });
  return async (caller, address, text) => {
    const key = `${caller.socialAccountId} ${address}`;
    assertWithinLimit(texts.take(key, clock.now(), valuesApi.codePoints(text)));
    const { workspaceId, socialAccountId, visitorId } = caller;
    if ((await findChat(database, workspaceId, socialAccountId, visitorId)) === null)
      assertWithinLimit(newcomers.take(key, clock.now()));
  };
}

/**
 * Returns the host of the website chat, whose platform is Parley itself. A message that can't be stored isn't
 * quarantined, and a change isn't dropped: the visitor's page gets an error and keeps it.
 *
 * @param file the visitor's upload that belongs to the next message
 */
export function hostOf(deps: VisitorDeps, account: OpenAccount, file: FileRow | null = null): ConnectorHost {
  const accept = (messages: readonly InboundMessage[]) =>
    deps.conversations.accept(messages.map((message) => withUpload(toInbound(account, message), file)));
  const change = (made: InboundChange) => deps.conversations.change({ account, ...made });
  return { ...createAccountHost(deps, account, noListener), accept, change };
}

/** Adds the uploaded file: a visitor's medium needs no fetching. */
function withUpload(inbound: Inbound, file: FileRow | null): Inbound {
  const { attachment } = inbound;
  if (file === null || attachment?.type !== 'media') return inbound;
  return { ...inbound, fileId: file.id, attachment: readyMedia(attachment, inspectedFileOf(file)) };
}

/** Returns the site that a visitor's token names, if it is still enabled. */
export async function siteOf(deps: VisitorDeps, caller: VisitorCaller): Promise<OpenAccount> {
  return assertFound(await findPublicAccount(deps.database, caller.socialAccountId));
}

/**
 * Returns the arguments of `readForVisitor` for the visitor's conversation, with the site's setting for agents' names.
 */
export function chatOf({ secrets }: Pick<VisitorDeps, 'secrets'>, account: OpenAccount, visitorId: string) {
  const hasNames = showsAgentNames(webchatCredentials.parse(openCredentials(secrets, account)));
  return { socialAccountId: account.id, chatId: visitorId, hasNames };
}
