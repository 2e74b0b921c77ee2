import { invitationCode, reportUserClickLink } from '@parley/contract/promotion';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useClient } from '../../lib/session-context.tsx';

/** The parameter of an invitation link, whose address is the registration page. */
const parameter = 'code';

/**
 * Reports that an invitation link was opened, once in a tab: its address is this page itself, so that no redirect could count the
 * click. A failure changes nothing for the visitor.
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

/** Storage may be switched off: the click is counted at each visit then. */
function isFirst(key: string): boolean {
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, '1');
  } catch {
    // As above.
  }
  return true;
}
