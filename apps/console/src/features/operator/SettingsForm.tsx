import { type KeptSystemConfig, setSystemConfig, systemConfigForm } from '@parley/contract/settings';
import { Button, Form, Input, Switch } from 'antd';
import { schemaRule } from '../../lib/form-rules.ts';
import { LogoField } from './LogoField.tsx';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { SaveProblem } from './SaveProblem.tsx';
import { useTexts } from './texts.ts';
import { useSave } from './use-save.ts';

type Values = {
  brandName: string;
  logoFileId: string | null;
  clientMinimumVersion: string;
  clientDownload: { windows: string; macos: string };
  registrationOpen: boolean;
};

const valuesOf = ({ clientMinimumVersion, clientDownload, ...rest }: KeptSystemConfig): Values => ({
  brandName: rest.brandName,
  logoFileId: rest.logoFileId,
  registrationOpen: rest.registrationOpen,
  clientMinimumVersion: clientMinimumVersion ?? '',
  clientDownload: { windows: clientDownload.windows ?? '', macos: clientDownload.macos ?? '' },
});

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

type Properties = {
  settings: KeptSystemConfig;
  /** Another operator has changed them: loads what is there now. */
  onReload: () => void;
};

/** The installation's settings. Mount it again for each version. */
export function SettingsForm({ settings, onReload }: Properties) {
  const { t } = useTexts();
  const { client } = useOperator();
  const [form] = Form.useForm<Values>();
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
    <Form
      form={form}
      layout="vertical"
      className="operator-form"
      initialValues={valuesOf(settings)}
      onFinish={save}
    >
      <SaveProblem problem={problem} onReload={onReload} />
      <Form.Item name="brandName" label={t('op.settings.brandName')} rules={[schemaRule(brandName, t)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="logoFileId" label={t('op.settings.logo')} extra={t('op.settings.logoHint')}>
        <LogoField kept={settings.logo} />
      </Form.Item>
      <ClientFields />
      <Form.Item
        name="registrationOpen"
        label={t('op.settings.registrationOpen')}
        extra={t('op.settings.registrationHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={pending}>
        {t('op.save')}
      </Button>
    </Form>
  );
}

function ClientFields() {
  const { t } = useTexts();
  return (
    <>
      <Form.Item
        name="clientMinimumVersion"
        label={t('op.settings.minimumVersion')}
        extra={t('op.settings.minimumVersionHint')}
        rules={[{ pattern: /^\s*(\d{1,5}\.\d{1,5}\.\d{1,5})?\s*$/, message: t('op.settings.versionForm') }]}
      >
        <Input autoComplete="off" placeholder="1.2.3" />
      </Form.Item>
      {(['windows', 'macos'] as const).map((system) => (
        <Form.Item
          key={system}
          name={['clientDownload', system]}
          label={t(system === 'windows' ? 'op.settings.windows' : 'op.settings.macos')}
          rules={[{ pattern: /^\s*(https?:\/\/\S+)?\s*$/i, message: t('op.settings.addressForm') }]}
        >
          <Input autoComplete="off" inputMode="url" maxLength={300} />
        </Form.Item>
      ))}
    </>
  );
}
