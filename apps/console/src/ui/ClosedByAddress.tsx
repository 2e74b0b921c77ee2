import { useEffect, useEffectEvent } from 'react';

/** Closes a dialog that has nothing to lose, once the address doesn't show it any more. */
export function ClosedByAddress({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => close(), []);
  return null;
}
