import {
  createMaterialGroup,
  type MaterialGroup,
  materialGroupName,
  renameMaterialGroup,
} from '@parley/contract/materials';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useRefreshMaterials } from './use-refresh-materials.ts';

type Values = { name: string };
type Properties = { existing: MaterialGroup | undefined; onClose: () => void };

const causes = { 'material-group.name-taken': 'name' } as const;

/** Creates or renames a group. */
export function GroupForm({ existing, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const refresh = useRefreshMaterials();
  const [form] = Form.useForm<Values>();
  const { problem, handlers } = useFormProblem(form, causes);
  const save = useMutation({
    ...handlers,
    mutationFn: ({ name }: Values) =>
      existing === undefined
        ? client.call(createMaterialGroup, { body: { name } })
        : client.call(renameMaterialGroup, { body: { groupId: existing.id, name } }),
    onSuccess: () => {
      toasts.success(t('materials.saved'));
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <FormDialog<Values>
      form={form}
      title={t(existing === undefined ? 'materials.addGroup' : 'materials.renameGroup')}
      okText={t('materials.save')}
      busy={save.isPending}
      initialValues={{ name: existing?.name ?? '' }}
      onSave={(values) => save.mutate(values)}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('materials.groupName')}
        rules={[schemaRule(materialGroupName, t)]}
        required
      >
        <Input autoComplete="off" />
      </Form.Item>
      {problem === null ? null : <ErrorPanel problem={problem} />}
    </FormDialog>
  );
}
