/**
 * Fetches the media of inbound messages from their platform, through their account's egress, and inspects files for which
 * there was no time when they arrived.
 */
import type { Connector, FetchedMedia, MediaReference, MediaResult } from '@parley/connectors';
import type { MediaProblem } from '@parley/contract/conversations';
import { fileRules } from '@parley/contract/files';
import { attributedCall, OutOfBandError } from '../../base/attribution.ts';
import { isAnswerTooLarge } from '../../base/bounded-fetch.ts';
import { transaction } from '../../base/db/database.ts';
import { trustWorkspaceId } from '../../base/ids.ts';
import { type Attempt, addJob, type Queue } from '../../base/queue/queue.ts';
import type { MessageRow, StoredMedia } from '../../schema/conversations.ts';
import { fetchMedia, findMessage, finishMedia, isFetching, showFacts } from '../conversations/index.ts';
import {
  type FetchedFile,
  type FilesDeps,
  inspectAgain,
  inspectedFileOf,
  inspectLater,
  storeFetchedFile,
} from '../files/index.ts';
import { networkOf } from './account-network.ts';
import { openCredentials } from './credentials.ts';
import { createFetchSlots } from './fetch-slots.ts';
import type { ConnectionsDeps } from './session/reconcile.ts';
import { findAccount } from './store.ts';

export type InboundMediaDeps = ConnectionsDeps & FilesDeps;

/** In bytes. */
const maxBytes = Math.max(...fileRules.message.maxBytes.values());

/** The queue has 64 workers by default. */
const slotLimits = { all: 16, perAccount: 4 };

/** An inspection occupies a worker while it waits for its turn. */
const inspectionLimits = { all: 8, perAccount: 1 };

export function handleMediaJobs(queue: Queue, deps: InboundMediaDeps): void {
  handleFetches(queue, deps);
  handleInspections(queue, deps);
}

function handleInspections(queue: Queue, deps: InboundMediaDeps): void {
  // The slots' accounts are workspaces here.
  const slots = createFetchSlots(inspectionLimits);
  queue.handle(inspectLater, async (payload) => {
    const workspaceId = trustWorkspaceId(payload.workspaceId);
    const release = slots.take(workspaceId);
    try {
      const file = release === null ? 'busy' : await inspectAgain(deps, payload.fileId);
      if (file === null) return;
      if (file !== 'busy') {
        const { changes } = deps.conversations;
        return await showFacts({ ...deps, changes }, workspaceId, file.id, inspectedFileOf(file));
      }
      const runAt = slots.lookAgainAt(workspaceId, deps.clock.now());
      await transaction(deps.database, (tx) => addJob(tx, inspectLater, payload, { runAt }));
    } finally {
      release?.();
    }
  });
}

function handleFetches(queue: Queue, deps: InboundMediaDeps): void {
  const slots = createFetchSlots(slotLimits);
  queue.handle(fetchMedia, async (payload, attempt) => {
    const message = await findMessage(
      deps.database,
      trustWorkspaceId(payload.workspaceId),
      payload.messageId,
    );
    if (!message) return;
    const release = slots.take(message.socialAccountId);
    if (release === null) {
      const runAt = slots.lookAgainAt(message.socialAccountId, deps.clock.now());
      // A new job, so that waiting for a slot is no failed attempt.
      return transaction(deps.database, (tx) => addJob(tx, fetchMedia, payload, { runAt }));
    }
    try {
      await fetchOne(deps, message, attempt);
    } finally {
      release();
    }
  });
}

async function fetchOne(deps: InboundMediaDeps, message: MessageRow, attempt: Attempt): Promise<void> {
  const { workspaceId, id, attachment } = message;
  if (!isFetching(attachment) || attachment.key === null) return;
  const finish = (outcome: Parameters<typeof finishMedia>[3]) =>
    finishMedia({ ...deps, changes: deps.conversations.changes }, workspaceId, id, outcome);
  const outcome = await ask(deps, message, attachment, attempt.signal);
  const { expiresAt = Number.POSITIVE_INFINITY } = attachment;
  const end = finalOutcomeOf(outcome, { expired: expiresAt <= deps.clock.now(), last: attempt.last });
  if (end !== null) return finish(end);
  // The queue retries with a growing backoff.
  throw new Error(`a medium could not be fetched yet: ${outcome.result === 'later' ? outcome.reason : ''}`);
}

type Outcome =
  | { result: FetchedFile | { problem: 'gone' | 'too-large' } }
  | { result: 'later'; reason: string };

/**
 * Returns the final outcome of an attempt; null when another attempt may succeed. The platform is asked even after the
 * handle has expired, because clocks differ; a refusal is final then.
 */
export function finalOutcomeOf(
  { result }: Outcome,
  { expired, last }: { expired: boolean; last: boolean },
): FetchedFile | { problem: MediaProblem } | null {
  const isMissing = result === 'later' || ('problem' in result && result.problem === 'gone');
  if (expired && isMissing) return { problem: 'expired' };
  if (result !== 'later') return result;
  return last ? { problem: 'not-fetched' } : null;
}

async function ask(
  deps: InboundMediaDeps,
  { workspaceId, socialAccountId }: MessageRow,
  media: StoredMedia,
  stopped: AbortSignal,
): Promise<Outcome> {
  const account = await findAccount(deps.database, workspaceId, socialAccountId);
  const connector = account && deps.connectors.get(account.platform);
  if (!account || !connector?.fetchMedia) return { result: { problem: 'gone' } };
  const network = await networkOf(deps, account);
  if (!network) return { result: 'later', reason: 'proxy-missing' };
  const ended = new AbortController();
  const signal = AbortSignal.any([stopped, ended.signal]);
  const { clock, log } = deps;
  const tokens = deps.platformTokens.of(account);
  const context = { network, clock, log, tokens, signal, maxBytes };
  const credentials = openCredentials(deps.secrets, account);
  try {
    const given = await call(deps, connector, { ...media, key: media.key ?? '' }, credentials, context);
    return given.ok ? await keep(deps, workspaceId, media, given) : refusal(given);
  } finally {
    // Closes the connection of a response that wasn't read to its end.
    ended.abort();
  }
}

type Context = Parameters<NonNullable<Connector['fetchMedia']>>[2];

/** Treats an exception, thrown or out of band, as a reason to retry. */
async function call(
  { log }: InboundMediaDeps,
  connector: Connector,
  media: MediaReference,
  credentials: unknown,
  context: Context,
): Promise<MediaResult> {
  const { platform } = connector.manifest;
  const report = (err: unknown) => log.error({ err, platform }, 'fetching a medium threw out of band');
  const ask = connector.fetchMedia?.bind(connector);
  try {
    return await attributedCall(report, async () => {
      if (!ask) throw new Error(`${platform} hands out no media`);
      return ask(media, credentials, context);
    });
  } catch (error) {
    if (!(error instanceof OutOfBandError)) log.warn({ err: error, platform }, 'a medium was not handed out');
    return { ok: false, outcome: 'later', reason: 'connector-failed' };
  }
}

function refusal(given: Extract<MediaResult, { ok: false }>): Outcome {
  if (given.outcome === 'later') return { result: 'later', reason: given.reason };
  return { result: { problem: given.outcome } };
}

async function keep(
  deps: InboundMediaDeps,
  workspaceId: MessageRow['workspaceId'],
  { name }: StoredMedia,
  { body }: FetchedMedia,
): Promise<Outcome> {
  const wanted = { workspaceId, purpose: 'message', name, maxBytes } as const;
  try {
    const stored = await storeFetchedFile(deps, wanted, body);
    return { result: stored === 'too-large' ? { problem: 'too-large' } : stored };
  } catch (error) {
    if (isAnswerTooLarge(error)) return { result: { problem: 'too-large' } };
    deps.log.warn({ err: error }, 'a medium broke off');
    return { result: 'later', reason: 'broken-off' };
  }
}
