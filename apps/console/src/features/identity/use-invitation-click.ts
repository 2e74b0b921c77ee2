import { invitationCode, reportUserClickLink } from '@parley/contract/promotion';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useClient } from '../../lib/session-context.tsx';

/** URL parameter of an invitation link, which points to the registration page. */
const parameter = 'code';

/**
 * Reports once per tab that an invitation link was opened: it points directly to this page, so no redirect could count
 * the click. A failure doesn't affect the visitor.
 */
export function useInvitationClick(): void {
  const client = useClient();
  const { search } = useLocation();
  const { data: code } = invitationCode.safeParse(new URLSearchParams(search).get(parameter));
  useEffect(() => {
    if (code === undefined || !isFirst(`invitation-click:${code.toLowerCase()}`)) return;
    client.call(reportUserClickLink, { body: { code } }).catch(() => undefined);
  }, [client, code]);
}

/** True at the first call with this key in the tab; always when storage is blocked, so that each visit counts. */
function isFirst(key: string): boolean {
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, '1');
  } catch {
    // Blocked, see above.
  }
  return true;
}
