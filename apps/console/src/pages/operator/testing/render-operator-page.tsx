import type { ReactNode } from 'react';
import { type PageOptions, renderPage } from '../../../app/testing/render-page.tsx';
import { createOperatorSession, OperatorContext } from '../../../entities/operator/operator-session.tsx';
import type { Route } from '../../../lib/testing/route.ts';

type Given = PageOptions & { at: string; answers: readonly Route[] };

/** Renders one of the operator's pages with a logged-in operator. */
export function renderOperatorPage(page: ReactNode, given: Given) {
  return renderPage((server) => {
    const session = createOperatorSession({
      storage: localStorage,
      language: () => 'en-US',
      fetch: server,
      locks: null,
    });
    session.logIn({ accessToken: 'good', refreshToken: 'next', expiresAt: 0 });
    return <OperatorContext value={session}>{page}</OperatorContext>;
  }, given);
}
