import { type Fan, updateFan } from '@parley/contract/fans';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { fanName } from './columns.tsx';
import { fanProfile } from './queries.ts';

type Properties = { fan: Fan; onClose: () => void };
type Values = { alias: string; phone: string; note: string };
type Profile = Values & { version: number; shared: boolean };

/** Alias, phone and note of a fan, which its agents see as well. */
export function EditFan({ fan, onClose }: Properties) {
  const { t } = useTranslation();
  const query = useQuery(fanProfile(useClient(), fan.id));
  if (query.data !== undefined) return <NoteForm fan={fan} profile={query.data} onClose={onClose} />;
  return (
    <Modal open title={t('fans.editTitle', { name: fanName(fan) })} footer={null} onCancel={onClose}>
      {query.error ? <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} /> : <Skeleton />}
    </Modal>
  );
}

function NoteForm({ fan, profile, onClose }: Properties & { profile: Profile }) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  const { version, shared, ...noted } = profile;
  const saving = useMutation({
    mutationFn: (values: Values) =>
      client.call(updateFan, { body: { rowId: fan.id, version, shared, ...values } }),
    onSuccess: () => {
      toasts.success(t('fans.saved'));
      void cache.invalidateQueries({ queryKey: queryKeys.fans });
      onClose();
    },
  });
  const initialValues = { ...noted, phone: noted.phone === '' ? fan.phone : noted.phone };
  return (
    <FormDialog<Values>
      form={form}
      title={t('fans.editTitle', { name: fanName(fan) })}
      okText={t('fans.save')}
      busy={saving.isPending}
      initialValues={initialValues}
      onSave={(values) => saving.mutate(values)}
      onClose={onClose}
    >
      <p className="quiet">{shared ? t('fans.noteShared') : t('fans.noteOwn')}</p>
      <Form.Item name="alias" label={t('fans.alias')}>
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item name="phone" label={t('fans.phone')}>
        <Input maxLength={30} autoComplete="off" inputMode="tel" />
      </Form.Item>
      <Form.Item name="note" label={t('fans.note')}>
        <Input.TextArea maxLength={2_000} autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
      {saving.error ? <ErrorPanel problem={saving.error} /> : null}
    </FormDialog>
  );
}
