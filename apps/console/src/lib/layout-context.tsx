import { createContext, use, useSyncExternalStore } from 'react';
import type { LayoutSettings, LayoutStore } from './layout.ts';

export const LayoutContext = createContext<LayoutStore | null>(null);

export function useLayoutStore(): LayoutStore {
  const store = use(LayoutContext);
  if (store === null) throw new Error('LayoutContext has no provider above this component');
  return store;
}

/** Returns the application's settings and a function that changes some of them. */
export function useLayout(): [LayoutSettings, LayoutStore['change']] {
  const store = useLayoutStore();
  return [useSyncExternalStore(store.subscribe, store.get), store.change];
}
