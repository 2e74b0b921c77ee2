/** Typing signals in both directions, which are throttled and expire. */
import type { WidgetClock } from '../lib/clock.ts';
import type { Result } from './api.ts';

/** Interval at which the signal is repeated during typing. */
const repeatMs = 3000;
/** Time without a key press after which typing has stopped. */
const idleMs = 5000;
/** The business's indicator expires after this time, in case the signal that ends it is lost. */
const fadeMs = 8000;

/** Sends the visitor's typing signals. */
export function createTypingSender(
  clock: WidgetClock,
  tell: (on: boolean) => Promise<Result<null>> | null,
): (on: boolean) => void {
  let notBefore = 0;
  let active = false;
  let forget = (): void => {};
  async function say(on: boolean): Promise<void> {
    active = on;
    notBefore = on ? clock.now() + repeatMs : 0;
    const result = await tell(on);
    if (result?.ok === false && result.why === 'busy') notBefore = clock.now() + result.afterMs;
  }
  function stop(): void {
    forget();
    if (active) void say(false);
  }
  return (on) => {
    if (!on) return stop();
    forget();
    forget = clock.after(idleMs, stop);
    if (clock.now() >= notBefore) void say(true);
  };
}

/** Tracks the business's typing indicator. */
export function createTypingSign(
  clock: WidgetClock,
  changed: () => void,
): { on(): boolean; name(): string | undefined; set(on: boolean, name?: string): void } {
  let shown = false;
  let by: string | undefined;
  let forget = (): void => {};
  function set(on: boolean, name?: string): void {
    forget();
    if (on) forget = clock.after(fadeMs, () => set(false));
    if (on === shown && name === by) return;
    shown = on;
    by = name;
    changed();
  }
  return { on: () => shown, name: () => by, set };
}
