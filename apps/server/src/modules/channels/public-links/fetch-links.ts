/** Asks platforms for the links of accounts added before links were stored. */
import { z } from 'zod';
import { attributedCall, OutOfBandError } from '../../../base/attribution.ts';
import { trustWorkspaceId } from '../../../base/ids.ts';
import { defineJob, type Queue } from '../../../base/queue/queue.ts';
import type { SocialAccountRow } from '../../../schema/channels.ts';
import { networkOf } from '../account-network.ts';
import { openCredentials } from '../credentials.ts';
import type { ConnectionsDeps } from '../session/reconcile.ts';
import * as store from './store.ts';
import { storedLink } from './stored-link.ts';

type AskingDeps = Pick<
  ConnectionsDeps,
  'database' | 'connectors' | 'secrets' | 'proxies' | 'network' | 'clock' | 'log' | 'platformTokens'
>;

const fetchLinksJob = defineJob({
  name: 'channels.ask-for-links',
  payload: z.object({}),
  maxAttempts: 1,
});

const accountsAtOnce = 20;
const requestLimitMs = 15_000;

export function handleLinkJobs(queue: Queue, deps: AskingDeps): void {
  queue.handle(
    fetchLinksJob,
    async (_, { signal }) => {
      const accounts = await store.findAccountsToFetch(deps.database, accountsAtOnce);
      await Promise.all(accounts.map((account) => ask(deps, account, signal)));
    },
    '* * * * *',
  );
}

/** Stores the link of one account; if its platform doesn't answer, a later run tries again. */
async function ask(deps: AskingDeps, account: SocialAccountRow, signal: AbortSignal): Promise<void> {
  const { clock, log, secrets, platformTokens } = deps;
  const { platform } = account;
  const connector = deps.connectors.get(platform);
  const network = await networkOf(deps, { ...account, workspaceId: trustWorkspaceId(account.workspaceId) });
  if (connector === undefined || network === null) return;
  const report = (err: unknown) => log.error({ err, platform }, 'a check for a link threw out of band');
  const limited = AbortSignal.any([signal, AbortSignal.timeout(requestLimitMs)]);
  try {
    const checked = await attributedCall(report, async () =>
      connector.check(openCredentials(secrets, account), {
        network,
        clock,
        log,
        signal: limited,
        tokens: platformTokens.of(account),
      }),
    );
    if (checked.ok) await store.saveLink(deps.database, account, storedLink(platform, checked.account.link));
  } catch (error) {
    if (!(error instanceof OutOfBandError))
      log.warn({ err: error, platform }, 'a link could not be asked for');
  }
}
