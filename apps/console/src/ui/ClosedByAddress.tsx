import { useEffect, useEffectEvent } from 'react';

/** Closes a dialog without unsaved input once the URL no longer names it. */
export function ClosedByAddress({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => close(), []);
  return null;
}
