import { useEffect, useState } from 'react';

/**
 * Gives the focus back to where it was when a dialog that is taken down was made, or to what is around if that has
 * gone: antd does so only for a dialog that is closed and stays.
 */
export function useFocusBack(): void {
  const [before] = useState(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement)) return [];
    return [activeElement, activeElement.parentElement?.closest<HTMLElement>('[tabindex]')];
  });
  useEffect(() => () => before.find((place) => place?.isConnected)?.focus({ preventScroll: true }), [before]);
}
