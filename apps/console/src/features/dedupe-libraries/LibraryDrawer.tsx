import { platformIds, platforms } from '@parley/contract/catalogues';
import {
  chosenSubAccounts,
  createDedupeLibrary,
  type DedupeLibrary,
  dedupeLibraryForm,
  updateDedupeLibrary,
} from '@parley/contract/dedupe-libraries';
import { interfaceLanguageOf } from '@parley/ui';
import { Form, type FormInstance, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { RangeFields } from '../../entities/sub-accounts/RangeFields.tsx';
import { schemaRule } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { useSaveRecord } from '../../ui/use-save-record.ts';
import { blank, changesFrom, formFrom, type LibraryValues, valuesOf } from './library-values.ts';
import { findLibrary } from './queries.ts';

type Properties = {
  /** The library to change; undefined: a new one. */
  existing: DedupeLibrary | undefined;
  /** The control that selects sub-accounts; accepts `value` and `onChange`. */
  subAccountsField: ReactElement;
  onClose: () => void;
};

function useSaveLibrary(form: FormInstance<LibraryValues>, onSaved: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  return useSaveRecord<DedupeLibrary, LibraryValues>({
    form,
    write: (values, on) =>
      on === undefined
        ? client.call(createDedupeLibrary, { body: formFrom(values) })
        : client.call(updateDedupeLibrary, { body: changesFrom(values, on) }),
    saved: t('dedupeLibraries.saved'),
    refresh: [queryKeys.dedupeLibraries],
    onSaved,
  });
}

/** Creates or changes a library. Mount it again for each. */
export function LibraryDrawer({ existing, subAccountsField, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<LibraryValues>();
  const saving = useSaveLibrary(form, onClose);
  return (
    <RecordDrawer
      form={form}
      size={520}
      title={t(existing === undefined ? 'dedupeLibraries.create' : 'dedupeLibraries.change')}
      existing={existing}
      valuesOf={(kept) => (kept === undefined ? blank : valuesOf(kept))}
      saving={saving}
      read={({ id }) => findLibrary(client, id)}
      texts={{ save: t('dedupeLibraries.save'), cancel: t('dedupeLibraries.cancel') }}
      onClose={onClose}
    >
      <LibraryFields isNew={existing === undefined} subAccountsField={subAccountsField} />
    </RecordDrawer>
  );
}

type FieldsProperties = Pick<Properties, 'subAccountsField'> & { isNew: boolean };

function LibraryFields({ isNew, subAccountsField }: FieldsProperties) {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const rangeTexts = {
    range: t('dedupeLibraries.range'),
    hint: t('dedupeLibraries.rangeHint'),
    all: t('dedupeLibraries.rangeAll'),
    some: t('dedupeLibraries.rangeSome'),
    subAccounts: t('dedupeLibraries.subAccounts'),
  };
  return (
    <>
      <Form.Item
        name="name"
        label={t('dedupeLibraries.name')}
        rules={[schemaRule(dedupeLibraryForm.shape.name, t)]}
        required
      >
        <Input autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="platform"
        label={t('dedupeLibraries.platform')}
        extra={t('dedupeLibraries.platformHint')}
        required
      >
        <Select
          disabled={!isNew}
          showSearch={{ optionFilterProp: 'label' }}
          options={platformIds.map((one) => ({ value: one, label: platforms[one].names[language] }))}
        />
      </Form.Item>
      <RangeFields texts={rangeTexts} rule={schemaRule(chosenSubAccounts, t)}>
        {subAccountsField}
      </RangeFields>
    </>
  );
}
