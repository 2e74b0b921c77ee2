import { type PlatformInfo, type SocialAccount, socialAccountCredentials } from '@parley/contract/channels';
import { ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Modal, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { platformInfos } from './queries.ts';

export type StoredValues = Readonly<Record<string, string | string[]>>;

type Properties = {
  account: SocialAccount;
  /** Title of the dialog shown until they are loaded. */
  title: string;
  onClose: () => void;
  children: (platform: PlatformInfo, values: StoredValues) => ReactNode;
};

/** Fetches the credentials of a social account, without secrets, for a dialog that starts from them. */
export function StoredCredentials({ account, title, onClose, children }: Properties) {
  const client = useClient();
  const known = useQuery(platformInfos(client));
  const stored = useQuery({
    queryKey: [...queryKeys.socialAccounts, 'credentials', account.id],
    queryFn: ({ signal }) => client.call(socialAccountCredentials, { query: { id: account.id } }, { signal }),
    // Not cached: changes made in another window must not be overwritten with older values.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const platform = known.data?.find(({ id }) => id === account.platform);
  if (platform !== undefined && stored.data !== undefined) return children(platform, stored.data.values);
  const failed = known.error ?? stored.error;
  const reload = () => {
    void known.refetch();
    void stored.refetch();
  };
  return (
    <Modal open title={title} onCancel={onClose} footer={null}>
      {failed ? <ErrorPanel problem={failed} onRetry={reload} /> : <Skeleton active />}
    </Modal>
  );
}
