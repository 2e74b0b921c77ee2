import './sub-accounts.css';
import { platformIds, platforms } from '@parley/contract/catalogues';
import { type SubAccount, subAccountForm } from '@parley/contract/sub-accounts';
import { interfaceLanguageOf } from '@parley/ui';
import { Alert, Form, Input, Segmented, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { CharacterFields } from './CharacterFields.tsx';
import { ConversationFields } from './ConversationFields.tsx';
import { PortFields, type WorkspacePorts } from './PortFields.tsx';
import { SwitchField } from './SwitchField.tsx';
import { optionalPassword, type SubAccountValues } from './sub-account-values.ts';

// i18n-keys: subAccounts.statuses.*

type Properties = {
  /** The sub-account to change; undefined: a new one. */
  existing: SubAccount | undefined;
  /** The workspace's ports; undefined while loading. */
  ports: WorkspacePorts | undefined;
  /** The owner's balance; undefined while it is loading. */
  available: number | undefined;
};

/** The settings of a sub-account, in groups. */
export function SubAccountFields({ existing, ports, available }: Properties) {
  const { t } = useTranslation();
  return (
    <>
      <Group title={t('subAccounts.groupWho')}>
        <WhoFields existing={existing} />
      </Group>
      <Group title={t('subAccounts.characters')}>
        <CharacterFields existing={existing} available={available} />
      </Group>
      <Group title={t('subAccounts.ports')}>
        <PortFields existing={existing} ports={ports} />
      </Group>
      <Group title={t('subAccounts.groupDesk')}>
        <SwitchField name="multiDevice" />
        <SwitchField name="profileSharing" />
      </Group>
      <Group title={t('subAccounts.groupConversations')}>
        <ConversationFields />
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="field-group" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div className="field-grid">{children}</div>
    </section>
  );
}

function WhoFields({ existing }: Pick<Properties, 'existing'>) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        name="remark"
        label={t('subAccounts.remark')}
        extra={t('subAccounts.remarkHint')}
        rules={[schemaRule(subAccountForm.shape.remark, t)]}
      >
        <Input autoFocus autoComplete="off" />
      </Form.Item>
      {existing === undefined ? (
        <Form.Item
          name="password"
          label={t('subAccounts.password')}
          extra={t('subAccounts.passwordHint')}
          rules={[schemaRule(optionalPassword, t)]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      ) : null}
      {existing?.isDefault === true ? null : <StatusField existing={existing} />}
      <PlatformFields />
    </>
  );
}

function StatusField({ existing }: Pick<Properties, 'existing'>) {
  const { t } = useTranslation();
  const status = Form.useWatch<SubAccountValues['status'] | undefined>('status');
  return (
    <div>
      <Form.Item name="status" label={t('subAccounts.status')}>
        <Segmented
          options={[
            { value: 'normal', label: t('subAccounts.statuses.normal') },
            { value: 'disabled', label: t('subAccounts.statuses.disabled') },
          ]}
        />
      </Form.Item>
      {existing?.status === 'normal' && status === 'disabled' ? (
        <Alert className="field-note" type="warning" showIcon title={t('subAccounts.disableHint')} />
      ) : null}
    </div>
  );
}

function PlatformFields() {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const scope = Form.useWatch<SubAccountValues['platformScope'] | undefined>('platformScope');
  return (
    <div>
      <Form.Item
        name="platformScope"
        label={t('subAccounts.platforms')}
        extra={t('subAccounts.platformsHint')}
      >
        <Segmented
          options={[
            { value: 'all', label: t('subAccounts.everyPlatform') },
            { value: 'some', label: t('subAccounts.somePlatforms') },
          ]}
        />
      </Form.Item>
      {scope === 'some' ? (
        <Form.Item
          name="platforms"
          label={t('subAccounts.permitted')}
          rules={[{ required: true, message: t('validation.select') }]}
        >
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('subAccounts.choosePlatforms')}
            options={platformIds.map((value) => ({ value, label: platforms[value].names[language] }))}
          />
        </Form.Item>
      ) : null}
    </div>
  );
}
