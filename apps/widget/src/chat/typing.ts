/** Typing signals in both directions: sent at most every few seconds, and valid only briefly. */
import type { WidgetClock } from '../lib/clock.ts';
import type { Result } from './api.ts';

/** A person who goes on typing is announced this often. */
const repeatMs = 3000;
/** Without a key for this long the visitor has stopped. */
const idleMs = 5000;
/** The business's sign fades on its own, in case the news of its end is lost. */
const fadeMs = 8000;

/** The visitor's side. */
export function createTypist(
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

/** The business's side. */
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
