// i18n-keys: fanTags.colors.*
import {
  createFanTag,
  type FanTag,
  type FanTagColour,
  fanTagColours,
  updateFanTag,
} from '@parley/contract/fan-tags';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Select, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';

type Values = { name: string; colour: FanTagColour };
type Properties = { existing: FanTag | undefined; onClose: () => void };

export function TagForm({ existing, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  const saving = useMutation({
    mutationFn: (values: Values) =>
      existing === undefined
        ? client.call(createFanTag, { body: values })
        : client.call(updateFanTag, {
            body: { tagId: existing.id, version: existing.version, ...values },
          }),
    onSuccess: () => {
      toasts.success(t('fanTags.saved'));
      onClose();
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.fanTags }),
  });
  const { name = '', colour = 'blue' } = existing ?? {};
  return (
    <FormDialog<Values>
      form={form}
      title={existing === undefined ? t('fanTags.create') : t('fanTags.edit')}
      okText={t('fanTags.save')}
      busy={saving.isPending}
      initialValues={{ name, colour }}
      onSave={(values) => saving.mutate(values)}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('fanTags.name')}
        rules={[{ required: true, whitespace: true, message: t('fanTags.required') }]}
      >
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <Form.Item name="colour" label={t('fanTags.color')}>
        <Select<FanTagColour>
          options={fanTagColours.map((one) => ({ value: one, label: t(`fanTags.colors.${one}`) }))}
          optionRender={({ value }) => {
            const colour = fanTagColours.find((one) => one === value) ?? 'grey';
            return <Tag color={colour === 'grey' ? 'default' : colour}>{t(`fanTags.colors.${colour}`)}</Tag>;
          }}
        />
      </Form.Item>
      {saving.error ? <ErrorPanel problem={saving.error} /> : null}
    </FormDialog>
  );
}
