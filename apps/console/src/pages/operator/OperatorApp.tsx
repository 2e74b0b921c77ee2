import { interfaceLanguageOf } from '@parley/ui';
import { QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import { use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createOperatorSession,
  OperatorContext,
  type OperatorSession,
} from '../../entities/operator/operator-session.tsx';
import { createLayoutStore } from '../../lib/layout.ts';
import { LayoutContext } from '../../lib/layout-context.tsx';
import { createQueryClient } from '../../lib/query-client.ts';
import { SystemConfigCache } from '../../lib/system-config.ts';
import { OperatorRoutes } from './OperatorRoutes.tsx';

function begin(i18n: I18n): OperatorSession {
  return createOperatorSession({
    storage: window.localStorage,
    language: () => interfaceLanguageOf(i18n.language),
  });
}

/** The operator's screens have a fixed layout, independent of an owner's settings in the same browser. */
const plainLayout = createLayoutStore({ getItem: () => null, setItem: () => undefined });

type Properties = {
  /** For tests; by default one on the browser's storage. */
  session?: OperatorSession;
};

/** `/operator`: the screens of the installation's operator, with a separate login and query cache. */
export function OperatorApp({ session: given }: Properties) {
  const { i18n } = useTranslation();
  const [session] = useState(() => given ?? begin(i18n));
  const [queryClient] = useState(createQueryClient);
  const pageCache = use(QueryClientContext);
  useEffect(
    () =>
      session.onChange(() => {
        // The next login may be another user's.
        if (!session.isLoggedIn()) queryClient.clear();
      }),
    [session, queryClient],
  );
  return (
    <OperatorContext value={session}>
      <QueryClientProvider client={queryClient}>
        <SystemConfigCache value={pageCache}>
          <LayoutContext value={plainLayout}>
            <OperatorRoutes />
          </LayoutContext>
        </SystemConfigCache>
      </QueryClientProvider>
    </OperatorContext>
  );
}
