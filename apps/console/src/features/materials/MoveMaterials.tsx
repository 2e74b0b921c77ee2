import { type Material, type MaterialGroup, moveMaterials } from '@parley/contract/materials';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useRefreshMaterials } from './use-refresh-materials.ts';

type Values = { groupId: string | null };
type Properties = {
  /** At most the limit of one request. */
  materials: readonly Material[];
  groups: readonly MaterialGroup[];
  onClose: () => void;
  onMoved: () => void;
};

export function MoveMaterials({ materials, groups, onClose, onMoved }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const refresh = useRefreshMaterials();
  const [form] = Form.useForm<Values>();
  const moving = useMutation({
    mutationFn: ({ groupId }: Values) =>
      client.call(moveMaterials, { body: { ids: materials.map(({ id }) => id), groupId } }),
    onSuccess: ({ changed }) => {
      toasts.success(t('materials.moved', { count: changed }));
      onMoved();
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <FormDialog<Values>
      form={form}
      title={t('materials.moveTitle', { count: materials.length })}
      okText={t('materials.move')}
      busy={moving.isPending}
      initialValues={{ groupId: materials[0]?.groupId ?? null }}
      onSave={(values) => moving.mutate(values)}
      onClose={onClose}
    >
      <Form.Item name="groupId" label={t('materials.group')}>
        <Select<string | null>
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            { value: null, label: t('materials.ungrouped') },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Form.Item>
      {moving.error ? <ErrorPanel problem={moving.error} /> : null}
    </FormDialog>
  );
}
