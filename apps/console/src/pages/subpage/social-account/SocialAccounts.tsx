import { PlusOutlined } from '@ant-design/icons';
import { type SocialAccount, setSocialAccountEnabled } from '@parley/contract';
import { EmptyState, ErrorPanel, useErrorToast } from '@parley/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddSocialAccount } from '../../../features/social-accounts/AddSocialAccount.tsx';
import { EmbedSnippet } from '../../../features/social-accounts/EmbedSnippet.tsx';
import { readSocialAccountFilters, socialAccounts } from '../../../features/social-accounts/queries.ts';
import { SocialAccountFilterBar } from '../../../features/social-accounts/SocialAccountFilterBar.tsx';
import { SocialAccountTable } from '../../../features/social-accounts/SocialAccountTable.tsx';
import { SubAccountSelect } from '../../../features/sub-accounts/SubAccountSelect.tsx';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';

/** Social accounts: connected or why not; add one, connect and disconnect it. */
export function SocialAccounts() {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const showError = useErrorToast();
  const [filters, setFilters] = useUrlFilters(readSocialAccountFilters);
  const page = useQuery(socialAccounts(client, filters));
  const [adding, setAdding] = useState(false);
  const [embedded, setEmbedded] = useState<SocialAccount>();
  const { pageNo, pageSize, ...chosen } = filters;
  const filtered = Object.values(chosen).some((value) => value !== undefined);

  const setEnabled = useCallback(
    async ({ id }: SocialAccount, enabled: boolean) => {
      await client.call(setSocialAccountEnabled, { body: { id, enabled } }).catch(showError);
      await queryClient.invalidateQueries({ queryKey: queryKeys.socialAccounts });
    },
    [client, queryClient, showError],
  );
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('socialAccounts.add')}
    </Button>
  );

  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('page.socialAccounts')}</h1>
        <span className="grow" />
        <SocialAccountFilterBar
          filters={filters}
          onChange={setFilters}
          subAccountField={
            <SubAccountSelect
              allowClear
              className="filter-wide"
              value={filters.subAccountId ?? null}
              onChange={(subAccountId) => setFilters({ subAccountId })}
            />
          }
        />
        {add}
      </div>
      {page.isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {page.error && page.data === undefined ? (
        <ErrorPanel problem={page.error} onRetry={() => void page.refetch()} />
      ) : null}
      {page.data === undefined ? null : (
        <SocialAccountTable
          rows={page.data.list}
          total={page.data.total}
          pageNo={pageNo}
          pageSize={pageSize}
          loading={page.isPlaceholderData}
          empty={
            filtered ? (
              <EmptyState title={t('table.nothingFound')} hint={t('table.nothingFoundHint')} />
            ) : (
              <EmptyState title={t('socialAccounts.none')} hint={t('socialAccounts.noneHint')} action={add} />
            )
          }
          onPage={(next) => setFilters({ pageNo: next })}
          onEnabled={setEnabled}
          onEmbed={setEmbedded}
        />
      )}
      <AddSocialAccount
        open={adding}
        subAccountField={<SubAccountSelect />}
        onClose={() => setAdding(false)}
        onAdded={(account) => {
          setAdding(false);
          if (account.embed !== null) setEmbedded(account);
        }}
      />
      <EmbedSnippet account={embedded} onClose={() => setEmbedded(undefined)} />
    </div>
  );
}
