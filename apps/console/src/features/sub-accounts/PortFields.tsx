import { portLimit, type SubAccount } from '@parley/contract';
import { useFormats } from '@parley/ui';
import { Form, InputNumber, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import type { SubAccountValues } from './sub-account-values.ts';

// i18n-keys: subAccounts.portModes.* subAccounts.portModeHint.*

type Properties = { existing: SubAccount | undefined; freePorts: number | undefined };

/** How many of its social accounts may be online at once, and whether the ports for that are kept for it. */
export function PortFields({ existing, freePorts }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const mode = Form.useWatch<SubAccountValues['portMode'] | undefined>('portMode') ?? 'dynamic';
  // What it has set aside for itself is not free, but for it.
  const own = existing?.portMode === 'fixed' && existing.status === 'normal' ? existing.portLimit : 0;
  const free =
    freePorts === undefined
      ? undefined
      : own === 0
        ? t('subAccounts.freePorts', { free: number(freePorts) })
        : t('subAccounts.freePortsBeside', { free: number(freePorts), own: number(own) });
  return (
    <>
      <Form.Item
        name="portMode"
        label={t('subAccounts.portMode')}
        extra={t(`subAccounts.portModeHint.${mode}`)}
      >
        <Segmented
          options={[
            { value: 'dynamic', label: t('subAccounts.portModes.dynamic') },
            { value: 'fixed', label: t('subAccounts.portModes.fixed') },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="portLimit"
        label={t('subAccounts.portLimit')}
        extra={free}
        rules={[schemaRule(portLimit, t)]}
      >
        <InputNumber min={0} max={100_000} precision={0} style={{ width: '100%' }} />
      </Form.Item>
    </>
  );
}
