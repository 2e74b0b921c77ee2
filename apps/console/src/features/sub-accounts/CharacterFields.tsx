import { allocationAmount, type SubAccount, subAccountForm } from '@parley/contract/sub-accounts';
import { useFormats } from '@parley/ui';
import { Alert, Form, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';
import { SwitchField } from './SwitchField.tsx';
import type { SubAccountValues } from './sub-account-values.ts';

type Properties = { existing: SubAccount | undefined; available: number | undefined };

/** Selects between separate characters, with auto-allocation, and the owner's. */
export function CharacterFields({ existing, available }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const allotment = Form.useWatch<SubAccountValues['allotment'] | undefined>('allotment');
  const givesBack = existing?.unlimited === false && allotment === 'unlimited';
  const hint = givesBack
    ? t('subAccounts.givesBack', { left: number(existing.remaining) })
    : t('subAccounts.unlimitedHint');
  return (
    <>
      {available === 0 && existing === undefined ? (
        <Form.Item>
          <Alert
            type="info"
            showIcon
            title={t('characters.noneYet')}
            description={t('characters.noneYetHint')}
          />
        </Form.Item>
      ) : null}
      <Form.Item name="allotment" label={t('subAccounts.allotment')} extra={hint}>
        <Segmented
          options={[
            { value: 'limited', label: t('subAccounts.limited') },
            { value: 'unlimited', label: t('subAccounts.unlimited') },
          ]}
        />
      </Form.Item>
      {allotment === 'limited' && existing === undefined ? <InitialCharacters available={available} /> : null}
      {allotment === 'limited' ? <AutoAllocationFields /> : null}
    </>
  );
}

function InitialCharacters({ available }: Pick<Properties, 'available'>) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const characters = Form.useWatch<SubAccountValues['characters'] | undefined>('characters');
  const isToppedUp = Form.useWatch<boolean | undefined>('autoAllocate');
  return (
    <Form.Item
      name="characters"
      label={t('subAccounts.initialCharacters')}
      extra={
        <>
          {available === undefined ? null : t('characters.leftNamed', { left: number(available) })}
          {characters || isToppedUp ? null : <div>{t('subAccounts.noInitialCharacters')}</div>}
        </>
      }
      rules={[schemaRule(subAccountForm.shape.characters, t)]}
    >
      <WholeNumberInput />
    </Form.Item>
  );
}

function AutoAllocationFields() {
  const { t } = useTranslation();
  const on = Form.useWatch<boolean | undefined>('autoAllocate');
  const rules = [schemaRule(allocationAmount, t)];
  return (
    <>
      <SwitchField name="autoAllocate" />
      {on ? (
        <div className="field-pair">
          <Form.Item name={['autoAllocation', 'below']} label={t('subAccounts.autoBelow')} rules={rules}>
            <WholeNumberInput />
          </Form.Item>
          <Form.Item name={['autoAllocation', 'amount']} label={t('subAccounts.autoAmount')} rules={rules}>
            <WholeNumberInput />
          </Form.Item>
        </div>
      ) : null}
    </>
  );
}
