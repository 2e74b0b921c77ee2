import { maxReportedMembers } from '../../group-spec.ts';
import { createBackoff } from '../../kit/backoff.ts';
import type { ConnectorHost, GroupReport } from '../../spec.ts';
import { maxOccupants, type Occupants } from './occupants.ts';

/** Interval of reports, in ms: occupants may come and go in crowds, so their changes are batched. */
const pauseMs = 1_000;

type Stated = Pick<GroupReport, 'own' | 'title'>;

/** Reports the known state of a room, retrying until it is stored. */
export class Reporter {
  readonly #host: ConnectorHost;
  readonly #room: string;
  readonly #occupants: Occupants;
  readonly #signal: AbortSignal;
  #stated: Stated = {};
  #working: Promise<void> | null = null;
  #waiting: (() => void)[] = [];
  /** Number of reports that may be sent without a pause. */
  #burst = 0;

  constructor(host: ConnectorHost, room: string, occupants: Occupants, signal: AbortSignal) {
    this.#host = host;
    this.#room = room;
    this.#occupants = occupants;
    this.#signal = signal;
  }

  own(state: NonNullable<GroupReport['own']>, title: string | null = null): void {
    const role = this.#stated.own?.role;
    const kept = role === undefined || state.exit !== null ? {} : { role };
    const named = title === null ? {} : { title };
    this.#stated = { ...this.#stated, own: { ...kept, ...state }, ...named };
    this.soon();
  }

  /** Reports everyone present after an entry, without the pauses that otherwise throttle reports. */
  entered(): void {
    this.#burst = maxOccupants.ofRoom / maxReportedMembers;
    this.soon();
  }

  soon(): void {
    if (this.#signal.aborted) return;
    this.#working ??= Promise.resolve()
      .then(() => this.#work())
      .finally(() => {
        this.#working = null;
      });
  }

  /** Resolves when everything passed to `own` is stored; never, if the stream ends before. */
  stored(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#working === null) this.#settle();
    });
  }

  async idle(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    const { clock, log, random } = this.#host;
    const backoff = createBackoff({ random, firstMs: 500, maxMs: 15_000 });
    while ((this.#hasStated() || this.#occupants.hasChanges()) && !this.#signal.aborted) {
      try {
        await this.#report();
        backoff.reset();
        this.#settle();
        if (this.#burst > 0 && this.#occupants.hasChanges()) this.#burst -= 1;
        else await clock.sleep(pauseMs, this.#signal).catch(() => undefined);
      } catch (error) {
        log.warn({ err: error, room: this.#room }, 'xmpp: what is known of a room could not be stored yet');
        await clock.sleep(backoff.next(), this.#signal).catch(() => undefined);
      }
    }
  }

  async #report(): Promise<void> {
    const given = this.#stated;
    this.#stated = {};
    const { members, complete } = this.#occupants.take();
    try {
      await this.#host.group({
        chatId: this.#room,
        ...given,
        ...(members.length > 0 ? { members } : {}),
        ...(complete ? { complete } : {}),
      });
    } catch (error) {
      this.#stated = { ...given, ...this.#stated };
      this.#occupants.restore({ members, complete });
      throw error;
    }
  }

  #hasStated(): boolean {
    return Object.keys(this.#stated).length > 0;
  }

  #settle(): void {
    if (this.#hasStated()) return;
    const all = this.#waiting;
    this.#waiting = [];
    for (const each of all) each();
  }
}
