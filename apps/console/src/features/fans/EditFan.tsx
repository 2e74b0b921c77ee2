import { type Fan, updateFan } from '@parley/contract/fans';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
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
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  const { data: profile, error, refetch } = useQuery(fanProfile(client, fan.id));
  const saving = useMutation({
    mutationFn: ({ version, shared }: Profile) =>
      client.call(updateFan, { body: { rowId: fan.id, version, shared, ...form.getFieldsValue() } }),
    onSuccess: () => {
      toasts.success(t('fans.saved'));
      void cache.invalidateQueries({ queryKey: queryKeys.fans });
      onClose();
    },
  });
  return (
    <FormDialog<Values>
      form={form}
      title={t('fans.editTitle', { name: fanName(fan) })}
      okText={t('fans.save')}
      busy={saving.isPending}
      loading={profile === undefined && error === null}
      okButtonProps={{ disabled: profile === undefined }}
      onSave={() => profile && saving.mutate(profile)}
      onClose={onClose}
    >
      {profile === undefined ? (
        <ErrorPanel problem={error} onRetry={() => void refetch()} />
      ) : (
        <NoteFields profile={profile} phone={fan.phone} />
      )}
      {saving.error ? <ErrorPanel problem={saving.error} /> : null}
    </FormDialog>
  );
}

/** @param phone the fan's own, which the note takes over */
function NoteFields({ profile, phone }: { profile: Profile; phone: string }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="quiet">{profile.shared ? t('fans.noteShared') : t('fans.noteOwn')}</p>
      <Form.Item name="alias" label={t('fans.alias')} initialValue={profile.alias}>
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item name="phone" label={t('fans.phone')} initialValue={profile.phone || phone}>
        <Input maxLength={30} autoComplete="off" inputMode="tel" />
      </Form.Item>
      <Form.Item name="note" label={t('fans.note')} initialValue={profile.note}>
        <Input.TextArea maxLength={2_000} autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
    </>
  );
}
