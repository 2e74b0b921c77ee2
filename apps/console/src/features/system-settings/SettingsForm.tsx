import { type StoredSystemConfig, setSystemConfig, systemConfigForm } from '@parley/contract/settings';
import { Button, Form, Input, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { LogoField } from '../../entities/operator/LogoField.tsx';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { SaveProblem } from '../../entities/operator/SaveProblem.tsx';
import { useSave } from '../../entities/operator/use-save.ts';
import { schemaRule } from '../../lib/form-rules.ts';
import { differs, useUnsaved } from '../../lib/unsaved-changes.ts';

type Values = {
  brandName: string;
  logoFileId: string | null;
  clientMinimumVersion: string;
  clientDownload: { windows: string; macos: string };
  registrationOpen: boolean;
};

const valuesOf = ({ clientMinimumVersion, clientDownload, ...rest }: StoredSystemConfig): Values => ({
  brandName: rest.brandName,
  logoFileId: rest.logoFileId,
  registrationOpen: rest.registrationOpen,
  clientMinimumVersion: clientMinimumVersion ?? '',
  clientDownload: { windows: clientDownload.windows ?? '', macos: clientDownload.macos ?? '' },
});

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

type Properties = {
  settings: StoredSystemConfig;
  /** Another operator has changed them: loads the current ones. */
  onReload: () => void;
};

/** The installation's settings. Mount it again for each version. */
export function SettingsForm({ settings, onReload }: Properties) {
  const { t } = useTranslation();
  const { client } = useOperator();
  const [form] = Form.useForm<Values>();
  const saved = valuesOf(settings);
  useUnsaved(differs(Form.useWatch([], form), saved));
  const { save, pending, problem } = useSave({
    form,
    refresh: operatorKeys.settings,
    onSaved: () => undefined,
    send: ({ clientMinimumVersion, clientDownload, ...values }: Values) =>
      client.call(setSystemConfig, {
        body: {
          ...values,
          version: settings.version,
          clientMinimumVersion: orNull(clientMinimumVersion),
          clientDownload: {
            windows: orNull(clientDownload.windows),
            macos: orNull(clientDownload.macos),
          },
        },
      }),
  });
  const { brandName } = systemConfigForm.shape;
  return (
    <Form form={form} layout="vertical" className="operator-form" initialValues={saved} onFinish={save}>
      <SaveProblem problem={problem} onReload={onReload} />
      <Form.Item name="brandName" label={t('operator.brandName')} rules={[schemaRule(brandName, t)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="logoFileId" label={t('operator.logo')} extra={t('systemSettings.logoHint')}>
        <LogoField kept={settings.logo} />
      </Form.Item>
      <ClientFields />
      <Form.Item
        name="registrationOpen"
        label={t('operator.registrationOpen')}
        extra={t('systemSettings.registrationHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={pending}>
        {t('operator.save')}
      </Button>
    </Form>
  );
}

function ClientFields() {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        name="clientMinimumVersion"
        label={t('systemSettings.minimumVersion')}
        extra={t('systemSettings.minimumVersionHint')}
        rules={[
          { pattern: /^\s*(\d{1,5}\.\d{1,5}\.\d{1,5})?\s*$/, message: t('systemSettings.versionForm') },
        ]}
      >
        <Input autoComplete="off" placeholder="1.2.3" />
      </Form.Item>
      {(['windows', 'macos'] as const).map((system) => (
        <Form.Item
          key={system}
          name={['clientDownload', system]}
          label={t(system === 'windows' ? 'systemSettings.windows' : 'systemSettings.macos')}
          rules={[{ pattern: /^\s*(https?:\/\/\S+)?\s*$/i, message: t('systemSettings.addressForm') }]}
        >
          <Input autoComplete="off" inputMode="url" maxLength={300} />
        </Form.Item>
      ))}
    </>
  );
}
