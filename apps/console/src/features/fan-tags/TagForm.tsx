// i18n-keys: fanTags.colors.*
import { isApiError } from '@parley/api-client';
import {
  createFanTag,
  type FanTag,
  type FanTagColour,
  fanTagColours,
  fanTagForm,
  listFanTags,
  updateFanTag,
} from '@parley/contract/fan-tags';
import { useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, type FormInstance, Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { SavingProblem } from '../../ui/SavingProblem.tsx';

type Values = { name: string; colour: FanTagColour };
type Properties = { existing: FanTag | undefined; onClose: () => void };

const causes = { 'fan-tag.name-taken': 'name' } as const;

function useSaveTag(form: FormInstance<Values>, onClose: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const save = useMutation({
    ...handlers,
    mutationFn: (base: FanTag | undefined) => {
      const values = form.getFieldsValue();
      return base === undefined
        ? client.call(createFanTag, { body: values })
        : client.call(updateFanTag, { body: { tagId: base.id, version: base.version, ...values } });
    },
    onSuccess: () => {
      toasts.success(t('fanTags.saved'));
      onClose();
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.fanTags }),
  });
  return { save, problem, clear };
}

const valuesOf = ({ name, colour }: Values): Values => ({ name, colour });

export function TagForm({ existing, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<Values>();
  const [base, setBase] = useState(existing);
  const { save, problem, clear } = useSaveTag(form, onClose);
  const stale = isApiError(problem, 'resource.stale');
  return (
    <FormDialog<Values>
      form={form}
      title={existing === undefined ? t('fanTags.create') : t('fanTags.edit')}
      okText={t('fanTags.save')}
      busy={save.isPending}
      okButtonProps={{ disabled: stale }}
      initialValues={valuesOf(base ?? { name: '', colour: 'blue' })}
      onSave={() => save.mutate(base)}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('fanTags.name')}
        rules={[schemaRule(fanTagForm.shape.name, t)]}
        required
      >
        <Input autoComplete="off" />
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
      <SavingProblem
        problem={problem}
        base={base}
        read={async (tag) =>
          (await client.call(listFanTags, {})).list.find(({ id }) => id === tag.id) ?? null
        }
        onTakeTheirs={(theirs) => {
          setBase(theirs);
          form.setFieldsValue(valuesOf(theirs));
          clear();
        }}
        onKeepMine={save.mutate}
      />
    </FormDialog>
  );
}
