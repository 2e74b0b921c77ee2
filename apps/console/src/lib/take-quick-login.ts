type Place = Pick<Location, 'pathname' | 'search' | 'hash'>;

/**
 * Takes a quick link's parameter off the address bar and the history: before anything is drawn or requested, so
 * that it is in no picture and no bookmark. Null without one.
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
