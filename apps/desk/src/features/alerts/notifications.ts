/** The browser's notifications, where it has them and lets the desk use them. */

/**
 * `ask`: the agent hasn't been asked yet. `insecure`: the page was loaded without TLS, where browsers have no
 * notifications. `missing`: this browser has none, or only those of a service worker, as on Android.
 */
export type NotificationAccess = 'allowed' | 'ask' | 'blocked' | 'insecure' | 'missing';

const accessOf = { granted: 'allowed', default: 'ask', denied: 'blocked' } as const;

export function notificationAccess(): NotificationAccess {
  if (!window.isSecureContext) return 'insecure';
  // Without TLS, notifications are missing, and the settings explain that.
  return 'Notification' in window ? accessOf[Notification.permission] : 'missing';
}

/** Shows the browser's permission prompt; call it only in a click handler. */
export async function requestAccess(): Promise<NotificationAccess> {
  // Unreachable without TLS: the switch is disabled.
  if (notificationAccess() === 'ask') await Notification.requestPermission();
  return notificationAccess();
}

export type ShownNotification = { close(): void };

/**
 * Shows a notification, replacing the one with the same tag. It is silent, because the desk plays its own tone.
 *
 * @returns null when the browser refuses
 */
export function showNotification(
  { title, body, tag, language }: { title: string; body: string; tag: string; language: string },
  onClick: () => void,
): ShownNotification | null {
  if (notificationAccess() !== 'allowed') return null;
  try {
    // Unreachable without TLS: the access is `insecure`.
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
