import { useOnline } from '@parley/ui';
import { useDesk } from './desk-context.tsx';
import { useStore } from './use-store.ts';

/** Returns whether the server can be reached. A cut network shows at once; the socket alone notices it after half a minute. */
export function useConnected(): boolean {
  const { live } = useDesk();
  const online = useOnline();
  return useStore(live.state) === 'connected' && online;
}
