import { useMedia } from '@parley/ui';

/** Below this width the side menu leaves no room for a table; in CSS pixels, the same as in `console.css`. */
const query = '(max-width: 767px)';

/** True on phones. */
export function useNarrow(): boolean {
  return useMedia(query);
}
