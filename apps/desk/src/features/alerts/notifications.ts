/** Notifications of the browser, as far as it has them and lets the desk use them. */

/**
 * `ask`: the agent hasn't been asked yet. `insecure`: this page came without TLS, where browsers have no notifications.
 * `missing`: this browser has none at all, or only those of a service worker, as on Android.
 */
export type NotificationAccess = 'allowed' | 'ask' | 'blocked' | 'insecure' | 'missing';

const accessOf = { granted: 'allowed', default: 'ask', denied: 'blocked' } as const;

export function notificationAccess(): NotificationAccess {
  if (!window.isSecureContext) return 'insecure';
  // Without TLS: there is none, and the settings say so.
  return 'Notification' in window ? accessOf[Notification.permission] : 'missing';
}

/** Asks the agent by the browser's own question; only a click may lead to it. */
export async function requestAccess(): Promise<NotificationAccess> {
  // Without TLS: not reached, the switch is disabled.
  if (notificationAccess() === 'ask') await Notification.requestPermission();
  return notificationAccess();
}

export type ShownNotification = { close(): void };

/**
 * Shows a notification in the place of the one with the same tag. Silent: the tone is the desk's own.
 *
 * @returns null where the browser refuses
 */
export function showNotification(
  { title, body, tag, language }: { title: string; body: string; tag: string; language: string },
  onClick: () => void,
): ShownNotification | null {
  if (notificationAccess() !== 'allowed') return null;
  try {
    // Without TLS: not reached, the access is `insecure`.
    const shown = new Notification(title, {
      body,
      tag,
      lang: language,
      icon: '/desk/parley-desk.svg',
      silent: true,
    });
    shown.onclick = () => {
      window.focus();
      shown.close();
      onClick();
    };
    return { close: () => shown.close() };
  } catch {
    return null;
  }
}
