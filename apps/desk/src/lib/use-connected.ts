import { useOnline } from '@parley/ui';
import { useDesk } from './desk-context.tsx';
import { useStore } from './use-store.ts';

/** Returns whether the server can be reached. A network loss shows at once; the socket alone takes half a minute to notice. */
export function useConnected(): boolean {
  const { live } = useDesk();
  const online = useOnline();
  return useStore(live.state) === 'connected' && online;
}
