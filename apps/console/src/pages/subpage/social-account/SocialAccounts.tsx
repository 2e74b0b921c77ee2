import { PlusOutlined } from '@ant-design/icons';
import {
  exportSocialAccounts,
  type SocialAccount,
  setSocialAccountEnabled,
  setSocialAccountGroups,
} from '@parley/contract/channels';
import { lazyDialog, useErrorToast } from '@parley/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RulesLink } from '../../../entities/fan-counting/RulesLink.tsx';
import { SubAccountSelect } from '../../../entities/sub-accounts/SubAccountSelect.tsx';
import { useSocialAccountColumns } from '../../../features/social-accounts/columns.tsx';
import { QuarantineNotice } from '../../../features/social-accounts/QuarantineNotice.tsx';
import { readSocialAccountFilters, socialAccounts } from '../../../features/social-accounts/queries.ts';
import {
  type AccountTask,
  useAccountActions,
} from '../../../features/social-accounts/use-account-actions.ts';
import { useEnableAccounts } from '../../../features/social-accounts/use-enable-accounts.ts';
import { useSocialAccountFilters } from '../../../features/social-accounts/use-social-account-filters.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { BatchAction, ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { type Selection, useSelection } from '../../../ui/list/use-selection.ts';
import { ScreenTexts } from '../../../ui/ScreenTexts.tsx';

const DeleteAccount = lazyDialog(
  async () => (await import('../../../features/social-accounts/DeleteAccount.tsx')).DeleteAccount,
);
const EditAccount = lazyDialog(
  async () => (await import('../../../features/social-accounts/EditAccount.tsx')).EditAccount,
);
const ReplaceCredentials = lazyDialog(
  async () => (await import('../../../features/social-accounts/ReplaceCredentials.tsx')).ReplaceCredentials,
);
const PairAgain = lazyDialog(
  async () => (await import('../../../features/social-accounts/PairAgain.tsx')).PairAgain,
);
const VisitorBudgetDialog = lazyDialog(
  async () => (await import('../../../features/social-accounts/VisitorBudgetDialog.tsx')).VisitorBudgetDialog,
);
const WebhookAddress = lazyDialog(
  async () => (await import('../../../features/social-accounts/WebhookAddress.tsx')).WebhookAddress,
);
const Quarantine = lazyDialog(
  async () => (await import('../../../features/social-accounts/Quarantine.tsx')).Quarantine,
  { drawer: true },
);
const TranslationDrawer = lazyDialog(
  async () =>
    (await import('../../../features/translation-settings/TranslationDrawer.tsx')).TranslationDrawer,
  { drawer: true },
);
const IsolationDrawer = lazyDialog(
  async () => (await import('../../../features/isolation-profiles/IsolationDrawer.tsx')).IsolationDrawer,
  { drawer: true },
);
const DisableAccounts = lazyDialog(
  async () => (await import('../../../features/social-accounts/DisableAccounts.tsx')).DisableAccounts,
);
const TemplatesDrawer = lazyDialog(
  async () => (await import('../../../features/message-templates/TemplatesDrawer.tsx')).TemplatesDrawer,
  { drawer: true },
);
const HistoryImport = lazyDialog(
  async () => (await import('../../../features/social-accounts/HistoryImport.tsx')).HistoryImport,
);
const AddSocialAccount = lazyDialog(
  async () => (await import('../../../features/social-accounts/AddSocialAccount.tsx')).AddSocialAccount,
);
const ProxyDialog = lazyDialog(
  async () => (await import('../../../features/social-accounts/ProxyDialog.tsx')).ProxyDialog,
);
const EmbedSnippet = lazyDialog(
  async () => (await import('../../../features/social-accounts/EmbedSnippet.tsx')).EmbedSnippet,
);

/** The dialog above the list. */
type Opened =
  | { what: 'add' | 'every-quarantine'; account?: never }
  | { what: 'disabling'; rows: readonly SocialAccount[]; account?: never }
  | { what: AccountTask; account: SocialAccount };
type Open = (opened: Opened) => void;

/**
 * The social accounts: their connection state, and dialogs to add and connect one, to select its proxy and to set its
 * isolation profile.
 */
export function SocialAccounts() {
  return (
    <ScreenTexts part="accounts">
      <SocialAccountsPage />
    </ScreenTexts>
  );
}

function SocialAccountsPage() {
  const [opened, setOpened] = useState<Opened>();
  useRestoredFocus(opened !== undefined);
  const { list, selection } = useSocialAccountList(setOpened);
  return (
    <>
      <List list={list} />
      <Overlay
        opened={opened}
        open={setOpened}
        close={() => setOpened(undefined)}
        onDisabled={() => selection.clear()}
      />
    </>
  );
}

function useSocialAccountList(open: Open): {
  list: ListDescription<SocialAccount>;
  selection: Selection<SocialAccount>;
} {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const showError = useErrorToast();
  const address = useListAddress('social-accounts', readSocialAccountFilters);
  const { filters, setFilters } = address;
  const query = useQuery(socialAccounts(client, filters));
  const authorize = useCallback((account: SocialAccount) => open({ what: 'credentials', account }), [open]);
  const selection = useSelection<SocialAccount>(filters);
  const list: ListDescription<SocialAccount> = {
    title: t('page.socialAccounts'),
    countsDays: true,
    hint: <RulesLink />,
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ name }) => name,
    columns: useSocialAccountColumns(authorize),
    search: useSearch(t('socialAccounts.search'), address),
    filters: useSocialAccountFilters(filters, setFilters),
    standardSort: 'createdAt.desc',
    rowActions: useAccountActions({
      onEnabled: async ({ id }, enabled) => {
        await client.call(setSocialAccountEnabled, { body: { id, enabled } }).catch(showError);
        await queryClient.invalidateQueries({ queryKey: queryKeys.socialAccounts });
      },
      onGroups: async ({ id }, joinsGroups) => {
        await client.call(setSocialAccountGroups, { body: { id, joinsGroups } }).catch(showError);
        await queryClient.invalidateQueries({ queryKey: queryKeys.socialAccounts });
      },
      onTask: (task, account) => open({ what: task, account }),
    }),
    batch: { label: t('socialAccounts.selected'), selection, actions: useBatchActions(open) },
    tools: (
      <ExportList
        title={t('page.socialAccounts')}
        filters={filters}
        download={(chosen, options) => client.download(exportSocialAccounts, { query: chosen }, options)}
      />
    ),
    action: (
      <Button type="primary" icon={<PlusOutlined />} onClick={() => open({ what: 'add' })}>
        {t('socialAccounts.add')}
      </Button>
    ),
    notice: <QuarantineNotice onOpen={() => open({ what: 'every-quarantine' })} />,
    none: { title: t('socialAccounts.none'), hint: t('socialAccounts.noneHint') },
  };
  return { list, selection };
}

function useBatchActions(open: Open): readonly BatchAction<SocialAccount>[] {
  const { t } = useTranslation();
  const { enable } = useEnableAccounts();
  return [
    { key: 'enable', label: t('socialAccounts.enable'), onAct: (rows) => enable({ rows, enabled: true }) },
    {
      key: 'disable',
      label: t('socialAccounts.disable'),
      danger: true,
      onAct: (rows) => open({ what: 'disabling', rows }),
    },
  ];
}

type OverlayProperties = {
  opened: Opened | undefined;
  open: Open;
  close: () => void;
  onDisabled: () => void;
};

/** The open drawer or dialog. */
function Overlay({ opened, open, close, onDisabled }: OverlayProperties) {
  if (opened === undefined) return null;
  if (opened.account !== undefined) {
    return <OfAccount key={opened.account.id} task={opened.what} account={opened.account} close={close} />;
  }
  if (opened.what === 'disabling')
    return <DisableAccounts rows={opened.rows} onClose={close} onDone={onDisabled} />;
  if (opened.what === 'every-quarantine') return <Quarantine onClose={close} />;
  return (
    <AddSocialAccount
      subAccountField={<SubAccountSelect />}
      onClose={close}
      onAdded={(added) => {
        if (added.embed !== null) open({ what: 'embed', account: added });
        else if (added.webhookAddress !== null) open({ what: 'webhook', account: added });
        else close();
      }}
    />
  );
}

/** The import of an account, from the list's current data, as it proceeds while the dialog is open. */
function HistoryOf({ account, onClose }: { account: SocialAccount; onClose: () => void }) {
  const client = useClient();
  const { filters } = useListAddress('social-accounts', readSocialAccountFilters);
  const { data } = useQuery(socialAccounts(client, filters));
  const shown = data?.list.find(({ id }) => id === account.id) ?? account;
  if (shown.history === null) return null;
  return <HistoryImport account={shown} history={shown.history} onClose={onClose} />;
}

type TaskProperties = { task: AccountTask; account: SocialAccount; close: () => void };

/** The dialogs that show, change or delete one account. */
function OfAccount({ task, account, close }: TaskProperties) {
  switch (task) {
    case 'edit':
      return <EditAccount account={account} subAccountField={<SubAccountSelect />} onClose={close} />;
    case 'credentials':
      return account.pairs ? (
        <PairAgain account={account} onClose={close} />
      ) : (
        <ReplaceCredentials account={account} onClose={close} />
      );
    case 'delete':
      return <DeleteAccount account={account} onClose={close} />;
    case 'quarantine':
      return <Quarantine socialAccountId={account.id} onClose={close} />;
    case 'embed':
      return <EmbedSnippet account={account} onClose={close} />;
    case 'webhook':
      return <WebhookAddress account={account} onClose={close} />;
    case 'proxy':
      return <ProxyDialog account={account} onClose={close} />;
    case 'templates':
      return <TemplatesDrawer socialAccountId={account.id} name={account.name} onClose={close} />;
    case 'history':
      return <HistoryOf account={account} onClose={close} />;
    case 'visitorBudget':
      return <VisitorBudgetDialog account={account} onClose={close} />;
    case 'translation':
      return (
        <TranslationDrawer
          target={{ level: 'socialAccount', socialAccountId: account.id }}
          title={account.name}
          onClose={close}
        />
      );
    case 'isolation':
      return <IsolationDrawer socialAccountId={account.id} name={account.name} onClose={close} />;
  }
}
