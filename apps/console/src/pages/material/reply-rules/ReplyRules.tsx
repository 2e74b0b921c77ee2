// i18n-keys: replyRules.welcome.*
// i18n-keys: replyRules.keyword.*
import { PlusOutlined } from '@ant-design/icons';
import { lazyDialog, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubAccountFilter } from '../../../entities/sub-accounts/use-sub-account-filter.tsx';
import { useRuleColumns } from '../../../features/reply-rules/columns.tsx';
import { readRuleFilters, replyRules } from '../../../features/reply-rules/queries.ts';
import { type ReplyRule, type RuleKind, ruleKinds } from '../../../features/reply-rules/rule-kinds.ts';
import { useRuleActions } from '../../../features/reply-rules/use-rule-actions.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { selectFilter } from '../../../ui/list/FilterSelect.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { type Selection, useSelection } from '../../../ui/list/use-selection.ts';
import { ScreenTexts } from '../../../ui/ScreenTexts.tsx';

const RuleDrawer = lazyDialog(
  async () => (await import('../../../features/reply-rules/RuleDrawer.tsx')).RuleDrawer,
  { drawer: true },
);
const DeleteRules = lazyDialog(
  async () => (await import('../../../features/reply-rules/DeleteRules.tsx')).DeleteRules,
);
const TestBench = lazyDialog(
  async () => (await import('../../../features/reply-rules/TestBench.tsx')).TestBench,
  { drawer: true },
);

/** The dialog above the list. */
type Opened =
  | { what: 'form'; existing?: ReplyRule; copied?: ReplyRule }
  | { what: 'deletion'; rules: readonly ReplyRule[] }
  | { what: 'test' };

type Properties = { kind: RuleKind; title: string };

/** Welcome templates or keyword rules, with the test bench common to both. */
export function ReplyRules(properties: Properties) {
  return (
    <ScreenTexts part="material">
      <ReplyRulesPage {...properties} />
    </ScreenTexts>
  );
}

function ReplyRulesPage({ kind, title }: Properties) {
  const [opened, setOpened] = useState<Opened>();
  const { list, selection } = useRuleList({ kind, title }, setOpened);
  const calls = ruleKinds[kind];
  const close = () => setOpened(undefined);
  useRestoredFocus(opened !== undefined);
  return (
    <>
      <List list={list} />
      {opened?.what === 'form' ? (
        <RuleDrawer calls={calls} existing={opened.existing} copied={opened.copied} onClose={close} />
      ) : null}
      {opened?.what === 'deletion' ? (
        <DeleteRules calls={calls} rules={opened.rules} onClose={close} onDeleted={selection.drop} />
      ) : null}
      {opened?.what === 'test' ? <TestBench onClose={close} /> : null}
    </>
  );
}

function RuleButtons({ kind, open }: { kind: RuleKind; open: (opened: Opened) => void }) {
  const { t } = useTranslation();
  return (
    <Space wrap>
      <Button onClick={() => open({ what: 'test' })}>{t('replyRules.test')}</Button>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => open({ what: 'form' })}>
        {t(`replyRules.${kind}.create`)}
      </Button>
    </Space>
  );
}

function useRuleList(
  { kind, title }: Properties,
  open: (opened: Opened) => void,
): { list: ListDescription<ReplyRule>; selection: Selection<ReplyRule> } {
  const { t } = useTranslation();
  const { number } = useFormats();
  const calls = ruleKinds[kind];
  const address = useListAddress(`${kind}-rules`, readRuleFilters);
  const client = useClient();
  const query = useQuery(replyRules(client, calls, address.filters));
  const selection = useSelection<ReplyRule>(address.filters);
  const { rowActions, batchActions } = useRuleActions(calls, {
    onChange: (existing) => open({ what: 'form', existing }),
    onCopy: (copied) => open({ what: 'form', copied }),
    onDelete: (rules) => open({ what: 'deletion', rules }),
  });
  const subAccount = useSubAccountFilter(address.filters, address.setFilters);
  const list: ListDescription<ReplyRule> = {
    title,
    hint: t(`replyRules.${kind}.hint`, { most: number(calls.most) }),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: (rule) => rule.title,
    columns: useRuleColumns(kind),
    standardSort: 'createdAt.desc',
    search: useSearch(t(`replyRules.${kind}.search`), address),
    filters: [
      selectFilter({
        name: 'enabled',
        label: t('replyRules.state'),
        value: address.filters.enabled,
        options: [
          { value: 'true', label: t('replyRules.enabled') },
          { value: 'false', label: t('replyRules.disabled') },
        ],
        onFilter: address.setFilters,
      }),
      subAccount,
    ],
    rowActions,
    batch: { label: t(`replyRules.${kind}.selected`), selection, actions: batchActions },
    tools: (
      <ExportList
        title={title}
        filters={address.filters}
        download={(chosen, transfer) => calls.export(client, chosen, transfer)}
      />
    ),
    action: <RuleButtons kind={kind} open={open} />,
    none: { title: t(`replyRules.${kind}.none`), hint: t(`replyRules.${kind}.noneHint`) },
  };
  return { list, selection };
}
