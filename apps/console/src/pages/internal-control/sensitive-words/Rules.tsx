// i18n-keys: sensitiveWords.action.*
import { PlusOutlined } from '@ant-design/icons';
import {
  type SensitiveWordRule,
  type SensitiveWordRuleItem,
  sensitiveWordLimits,
} from '@parley/contract/sensitive-words';
import { lazyDialog, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubAccountFilter } from '../../../entities/sub-accounts/use-sub-account-filter.tsx';
import { readRuleFilters, sensitiveWordRules } from '../../../features/sensitive-words/queries.ts';
import { useRuleColumns } from '../../../features/sensitive-words/rule-columns.tsx';
import { useRuleActions } from '../../../features/sensitive-words/use-rule-actions.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { ListDescription } from '../../../ui/list/description.ts';
import { selectFilter } from '../../../ui/list/FilterSelect.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { useSelection } from '../../../ui/list/use-selection.ts';

const RuleDrawer = lazyDialog(
  async () => (await import('../../../features/sensitive-words/RuleDrawer.tsx')).RuleDrawer,
  { drawer: true },
);
const DeleteRules = lazyDialog(
  async () => (await import('../../../features/sensitive-words/DeleteRules.tsx')).DeleteRules,
);
const TestBench = lazyDialog(
  async () => (await import('../../../features/sensitive-words/TestBench.tsx')).TestBench,
  { drawer: true },
);

/** The dialog above the list. */
type Opened =
  | { what: 'form'; existing?: SensitiveWordRule; copied?: SensitiveWordRule }
  | { what: 'deletion'; rules: readonly SensitiveWordRuleItem[] }
  | { what: 'test' };

export function Rules() {
  const [opened, setOpened] = useState<Opened>();
  const { list, selection } = useRuleList(setOpened);
  const close = () => setOpened(undefined);
  useRestoredFocus(opened !== undefined);
  return (
    <>
      <List list={list} />
      {opened?.what === 'form' ? (
        <RuleDrawer existing={opened.existing} copied={opened.copied} onClose={close} />
      ) : null}
      {opened?.what === 'deletion' ? (
        <DeleteRules rules={opened.rules} onClose={close} onDeleted={selection.drop} />
      ) : null}
      {opened?.what === 'test' ? <TestBench onClose={close} /> : null}
    </>
  );
}

function useRuleList(open: (opened: Opened) => void) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const address = useListAddress('sensitive-word-rules', readRuleFilters);
  const { filters, setFilters: onFilter } = address;
  const query = useQuery(sensitiveWordRules(useClient(), filters));
  const selection = useSelection<SensitiveWordRuleItem>(filters);
  const { rowActions, batchActions } = useRuleActions({
    onChange: (existing) => open({ what: 'form', existing }),
    onCopy: (copied) => open({ what: 'form', copied }),
    onDelete: (rules) => open({ what: 'deletion', rules }),
  });
  const { actions, enabled } = useChoices();
  const subAccount = useSubAccountFilter(filters, onFilter);
  const list: ListDescription<SensitiveWordRuleItem> = {
    title: t('page.sensitiveWords'),
    hint: t('sensitiveWords.hint', { most: number(sensitiveWordLimits.rules) }),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ title }) => title,
    columns: useRuleColumns(),
    search: useSearch(t('sensitiveWords.search'), address),
    filters: [
      selectFilter({
        name: 'action',
        label: t('sensitiveWords.actionTitle'),
        value: filters.action,
        options: actions,
        onFilter,
      }),
      selectFilter({
        name: 'enabled',
        label: t('sensitiveWords.state'),
        value: filters.enabled,
        options: enabled,
        onFilter,
      }),
      subAccount,
    ],
    rowActions,
    batch: { label: t('sensitiveWords.selected'), selection, actions: batchActions },
    action: (
      <Space wrap>
        <Button onClick={() => open({ what: 'test' })}>{t('sensitiveWords.test')}</Button>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => open({ what: 'form' })}>
          {t('sensitiveWords.create')}
        </Button>
      </Space>
    ),
    none: { title: t('sensitiveWords.none'), hint: t('sensitiveWords.noneHint') },
  };
  return { list, selection };
}

function useChoices() {
  const { t } = useTranslation();
  const actions = (['log', 'alert', 'block'] as const).map((value) => ({
    value,
    label: t(`sensitiveWords.action.${value}`),
  }));
  const enabled = [
    { value: 'true', label: t('sensitiveWords.enabled') },
    { value: 'false', label: t('sensitiveWords.disabled') },
  ];
  return { actions, enabled };
}
