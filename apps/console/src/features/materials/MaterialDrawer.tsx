import {
  cardLink,
  cardText,
  createMaterial,
  type Material,
  type MaterialGroup,
  type MaterialType,
  materialLimits,
  materialTitle,
  updateMaterial,
} from '@parley/contract/materials';
import { Form, type FormInstance, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { TemplateTextField, TemplateTextPreview } from '../../entities/template-text/TemplateTextField.tsx';
import { schemaRule } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { useSaveRecord } from '../../ui/use-save-record.ts';
import { MediaField } from './MediaField.tsx';
import { blank, formFrom, type MaterialDraft, valuesOf } from './material-values.ts';
import { findMaterial } from './queries.ts';
import { materialKeys } from './use-refresh-materials.ts';

type Properties = {
  type: MaterialType;
  /** The material to change; undefined: a new one. */
  existing: Material | undefined;
  /** The material whose content a new one copies. */
  copied: Material | undefined;
  /** The group of a new material. */
  groupId: string | null;
  groups: readonly MaterialGroup[];
  onClose: () => void;
};

const causes = {
  'material.file-not-found': 'file',
  'material.file-of-other-type': 'file',
  'material.storage-full': 'file',
  'material.group-not-found': 'groupId',
} as const;

function useSaveMaterial(form: FormInstance<MaterialDraft>, type: MaterialType, onSaved: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  return useSaveRecord<Material, MaterialDraft>({
    form,
    write: (draft, on) => {
      const body = formFrom(type, draft);
      return on === undefined
        ? client.call(createMaterial, { body })
        : client.call(updateMaterial, { body: { materialId: on.id, version: on.version, ...body } });
    },
    saved: t('materials.saved'),
    refresh: materialKeys,
    causes,
    onSaved,
  });
}

/** Creates a text or card, or changes a material of any type. Mount it again for each. */
export function MaterialDrawer(properties: Properties) {
  const { type, existing, copied, groupId, groups, onClose } = properties;
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<MaterialDraft>();
  const saving = useSaveMaterial(form, type, onClose);
  const added = type === 'card' ? t('materials.addCard') : t('materials.addText');
  return (
    <RecordDrawer
      form={form}
      size={560}
      title={existing === undefined ? added : t('materials.change')}
      existing={existing}
      valuesOf={(kept) => {
        const source = kept ?? copied;
        return source === undefined ? blank(groupId) : valuesOf(source);
      }}
      saving={saving}
      read={({ id }) => findMaterial(client, id)}
      texts={{ save: t('materials.save'), cancel: t('materials.cancel') }}
      onClose={onClose}
    >
      <Form.Item name="title" label={t('materials.title')} rules={[schemaRule(materialTitle, t)]} required>
        <Input autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item name="groupId" label={t('materials.group')}>
        <Select<string | null>
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            { value: null, label: t('materials.ungrouped') },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Form.Item>
      <ContentFields form={form} type={type} />
    </RecordDrawer>
  );
}

function ContentFields({ form, type }: { form: FormInstance<MaterialDraft>; type: MaterialType }) {
  const { t } = useTranslation();
  if (type === 'text') {
    return (
      <>
        <TemplateTextField form={form} path={['text']} label={t('materials.content')} />
        <TemplateTextPreview form={form} path={['text']} />
      </>
    );
  }
  if (type !== 'card') {
    return (
      <Form.Item name="file" label={t('materials.file')} required>
        <MediaField type={type} />
      </Form.Item>
    );
  }
  return (
    <>
      <Form.Item name="text" label={t('materials.content')} rules={[schemaRule(cardText, t)]} required>
        <Input.TextArea
          dir="auto"
          autoSize={{ minRows: 2, maxRows: 6 }}
          count={{ show: true, max: materialLimits.cardText }}
        />
      </Form.Item>
      <Form.Item
        name="link"
        label={t('materials.link')}
        rules={[linkRule(t('materials.linkInvalid'))]}
        required
      >
        <Input type="url" inputMode="url" placeholder="https://" autoComplete="off" />
      </Form.Item>
      <Form.Item name="file" label={t('materials.picture')}>
        <MediaField type="card" />
      </Form.Item>
    </>
  );
}

const linkRule = (sentence: string) => ({
  validator: (_: unknown, link: unknown) =>
    cardLink.safeParse(link).success ? Promise.resolve() : Promise.reject(new Error(sentence)),
});
