import { type CustomerSignals, followCustomerSignals, systemClock } from '@parley/chat-core';
import { useEffect, useState } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';

const none: CustomerSignals = { typing: new Set(), online: new Map() };

/** Returns the customers who are typing and who are online, in all conversations. */
export function useCustomerSignals(): CustomerSignals {
  const { live } = useDesk();
  const [signals, setSignals] = useState(none);
  useEffect(() => {
    const followed = followCustomerSignals(live, systemClock);
    const stop = followed.signals.subscribe(() => setSignals(followed.signals.get()));
    return () => {
      stop();
      followed.close();
    };
  }, [live]);
  return signals;
}
