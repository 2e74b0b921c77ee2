type Place = Pick<Location, 'pathname' | 'search' | 'hash'>;

/**
 * Removes a quick link's parameter from the address bar and history and returns it; null without one. Call it before
 * anything is rendered or requested, so that the code ends up in no screenshot and no bookmark.
 */
export function takeQuickLogin(
  place: Place,
  history: Pick<History, 'replaceState' | 'state'>,
): string | null {
  const query = new URLSearchParams(place.search);
  const carried = query.get('quickLogin');
  if (carried === null) return null;
  query.delete('quickLogin');
  const rest = query.size === 0 ? '' : `?${query}`;
  history.replaceState(history.state, '', `${place.pathname}${rest}${place.hash}`);
  return carried;
}
