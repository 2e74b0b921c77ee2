import { startFanTagging } from '@parley/contract/fan-tags';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useIdPerContent } from '../../lib/use-id-per-content.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { type FanListFilters, withoutOrder } from './queries.ts';

type Values = { add?: string[]; remove?: string[] };
type Properties = {
  filters: FanListFilters;
  /** Renders a tag select with this label. */
  choice: (label: string) => ReactNode;
  onClose: () => void;
};

/** Starts a bulk tagging on the server of all fans that match the filters. */
export function TagMatching({ filters, choice, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  const { add = [], remove = [] } = Form.useWatch([], form) ?? {};
  const idOf = useIdPerContent();
  const starting = useMutation({
    mutationFn: () => {
      const content = { filters: withoutOrder(filters), add, remove };
      const requestId = idOf(JSON.stringify(content));
      return client.call(startFanTagging, { body: { requestId, ...content } });
    },
    onSuccess: (tagging) => {
      toasts.success(t('fans.taggingStarted'));
      cache.setQueryData(queryKeys.fanTagging, tagging);
      onClose();
    },
  });
  return (
    <FormDialog<Values>
      form={form}
      title={t('fans.tagAllTitle')}
      okText={t('fans.tagAll')}
      busy={starting.isPending}
      okButtonProps={{ disabled: add.length + remove.length === 0 }}
      onSave={() => starting.mutate()}
      onClose={onClose}
    >
      <p className="quiet">{t('fans.tagAllHint')}</p>
      <Form.Item name="add" label={t('fans.addTags')}>
        {choice(t('fans.addTags'))}
      </Form.Item>
      <Form.Item name="remove" label={t('fans.removeTags')}>
        {choice(t('fans.removeTags'))}
      </Form.Item>
      {starting.error ? <ErrorPanel problem={starting.error} /> : null}
    </FormDialog>
  );
}
