import type { KeyValueStorage } from '@parley/api-client';
import { type GroupAlerts, groupAlerts } from '@parley/chat-core';

/** The volumes of the tone, in percent. */
export const volumes = [0, 25, 50, 100] as const;

/** Settings of this browser only: another machine has other loudspeakers, and other people near it. */
export type AlertChoices = {
  notifications: boolean;
  /** Notifications name the customer but omit the message. */
  hideText: boolean;
  volume: (typeof volumes)[number];
  groups: GroupAlerts;
};

const key = 'desk:alerts';

function readObject(storage: KeyValueStorage): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

export function readAlertChoices(storage: KeyValueStorage): AlertChoices {
  const { notifications, hideText, volume, groups } = readObject(storage);
  return {
    notifications: notifications === true,
    hideText: hideText === true,
    volume: volumes.find((one) => one === volume) ?? 50,
    groups: groupAlerts.find((one) => one === groups) ?? 'mentions',
  };
}

export function writeAlertChoices(storage: KeyValueStorage, choices: AlertChoices): void {
  try {
    storage.setItem(key, JSON.stringify(choices));
  } catch {
    // Storage is full or forbidden: the choice isn't kept.
  }
}
