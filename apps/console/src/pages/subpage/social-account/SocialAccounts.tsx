import { PlusOutlined } from '@ant-design/icons';
import { type SocialAccount, setSocialAccountEnabled } from '@parley/contract/channels';
import { useErrorToast } from '@parley/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SubAccountFilter } from '../../../entities/sub-accounts/SubAccountFilter.tsx';
import { SubAccountSelect } from '../../../entities/sub-accounts/SubAccountSelect.tsx';
import type { AccountTask } from '../../../features/social-accounts/AccountActions.tsx';
import { QuarantineNotice } from '../../../features/social-accounts/QuarantineNotice.tsx';
import { readSocialAccountFilters, socialAccounts } from '../../../features/social-accounts/queries.ts';
import { SocialAccountFilterBar } from '../../../features/social-accounts/SocialAccountFilterBar.tsx';
import { SocialAccountTable } from '../../../features/social-accounts/SocialAccountTable.tsx';
import { paths } from '../../../lib/paths.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { ListPage } from '../../../ui/ListPage.tsx';
import { lazyWithSuspense } from '../../../ui/lazy-with-suspense.tsx';

const DeleteAccount = lazyWithSuspense(
  async () => (await import('../../../features/social-accounts/DeleteAccount.tsx')).DeleteAccount,
);
const EditAccount = lazyWithSuspense(
  async () => (await import('../../../features/social-accounts/EditAccount.tsx')).EditAccount,
);
const ReplaceCredentials = lazyWithSuspense(
  async () => (await import('../../../features/social-accounts/ReplaceCredentials.tsx')).ReplaceCredentials,
);
const VisitorBudgetDialog = lazyWithSuspense(
  async () => (await import('../../../features/social-accounts/VisitorBudgetDialog.tsx')).VisitorBudgetDialog,
);
const Quarantine = lazyWithSuspense(
  async () => (await import('../../../features/social-accounts/Quarantine.tsx')).Quarantine,
);
const TranslationDrawer = lazyWithSuspense(
  async () =>
    (await import('../../../features/translation-settings/TranslationDrawer.tsx')).TranslationDrawer,
);
const IsolationDrawer = lazyWithSuspense(
  async () => (await import('../../../features/isolation-profiles/IsolationDrawer.tsx')).IsolationDrawer,
);
const AddSocialAccount = lazyWithSuspense(
  async () => (await import('../../../features/social-accounts/AddSocialAccount.tsx')).AddSocialAccount,
);
const ProxyDialog = lazyWithSuspense(
  async () => (await import('../../../features/social-accounts/ProxyDialog.tsx')).ProxyDialog,
);
const EmbedSnippet = lazyWithSuspense(
  async () => (await import('../../../features/social-accounts/EmbedSnippet.tsx')).EmbedSnippet,
);

/** Social accounts: connected or why not; add one, connect it, choose its proxy and how it looks from outside. */
export function SocialAccounts() {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const showError = useErrorToast();
  const [filters, setFilters] = useUrlFilters(readSocialAccountFilters);
  const page = useQuery(socialAccounts(client, filters));
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<{ task: AccountTask; account: SocialAccount }>();
  const [quarantine, setQuarantine] = useState(false);
  const close = () => setOpened(undefined);
  const { task, account } = opened ?? {};
  useFocusBack(adding || quarantine || opened !== undefined);

  const setEnabled = useCallback(
    async ({ id }: SocialAccount, enabled: boolean) => {
      await client.call(setSocialAccountEnabled, { body: { id, enabled } }).catch(showError);
      await queryClient.invalidateQueries({ queryKey: queryKeys.socialAccounts });
    },
    [client, queryClient, showError],
  );
  const open = useCallback(
    (what: AccountTask, of: SocialAccount) => setOpened({ task: what, account: of }),
    [],
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
        countsDays
        filters={filters}
        onFilter={setFilters}
        searchLabel={t('socialAccounts.search')}
        moreFilters={
          <SocialAccountFilterBar
            filters={filters}
            onChange={setFilters}
            subAccountField={<SubAccountFilter filters={filters} onChange={setFilters} />}
          />
        }
        action={add}
        none={{ title: t('socialAccounts.none'), hint: t('socialAccounts.noneHint') }}
        query={page}
      >
        {(shown) => (
          <>
            <QuarantineNotice onOpen={() => setQuarantine(true)} />
            <SocialAccountTable page={shown} onEnabled={setEnabled} onTask={open} />
          </>
        )}
      </ListPage>
      {adding ? (
        <AddSocialAccount
          subAccountField={<SubAccountSelect />}
          page={paths.socialAccounts}
          onClose={() => setAdding(false)}
          onAdded={(added) => {
            setAdding(false);
            if (added.embed !== null) open('embed', added);
          }}
        />
      ) : null}
      {quarantine ? <Quarantine onClose={() => setQuarantine(false)} /> : null}
      <AccountTasks {...{ task, account, close }} />
      {task === 'embed' ? <EmbedSnippet account={account} onClose={close} /> : null}
      {task === 'proxy' && account !== undefined ? (
        <ProxyDialog key={account.id} account={account} onClose={close} />
      ) : null}
      {task === 'translation' && account !== undefined ? (
        <TranslationDrawer
          key={account.id}
          target={{ level: 'socialAccount', socialAccountId: account.id }}
          title={account.name}
          page={paths.socialAccounts}
          onClose={close}
        />
      ) : null}
      {task === 'visitorBudget' && account !== undefined ? (
        <VisitorBudgetDialog key={account.id} account={account} onClose={close} />
      ) : null}
      {task === 'isolation' && account !== undefined ? (
        <IsolationDrawer
          key={account.id}
          socialAccountId={account.id}
          name={account.name}
          page={paths.socialAccounts}
          onClose={close}
        />
      ) : null}
    </>
  );
}

type TaskProperties = {
  task: AccountTask | undefined;
  account: SocialAccount | undefined;
  close: () => void;
};

/** The dialogs that change one account or delete it. */
function AccountTasks({ task, account, close }: TaskProperties) {
  if (account === undefined) return null;
  const { id } = account;
  switch (task) {
    case 'edit':
      return <EditAccount key={id} {...{ account }} subAccountField={<SubAccountSelect />} onClose={close} />;
    case 'credentials':
      return <ReplaceCredentials key={id} {...{ account }} onClose={close} />;
    case 'delete':
      return <DeleteAccount key={id} {...{ account }} onClose={close} />;
    case 'quarantine':
      return <Quarantine key={id} socialAccountId={id} onClose={close} />;
    default:
      return null;
  }
}
