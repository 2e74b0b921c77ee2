/** The rich platform's side of pairing: codes for the phone to scan, and the devices linked afterwards. */
import { randomBytes } from 'node:crypto';

/** The account of credentials and phones that name no other. */
export const richAccount = 'account-1';

export type RichPairingStep =
  | { kind: 'code'; text: string }
  | { kind: 'scanned' }
  | { kind: 'confirmed'; account: string; device: string }
  | { kind: 'declined' };

type Underway = { code: string; tell(step: RichPairingStep): void; end(): void };

/** A phone that has scanned a code and is prompting its owner. */
export type RichPhone = { confirm(): void; decline(): void };

const secret = () => randomBytes(24).toString('base64url');

export class RichPairings {
  readonly #underway = new Set<Underway>();
  /** The linked devices, with the callbacks for their unlinking. */
  readonly #devices = new Map<string, Set<() => void>>();

  get underway(): number {
    return this.#underway.size;
  }

  get devices(): readonly string[] {
    return [...this.#devices.keys()];
  }

  /** Starts a pairing, whose first step is a code. */
  begin(): { steps: ReadableStream<RichPairingStep>; end(): void } {
    const { readable, writable } = new TransformStream<RichPairingStep, RichPairingStep>(
      undefined,
      new CountQueuingStrategy({ highWaterMark: 100 }),
      new CountQueuingStrategy({ highWaterMark: 100 }),
    );
    const writer = writable.getWriter();
    const one: Underway = {
      code: '',
      // A reader that has stopped needs no further steps.
      tell: (step) => void writer.write(step).catch(() => undefined),
      end: () => {
        this.#underway.delete(one);
        void writer.close().catch(() => undefined);
      },
    };
    this.#underway.add(one);
    this.#renew(one);
    return { steps: readable, end: one.end };
  }

  #renew(one: Underway): void {
    one.code = `rich:${secret()}`;
    one.tell({ kind: 'code', text: one.code });
  }

  /** Issues the next code of each pairing, and invalidates the previous one. */
  renew(): void {
    for (const one of this.#underway) this.#renew(one);
  }

  /** Returns null if the code is invalid. */
  scan(code: string, account = richAccount): RichPhone | null {
    const found = [...this.#underway].find((one) => one.code === code);
    if (found === undefined) return null;
    found.tell({ kind: 'scanned' });
    return {
      confirm: () => {
        const device = secret();
        this.#devices.set(device, new Set());
        found.tell({ kind: 'confirmed', account, device });
      },
      decline: () => found.tell({ kind: 'declined' }),
    };
  }

  isLinked(device: string): boolean {
    return this.#devices.has(device);
  }

  unlink(device: string): void {
    const watching = this.#devices.get(device) ?? [];
    this.#devices.delete(device);
    for (const unlinked of watching) unlinked();
  }

  /** Calls `unlinked` when the device is unlinked, until the returned function is called. */
  onUnlinked(device: string, unlinked: () => void): () => void {
    const watching = this.#devices.get(device);
    watching?.add(unlinked);
    return () => void watching?.delete(unlinked);
  }
}
