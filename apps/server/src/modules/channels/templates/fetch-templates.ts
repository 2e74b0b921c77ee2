/** Fetches the message templates of social accounts: when one comes online, and when its owner requests it. */
import type { Connector, TemplateList } from '@parley/connectors';
import type { PlatformFault } from '@parley/contract/channels';
import type { TemplateFetch } from '@parley/contract/message-templates';
import { attributedCall, OutOfBandError } from '../../../base/attribution.ts';
import { transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import { trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import type { Queue } from '../../../base/queue/queue.ts';
import type { SocialAccountRow } from '../../../schema/channels.ts';
import { acceptedTemplates, readFetch, storeFetched, storeProblem } from '../../message-templates/index.ts';
import { networkOf } from '../account-network.ts';
import { openCredentials } from '../credentials.ts';
import type { ConnectionsDeps } from '../session/reconcile.ts';
import { shortenReason } from '../shorten-reason.ts';
import { findAccount } from '../store.ts';
import { fetchTemplatesJob } from './jobs.ts';

type FetchDeps = Pick<
  ConnectionsDeps,
  'database' | 'connectors' | 'secrets' | 'proxies' | 'network' | 'clock' | 'log' | 'platformTokens'
>;
type Account = { workspaceId: WorkspaceId; id: string };

/** Templates younger than this aren't fetched again, so that a flapping account doesn't fetch them each time. */
const freshForMs = 3_600_000;
const requestLimitMs = 30_000;

export function handleTemplateJobs(queue: Queue, deps: FetchDeps): void {
  queue.handle(fetchTemplatesJob, async ({ workspaceId: id, socialAccountId }, { signal }) => {
    const workspaceId = trustWorkspaceId(id);
    const account = await findAccount(deps.database, workspaceId, socialAccountId);
    if (!account?.enabled) return;
    const { fetchedAt, problem } = await readFetch(deps.database, workspaceId, socialAccountId);
    if (problem === null && fetchedAt !== null && fetchedAt > deps.clock.now() - freshForMs) return;
    const fetched = await fetchOf(deps, account, signal);
    // The queue retries with a growing backoff.
    if (fetched.problem !== null) throw new Error(`templates could not be fetched: ${fetched.problem}`);
  });
}

/** Fetches an account's templates now. Throws `template.unsupported`, `proxy.not-found`. */
export async function fetchTemplates(
  deps: FetchDeps,
  { workspaceId, id }: Account,
  signal: AbortSignal,
): Promise<TemplateFetch> {
  const account = assertFound(await findAccount(deps.database, workspaceId, id));
  if (deps.connectors.get(account.platform)?.listTemplates === undefined)
    throw new AppError('template.unsupported');
  return fetchOf(deps, account, signal);
}

async function fetchOf(
  deps: FetchDeps,
  account: SocialAccountRow,
  signal: AbortSignal,
): Promise<TemplateFetch> {
  const { database, connectors, clock } = deps;
  const connector = connectors.get(account.platform);
  const network = await networkOf(deps, account);
  if (!network) throw new AppError('proxy.not-found');
  const askedAt = new Date(clock.now());
  const limited = AbortSignal.any([signal, AbortSignal.timeout(requestLimitMs)]);
  const list = await ask(deps, connector, account, { network, signal: limited });
  const { workspaceId, id } = account;
  await transaction(database, async (tx) => {
    if (list.ok) await storeFetched(tx, account, acceptedTemplates(list.templates), askedAt);
    else await storeProblem(tx, account, shortenReason(list.reason));
  });
  return readFetch(database, workspaceId, id);
}

/** Treats an exception, thrown or out of band, as a failed fetch. */
async function ask(
  { secrets, clock, log, platformTokens }: FetchDeps,
  connector: Connector | undefined,
  account: SocialAccountRow,
  way: Pick<Parameters<NonNullable<Connector['listTemplates']>>[1], 'network' | 'signal'>,
): Promise<TemplateList> {
  const { platform } = account;
  const report = (err: unknown) => log.error({ err, platform }, 'listing templates threw out of band');
  const list = connector?.listTemplates?.bind(connector);
  try {
    return await attributedCall(report, async () => {
      if (!list) throw new Error(`${platform} has no templates`);
      return list(openCredentials(secrets, account), {
        ...way,
        clock,
        log,
        tokens: platformTokens.of(account),
      });
    });
  } catch (error) {
    if (!(error instanceof OutOfBandError)) log.warn({ err: error, platform }, 'templates were not listed');
    const reason: PlatformFault = way.signal.aborted ? 'platform-silent' : 'platform-unreadable';
    return { ok: false, reason };
  }
}
