import { WarningFilled } from '@ant-design/icons';
import { portLimit, type SubAccount } from '@parley/contract/sub-accounts';
import { useFormats } from '@parley/ui';
import { Form, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';
import type { SubAccountValues } from './sub-account-values.ts';

// i18n-keys: subAccounts.portModes.* subAccounts.portModeHint.*

/** The workspace's ports, and how many are neither reserved nor in use. */
export type WorkspacePorts = { total: number; free: number };

type Properties = { existing: SubAccount | undefined; ports: WorkspacePorts | undefined };

/** Returns how many ports are free in the workspace; ports reserved by this sub-account are available to it as well. */
function useFreePorts({ existing, ports }: Properties): string | undefined {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (ports === undefined) return undefined;
  const own = existing?.portMode === 'fixed' && existing.status === 'normal' ? existing.portLimit : 0;
  return own === 0
    ? t('subAccounts.freePorts', { free: number(ports.free) })
    : t('subAccounts.freePortsBeside', { free: number(ports.free), own: number(own) });
}

/** Warns of limits that are permitted but have consequences. */
function LimitWarnings({ existing, ports }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const mode = usePortMode();
  const entered = Form.useWatch<number | null | undefined>('portLimit');
  // Fixed ports must be available, which the server checks; a dynamic limit may exceed the current ports.
  const beyond = mode === 'dynamic' && ports !== undefined && (entered ?? 0) > ports.total;
  // No session is ended: the limit refuses new ones until enough have ended.
  const taken = existing?.portsTaken ?? 0;
  const below = entered !== null && entered !== undefined && entered < taken;
  return (
    <>
      {beyond ? (
        <span className="field-warning">
          <WarningFilled aria-hidden /> {t('subAccounts.beyondPorts', { total: number(ports.total) })}
        </span>
      ) : null}
      {below ? (
        <span className="field-warning">
          <WarningFilled aria-hidden /> {t('subAccounts.belowTaken', { taken: number(taken) })}
        </span>
      ) : null}
    </>
  );
}

const usePortMode = () => Form.useWatch<SubAccountValues['portMode'] | undefined>('portMode') ?? 'dynamic';

/** The limit of concurrently online social accounts, and whether ports are reserved for them. */
export function PortFields(properties: Properties) {
  const { t } = useTranslation();
  const mode = usePortMode();
  const free = useFreePorts(properties);
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
        extra={
          <>
            {free}
            {/* Always mounted, so that screen readers announce changes inside it. */}
            <span role="status">
              <LimitWarnings {...properties} />
            </span>
          </>
        }
        rules={[schemaRule(portLimit, t)]}
      >
        <WholeNumberInput />
      </Form.Item>
    </>
  );
}
