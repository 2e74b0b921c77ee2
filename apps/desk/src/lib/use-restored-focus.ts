import { useEffect, useState } from 'react';

/**
 * Restores the focus, when a dialog is unmounted, to where it was when the dialog was created, or to the surrounding
 * element if that is gone. antd does so only for dialogs that are closed and stay mounted.
 */
export function useRestoredFocus(): void {
  const [before] = useState(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement)) return [];
    return [activeElement, activeElement.parentElement?.closest<HTMLElement>('[tabindex]')];
  });
  useEffect(() => () => before.find((place) => place?.isConnected)?.focus({ preventScroll: true }), [before]);
}
