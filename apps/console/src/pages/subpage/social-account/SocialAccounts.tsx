import { PlusOutlined } from '@ant-design/icons';
import { type SocialAccount, setSocialAccountEnabled } from '@parley/contract';
import { useErrorToast } from '@parley/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
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
import { ListPage } from '../../../ui/ListPage.tsx';

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
    <>
      <ListPage
        title={t('page.socialAccounts')}
        filters={filters}
        onFilter={setFilters}
        searchLabel={t('socialAccounts.search')}
        moreFilters={
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
        }
        action={add}
        none={{ title: t('socialAccounts.none'), hint: t('socialAccounts.noneHint') }}
        query={page}
      >
        {(shown) => <SocialAccountTable page={shown} onEnabled={setEnabled} onEmbed={setEmbedded} />}
      </ListPage>
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
    </>
  );
}
