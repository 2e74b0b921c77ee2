import { isApiError } from '@parley/api-client';
import { profileFields } from '@parley/contract/customer-profiles';
import { type Fan, getFanProfile, updateFan } from '@parley/contract/fans';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, type FormInstance, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { SavingProblem } from '../../ui/SavingProblem.tsx';
import { fanProfile } from './queries.ts';
import { useFanName } from './use-fan-name.ts';

type Properties = { fan: Fan; onClose: () => void };
type Values = { alias: string; phone: string; note: string };
type Profile = Values & { version: number; shared: boolean };

function useSaveNotes(fan: Fan, form: FormInstance<Values>, onClose: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const { problem, clear, handlers } = useFormProblem(form);
  const save = useMutation({
    ...handlers,
    mutationFn: ({ version, shared, phone: noted }: Profile) => {
      const values = form.getFieldsValue();
      // The platform's number is shown in the field, but noted only once it is edited.
      const phone = noted === '' && values.phone === fan.phone ? '' : values.phone;
      return client.call(updateFan, { body: { rowId: fan.id, version, shared, ...values, phone } });
    },
    onSuccess: () => {
      toasts.success(t('fans.saved'));
      void cache.invalidateQueries({ queryKey: queryKeys.fans });
      onClose();
    },
  });
  return { save, problem, clear };
}

/** Edits a fan's alias, phone and note, which agents see as well. */
export function EditFan({ fan, onClose }: Properties) {
  const { t } = useTranslation();
  const nameOf = useFanName();
  const client = useClient();
  const [form] = Form.useForm<Values>();
  const { data, error, refetch } = useQuery(fanProfile(client, fan.id));
  // The fields are based on this version; the query may fetch a later one during editing.
  const [base, setBase] = useState(data);
  if (base === undefined && data !== undefined) setBase(data);
  const { save, problem, clear } = useSaveNotes(fan, form, onClose);
  const stale = isApiError(problem, 'resource.stale');
  return (
    <FormDialog<Values>
      form={form}
      title={t('fans.editTitle', { name: nameOf(fan) })}
      okText={t('fans.save')}
      busy={save.isPending}
      loading={base === undefined && error === null}
      okButtonProps={{ disabled: base === undefined || stale }}
      saved={base && valuesOf(base, fan.phone)}
      onSave={() => base && save.mutate(base)}
      onClose={onClose}
    >
      {base === undefined ? (
        <ErrorPanel problem={error} onRetry={() => void refetch()} />
      ) : (
        <NoteFields profile={base} phone={fan.phone} />
      )}
      <SavingProblem
        problem={problem}
        base={base}
        read={() => client.call(getFanProfile, { query: { rowId: fan.id } })}
        onTakeTheirs={(theirs) => {
          setBase(theirs);
          form.setFieldsValue(valuesOf(theirs, fan.phone));
          clear();
        }}
        onKeepMine={(theirs) => save.mutate(theirs)}
      />
    </FormDialog>
  );
}

/** @param phone the fan's own number, the initial value of the noted one */
const valuesOf = ({ alias, phone: noted, note }: Profile, phone: string): Values => ({
  alias,
  phone: noted || phone,
  note,
});

function NoteFields({ profile, phone }: { profile: Profile; phone: string }) {
  const { t } = useTranslation();
  const values = valuesOf(profile, phone);
  return (
    <>
      <p className="quiet">{profile.shared ? t('fans.noteShared') : t('fans.noteOwn')}</p>
      <Form.Item
        name="alias"
        label={t('fans.alias')}
        initialValue={values.alias}
        rules={[schemaRule(profileFields.alias, t)]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="phone"
        label={t('fans.phone')}
        initialValue={values.phone}
        rules={[schemaRule(profileFields.phone, t)]}
      >
        <Input autoComplete="off" inputMode="tel" />
      </Form.Item>
      <Form.Item
        name="note"
        label={t('fans.note')}
        initialValue={values.note}
        rules={[schemaRule(profileFields.notes, t)]}
      >
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
    </>
  );
}
