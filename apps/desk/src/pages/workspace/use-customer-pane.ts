import { useMedia } from '@parley/ui';
import { useState } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';
import { useHotkeys } from '../../lib/hotkeys.ts';

/** Width from which the pane is shown beside the chat; `customer-pane.css` has the same one. */
const docks = '(width >= 1200px)';
/** Width from which it is docked initially: below, it replaces the social accounts. */
const docksAtFirst = '(width >= 1440px)';
const key = 'desk:customerPane';

/**
 * Returns whether the customer's pane is docked or a drawer, and whether it is open; this browser remembers whether a
 * docked one is open.
 */
export function useCustomerPane(available: boolean) {
  const { storage } = useDesk();
  const isWide = useMedia(docks);
  const atFirst = useMedia(docksAtFirst);
  const [choice, setChoice] = useState(() => storage.getItem(key));
  const [drawer, setDrawer] = useState(false);
  const open = isWide ? (choice === null ? atFirst : choice === 'open') : drawer;
  const setOpen = (next: boolean) => {
    if (!isWide) return setDrawer(next);
    setChoice(next ? 'open' : 'closed');
    try {
      storage.setItem(key, next ? 'open' : 'closed');
    } catch {
      // Storage is full or forbidden: the choice lasts until the page closes.
    }
  };
  useHotkeys({
    C: () => {
      if (available) setOpen(!open);
    },
  });
  return { isWide, open: open && available, setOpen };
}
