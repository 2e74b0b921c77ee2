/**
 * Runs the session of one social account that this process holds. The runner is the session's only owner: every input
 * is dispatched as an event, and the effects that the machine returns are executed here. Opening and closing are
 * serialized, so that at most one connection of an account is ever open; publishing states is serialized as well, so
 * that the last one stands.
 */
import type { Connection } from '@parley/connectors';
import { type ClosableNetwork, closableNetwork } from '../../../base/closable-network.ts';
import { settlesWithin } from '../../../base/settles-within.ts';
import { createChangeSender } from '../change-sender.ts';
import { openCredentials } from '../credentials.ts';
import { createGroupLeaver } from '../group-leaver.ts';
import type { ChannelsMetrics } from '../metrics.ts';
import type { HeldAccount } from '../open-accounts/queries.ts';
import type { MessageFiles } from '../outbound-media.ts';
import { type AppBuckets, createThrottle, type Throttle } from '../send-limits.ts';
import { sendRulesIn } from '../send-rules.ts';
import { createSender, type Sender } from '../sender.ts';
import type { StateChange } from '../store.ts';
import { fetchTemplatesSoon } from '../templates/jobs.ts';
import { type ConnectDeps, connect, disconnect } from './connection.ts';
import { next } from './machine.ts';
import {
  type AccountSession,
  type Effect,
  initialSession,
  type ReleaseLimits,
  type SessionEvent,
} from './state.ts';

/** Time limit in ms for closing a connection, after which its sockets are destroyed. */
const closeLimitMs = 5_000;

/** The time limits of a release. */
export const releaseLimits = {
  /** Without time pressure: longer than any request to a platform takes. */
  patient: { sendingMs: 75_000, closingMs: closeLimitMs },
  /** After its connector threw: it may never answer again, and the owner must be able to enable the account. */
  failed: { sendingMs: 0, closingMs: closeLimitMs },
  /** For a stopping server, which leaves two seconds. */
  stopping: { sendingMs: 1_000, closingMs: 500 },
  /** For a lost lease: another process may open the account at any moment, and the database can't be queried. */
  fenced: { sendingMs: 0, closingMs: 500 },
} as const satisfies Record<string, ReleaseLimits>;

export type RunnerDeps = ConnectDeps & {
  metrics: ChannelsMetrics;
  messageFiles: MessageFiles;
  appBuckets: AppBuckets;
  /** Returns false once no heartbeat was written for so long that another process may hold the account. */
  holds: () => boolean;
  /** Triggers a check of all accounts now instead of within a second. */
  checkSoon: () => void;
};

export class SessionRunner {
  readonly sender: Sender;
  readonly #deps: RunnerDeps;
  readonly #account: HeldAccount;
  #session: AccountSession;
  #connection: Connection | null = null;
  /** The connection's network, created before it, so that an opening can be aborted too. */
  #network: ClosableNetwork | null = null;
  readonly #connecting: Turns;
  readonly #publishing: Turns;
  #released: Promise<void> = Promise.resolve();

  constructor(deps: RunnerDeps, account: HeldAccount) {
    this.#deps = deps;
    this.#account = account;
    this.#session = initialSession(deps.clock.now());
    this.#connecting = new Turns();
    this.#publishing = new Turns();
    // The lease is checked on every use: a process that stalled resumes exactly where it was, before its timers fire.
    const connection = () => (this.#session.kind === 'online' && deps.holds() ? this.#connection : null);
    const { outbox, changeOutbox, departures } = deps.conversations;
    const throttle = throttleOf(deps, account);
    const capabilities = deps.connectors.get(account.platform)?.manifest.capabilities;
    const rules = sendRulesIn(capabilities);
    const replyHandles = capabilities?.replyHandles ?? null;
    const mediaRules = capabilities ?? { media: {} };
    this.sender = together([
      createSender({ ...deps, outbox, throttle, rules, mediaRules, replyHandles }, account, connection),
      createChangeSender({ ...deps, changeOutbox }, account, connection),
      createGroupLeaver({ ...deps, departures }, account, connection),
    ]);
  }

  get account(): HeldAccount {
    return this.#account;
  }

  get session(): AccountSession {
    return this.#session;
  }

  /** The open connection, whether or not it is online. */
  get connection(): Connection | null {
    return this.#connection;
  }

  dispatch(event: SessionEvent): void {
    const { session, effects } = next(this.#session, event);
    this.#session = session;
    for (const effect of effects) this.#execute(effect);
  }

  /** Replaces the account's row. Connections and senders keep a reference to the object, so it is changed in place. */
  update(account: HeldAccount): void {
    Object.assign(this.#account, account);
  }

  /** Resolves when all pending states have been published, or have failed. */
  published(): Promise<void> {
    return this.#publishing.idle();
  }

  /** Releases the account. Resolves when nothing of its connection is open any more. */
  release(limits: ReleaseLimits, { silent }: { silent: boolean }): Promise<void> {
    this.dispatch({ type: 'release', limits, silent });
    return this.#released;
  }

  /** Publishes the last state again, after a change of data that consoles and desks show beside it. */
  announceAgain(): void {
    const { published } = this.#session;
    if (published) this.announce(published);
  }

  announce(state: StateChange): void {
    const { realtime, accountStore, log } = this.#deps;
    const { workspaceId, id, subAccountId } = this.#account;
    const change = { socialAccountId: id, ...state };
    realtime.workspace(workspaceId, subAccountId).emit('account', change);
    // Sub-accounts that answer for another one with this account.
    accountStore.guestsOf(this.#account).then(
      (guests) => {
        for (const guest of guests) realtime.desk(guest).emit('account', change);
      },
      (error: unknown) => log.debug({ err: error }, 'guests see the state with their next refresh'),
    );
  }

  #execute(effect: Effect): void {
    switch (effect.type) {
      case 'open':
        this.#connecting.add(() => this.#open(effect));
        break;
      case 'close':
        this.#connecting.add(() => this.#close());
        break;
      case 'publish':
        this.#publishing.add(() => this.#publish(effect.state));
        break;
      case 'send':
        this.#sendDue();
        break;
      case 'check-soon':
        this.#deps.checkSoon();
        break;
      case 'release':
        this.#released = this.#release(effect.limits);
    }
  }

  async #open({ attempt, target: { egress } }: Extract<Effect, { type: 'open' }>): Promise<void> {
    const { clock, log, network } = this.#deps;
    const { id: socialAccountId, platform } = this.#account;
    // Recovering messages without the lease would put messages in doubt that another process is sending.
    if (!this.#deps.holds()) return this.dispatch({ type: 'open-failed', attempt, now: clock.now() });
    const own = closableNetwork(egress.kind === 'proxy' ? egress.network : network, this.#deps.holds);
    this.#network = own;
    try {
      this.#connection = await connect(this.#deps, this.#account, own, {
        reported: (report) => this.dispatch({ type: 'reported', attempt, now: clock.now(), report }),
        messagesStuck: (stuck) => this.dispatch({ type: 'messages-stuck', attempt, now: clock.now(), stuck }),
        threw: (error) => {
          log.error({ err: error, socialAccountId, platform }, 'a connector threw out of band');
          this.dispatch({ type: 'connector-threw' });
        },
      });
    } catch (error) {
      log.error({ err: error, socialAccountId }, 'a social account could not be opened yet');
      return this.dispatch({ type: 'open-failed', attempt, now: clock.now() });
    }
    this.dispatch({ type: 'opened', attempt });
  }

  async #close(): Promise<void> {
    await this.#disconnect(closeLimitMs);
    this.dispatch({ type: 'closed' });
  }

  async #disconnect(limitMs: number): Promise<void> {
    const open = { connection: this.#connection, network: this.#network };
    this.#connection = null;
    this.#network = null;
    await disconnect(this.#deps, this.#account.id, open, limitMs);
  }

  async #publish(state: StateChange): Promise<void> {
    // Superseded while waiting.
    if (this.#session.published !== state) return;
    try {
      if (!(await this.#deps.accountStore.setState(this.#account, state))) return;
      this.announce(state);
      if (state.state === 'online') this.#fetchTemplates();
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'a state was not stored yet');
    }
  }

  #fetchTemplates(): void {
    fetchTemplatesSoon(this.#deps, this.#account).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'templates are fetched the next time that the account is online'),
    );
  }

  /** Sends queued messages. If the database can't be queried now, the next round within a second finds them. */
  #sendDue(): void {
    const { accountStore, log } = this.#deps;
    accountStore.isDue(this.#account).then(
      (due) => due && this.sender.nudge(),
      (error: unknown) => log.debug({ err: error }, 'the next round asks what is to be sent'),
    );
  }

  async #release({ sendingMs, closingMs }: ReleaseLimits): Promise<void> {
    const sent = this.sender.close();
    await settlesWithin(
      sendingMs,
      this.#connecting.idle().then(() => sent),
    );
    await this.#disconnect(closingMs);
    await settlesWithin(closingMs, this.published());
  }
}

function throttleOf(deps: RunnerDeps, account: HeldAccount): Throttle {
  const { connectors, appBuckets, clock } = deps;
  const limits = connectors.get(account.platform)?.manifest.limits ?? {};
  const app = limits.app === undefined ? null : appOf(deps, account);
  return createThrottle(limits, appBuckets(account.platform, app, limits), clock.now());
}

/**
 * Returns null also for unreadable credentials: they fail the account's own connection, and must fail no other account.
 */
function appOf({ connectors, secrets }: RunnerDeps, account: HeldAccount): string | null {
  try {
    return connectors.get(account.platform)?.appOf?.(openCredentials(secrets, account)) ?? null;
  } catch {
    return null;
  }
}

function together(senders: readonly Sender[]): Sender {
  return {
    nudge() {
      for (const sender of senders) sender.nudge();
    },
    close: async () => void (await Promise.all(senders.map((sender) => sender.close()))),
  };
}

/** Runs tasks one after another. Tasks handle their own errors. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  add(work: () => Promise<void>): void {
    this.#last = this.#last.then(work);
  }

  /** Resolves when no task is left, including tasks added while waiting. */
  async idle(): Promise<void> {
    for (let seen = null; seen !== this.#last; ) {
      seen = this.#last;
      await seen;
    }
  }
}
