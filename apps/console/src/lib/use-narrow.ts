import { useMedia } from '@parley/ui';

/** Below this the side menu would leave a table no room; in CSS pixels, the same as in `console.css`. */
const query = '(max-width: 767px)';

/** True on phones. */
export function useNarrow(): boolean {
  return useMedia(query);
}
