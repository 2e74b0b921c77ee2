import type { KeyValueStorage } from '@parley/api-client';
import { agentName } from '@parley/contract/conversations';

/** The name of the person at this browser, among those who share the sub-account's login. */
const key = 'desk:name';

/** Returns the name; undefined: none is given. */
export function readAgentName(storage: KeyValueStorage): string | undefined {
  try {
    return agentName.safeParse(storage.getItem(key)).data;
  } catch {
    return undefined;
  }
}

/** Keeps the name for this browser; an empty one is none. */
export function writeAgentName(storage: KeyValueStorage, name: string): void {
  try {
    if (name.trim() === '') storage.removeItem(key);
    else storage.setItem(key, name.trim());
  } catch {
    // A full or forbidden storage: messages go without a name.
  }
}
