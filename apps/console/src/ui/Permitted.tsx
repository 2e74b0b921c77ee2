import type { ReactNode } from 'react';
import type { Roles } from '../lib/privileges.ts';
import { usePermitted } from '../lib/user.ts';

type Properties = { roles: Roles; children: ReactNode };

/**
 * Hides children that the user's role may not use, also until the role is known, so that nothing is shown and removed
 * again.
 */
export function Permitted({ roles, children }: Properties) {
  return usePermitted(roles) ? children : null;
}
