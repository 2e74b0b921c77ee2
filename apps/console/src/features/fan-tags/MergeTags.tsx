import { type FanTag, mergeFanTags } from '@parley/contract/fan-tags';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';

type Values = { into: string };
type Properties = { tag: FanTag; others: readonly FanTag[]; onClose: () => void };

/** Replaces one tag by another on all its fans, and deletes it. */
export function MergeTags({ tag, others, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  const merging = useMutation({
    mutationFn: ({ into }: Values) => client.call(mergeFanTags, { body: { tagId: tag.id, intoTagId: into } }),
    onSuccess: () => {
      toasts.success(t('fanTags.merged'));
      void cache.invalidateQueries({ queryKey: queryKeys.fans });
      onClose();
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.fanTags }),
  });
  return (
    <FormDialog<Values>
      form={form}
      title={t('fanTags.mergeTitle', { name: tag.name })}
      okText={t('fanTags.merge')}
      busy={merging.isPending}
      onSave={(values) => merging.mutate(values)}
      onClose={onClose}
    >
      <p>{t('fanTags.mergeHint', { name: tag.name, count: tag.uses })}</p>
      <Form.Item
        name="into"
        label={t('fanTags.into')}
        rules={[{ required: true, message: t('validation.select') }]}
      >
        <Select<string>
          showSearch={{ optionFilterProp: 'label' }}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      {merging.error ? <ErrorPanel problem={merging.error} /> : null}
    </FormDialog>
  );
}
