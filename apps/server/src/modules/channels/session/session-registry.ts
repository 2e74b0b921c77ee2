/** The sessions of the accounts that this process holds. */
import type { Log } from '../../../base/log.ts';
import type { ChannelsMetrics } from '../metrics.ts';
import type { HeldAccount } from '../open-accounts/queries.ts';
import { type RunnerDeps, releaseLimits, SessionRunner } from './runner.ts';
import type { ReleaseLimits } from './state.ts';

type Release = {
  limits?: ReleaseLimits;
  /** Set when another process publishes the state from now on. */
  silent?: boolean;
  /** Runs once nothing of the connection is open any more. */
  afterwards?: () => Promise<void>;
};

export class SessionRegistry {
  readonly #deps: { log: Log; metrics: ChannelsMetrics };
  readonly #held = new Map<string, SessionRunner>();
  /** An account that is being released is opened again only after its connection is closed. */
  readonly #releasing = new Map<string, Promise<void>>();

  constructor(deps: { log: Log; metrics: ChannelsMetrics }) {
    this.#deps = deps;
  }

  get(id: string): SessionRunner | undefined {
    return this.#held.get(id);
  }

  all(): SessionRunner[] {
    return [...this.#held.values()];
  }

  /** Returns the accounts that are being released. */
  releasing(): Set<string> {
    return new Set(this.#releasing.keys());
  }

  hold(deps: RunnerDeps, account: HeldAccount): SessionRunner {
    const runner = new SessionRunner(deps, account);
    this.#held.set(account.id, runner);
    this.#deps.metrics.connections.inc({ state: 'held' });
    return runner;
  }

  release(runner: SessionRunner, how: Release = {}): void {
    const { limits = releaseLimits.patient, silent = false, afterwards } = how;
    const { log, metrics } = this.#deps;
    const { id } = runner.account;
    this.#held.delete(id);
    metrics.connections.dec({ state: 'held' });
    const gone = runner
      .release(limits, { silent })
      .then(afterwards)
      .catch((error: unknown) => log.warn({ err: error, socialAccountId: id }, 'closing failed'))
      .finally(() => this.#releasing.delete(id));
    this.#releasing.set(id, gone);
  }

  /** Resolves when all accounts that are being released at the time of the call are closed. */
  async allClosed(): Promise<void> {
    await Promise.all(this.#releasing.values());
  }
}
