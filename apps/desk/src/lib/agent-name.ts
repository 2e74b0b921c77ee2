import type { KeyValueStorage } from '@parley/api-client';
import { agentName } from '@parley/contract/conversations';

/** The name of the person at this browser, among those who share the sub-account's login. */
const key = 'desk:name';

/** Returns the name; undefined when none is given. */
export function readAgentName(storage: KeyValueStorage): string | undefined {
  try {
    return agentName.safeParse(storage.getItem(key)).data;
  } catch {
    return undefined;
  }
}

/** Stores the name in this browser; an empty one means none. */
export function writeAgentName(storage: KeyValueStorage, name: string): void {
  try {
    if (name.trim() === '') storage.removeItem(key);
    else storage.setItem(key, name.trim());
  } catch {
    // Storage is full or forbidden: messages are sent without a name.
  }
}
