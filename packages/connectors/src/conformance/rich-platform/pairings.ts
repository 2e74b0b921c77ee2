/** Pairing on the rich platform's side: codes that a phone scans, and the devices that it lists afterwards. */
import { randomBytes } from 'node:crypto';

/** The id of the account that credentials without one, and phones that say nothing else, are for. */
export const richAccount = 'account-1';

export type RichPairingStep =
  | { kind: 'code'; text: string }
  | { kind: 'scanned' }
  | { kind: 'confirmed'; account: string; device: string }
  | { kind: 'declined' };

type Underway = { code: string; tell(step: RichPairingStep): void; end(): void };

/** A phone that has scanned a code, and asks its owner. */
export type RichPhone = { confirm(): void; decline(): void };

const secret = () => randomBytes(24).toString('base64url');

export class RichPairings {
  readonly #underway = new Set<Underway>();
  /** Those that are linked, with what is called when one is unlinked. */
  readonly #devices = new Map<string, Set<() => void>>();

  get underway(): number {
    return this.#underway.size;
  }

  get devices(): readonly string[] {
    return [...this.#devices.keys()];
  }

  /** Begins a pairing, whose first step is a code. */
  begin(): { steps: ReadableStream<RichPairingStep>; end(): void } {
    const { readable, writable } = new TransformStream<RichPairingStep, RichPairingStep>(
      undefined,
      new CountQueuingStrategy({ highWaterMark: 100 }),
      new CountQueuingStrategy({ highWaterMark: 100 }),
    );
    const writer = writable.getWriter();
    const one: Underway = {
      code: '',
      // A reader that has stopped needs no more.
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

  /** Each pairing gets its next code; the one before is void. */
  renew(): void {
    for (const one of this.#underway) this.#renew(one);
  }

  /** Null: the code is void, or was never given out. */
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

  /** Calls back when the device is unlinked, until the function that it returns is called. */
  onUnlinked(device: string, unlinked: () => void): () => void {
    const watching = this.#devices.get(device);
    watching?.add(unlinked);
    return () => void watching?.delete(unlinked);
  }
}
