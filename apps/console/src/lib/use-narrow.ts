import { useSyncExternalStore } from 'react';

/** Below this the side menu would leave a table no room; in CSS pixels, the same as in `console.css`. */
const query = '(max-width: 767px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** True on phones. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
