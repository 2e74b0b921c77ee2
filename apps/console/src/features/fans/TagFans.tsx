import { applyFanTags } from '@parley/contract/fan-tags';
import type { Fan } from '@parley/contract/fans';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';

type Values = { add?: string[]; remove?: string[] };
type Properties = {
  fans: readonly Fan[];
  /** Renders a tag select with this label. */
  choice: (label: string) => ReactNode;
  onClose: () => void;
};

/** Adds tags to fans and removes others. */
export function TagFans({ fans, choice, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  const tagging = useMutation({
    mutationFn: ({ add = [], remove = [] }: Values) =>
      client.call(applyFanTags, { body: { rowIds: fans.map(({ id }) => id), add, remove } }),
    onSuccess: ({ changed }) => {
      toasts.success(t('fans.tagged', { count: changed }));
      void cache.invalidateQueries({ queryKey: queryKeys.fans });
      void cache.invalidateQueries({ queryKey: queryKeys.fanTags });
      onClose();
    },
  });
  const [only] = fans;
  const begun = fans.length === 1 && only ? { initialValues: { add: [...only.tagIds] } } : {};
  const save = ({ add = [], remove = [] }: Values) =>
    // For a single fan, the form holds the resulting tags.
    tagging.mutate(
      fans.length === 1 && only
        ? { add, remove: only.tagIds.filter((id) => !add.includes(id)) }
        : { add, remove },
    );
  return (
    <FormDialog<Values>
      form={form}
      title={t('fans.tagTitle', { count: fans.length })}
      okText={t('fans.save')}
      busy={tagging.isPending}
      {...begun}
      onSave={save}
      onClose={onClose}
    >
      <Form.Item name="add" label={fans.length === 1 ? t('fans.tags') : t('fans.addTags')}>
        {choice(fans.length === 1 ? t('fans.tags') : t('fans.addTags'))}
      </Form.Item>
      {fans.length === 1 ? null : (
        <Form.Item name="remove" label={t('fans.removeTags')}>
          {choice(t('fans.removeTags'))}
        </Form.Item>
      )}
      {tagging.error ? <ErrorPanel problem={tagging.error} /> : null}
    </FormDialog>
  );
}
