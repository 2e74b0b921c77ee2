import { platformIds, platforms } from '@parley/contract/catalogues';
import { type WorkOrder, workOrderForm } from '@parley/contract/work-orders';
import { interfaceLanguageOf } from '@parley/ui';
import { Alert, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { SubAccountSelect } from '../../entities/sub-accounts/SubAccountSelect.tsx';
import { schemaRule } from '../../lib/form-rules.ts';
import { TimeZoneSelect } from '../../ui/TimeZoneSelect.tsx';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';
import type { WorkOrderValues } from './work-order-values.ts';

type Properties = {
  /** The work order to change; undefined: a new one. */
  existing: WorkOrder | undefined;
};

/** The fields of a work order. */
export function WorkOrderFields({ existing }: Properties) {
  const { t } = useTranslation();
  const { name, remarks } = workOrderForm.shape;
  return (
    <>
      <Form.Item name="name" label={t('workOrders.name')} rules={[schemaRule(name, t)]} required>
        <Input autoFocus autoComplete="off" />
      </Form.Item>
      <PlaceFields existing={existing} />
      <GoalFields />
      <ResetFields existing={existing} />
      <Form.Item name="remarks" label={t('workOrders.remarks')} rules={[schemaRule(remarks, t)]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  );
}

/** The sub-account and the platform, which can't be changed later. */
function PlaceFields({ existing }: Properties) {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  return (
    <>
      {existing === undefined ? (
        <Form.Item
          name="subAccountId"
          label={t('workOrders.subAccount')}
          rules={[{ required: true, message: t('validation.select') }]}
          required
        >
          <SubAccountSelect />
        </Form.Item>
      ) : (
        <>
          <Form.Item name="subAccountId" hidden>
            <Input />
          </Form.Item>
          <Form.Item label={t('workOrders.subAccount')}>
            <Input disabled value={existing.subAccountRemark || existing.accountName} />
          </Form.Item>
        </>
      )}
      <Form.Item
        name="platform"
        label={t('table.platform')}
        rules={[{ required: true, message: t('validation.select') }]}
        extra={t('workOrders.placeHint')}
        required
      >
        <Select
          disabled={existing !== undefined}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('workOrders.choosePlatform')}
          options={platformIds.map((value) => ({ value, label: platforms[value].names[language] }))}
        />
      </Form.Item>
    </>
  );
}

const goalNames = ['totalGoal', 'dailyGoal', 'accountTotalGoal', 'accountDailyGoal'] as const;

// i18n-keys: workOrders.totalGoal, workOrders.dailyGoal, workOrders.accountTotalGoal, workOrders.accountDailyGoal
function GoalFields() {
  const { t } = useTranslation();
  return (
    <fieldset className="order-goals">
      <legend>{t('workOrders.goals')}</legend>
      <p className="quiet">{t('workOrders.goalsHint')}</p>
      <div className="order-goal-fields">
        {goalNames.map((name) => (
          <Form.Item
            key={name}
            name={name}
            label={t(`workOrders.${name}`)}
            rules={[schemaRule(workOrderForm.shape[name], t)]}
          >
            <WholeNumberInput placeholder={t('workOrders.noGoal')} />
          </Form.Item>
        ))}
      </div>
    </fieldset>
  );
}

function ResetFields({ existing }: Properties) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<WorkOrderValues>();
  const time = Form.useWatch('resetTime', form);
  const zone = Form.useWatch('timeZone', form);
  const { resetTime } = workOrderForm.shape;
  const moves =
    existing !== undefined &&
    time !== undefined &&
    (time !== existing.resetTime || zone !== existing.timeZone);
  return (
    <>
      <Form.Item
        name="resetTime"
        label={t('workOrders.resetTime')}
        rules={[schemaRule(resetTime, t)]}
        extra={t('workOrders.resetHint')}
        required
      >
        <Input type="time" />
      </Form.Item>
      <Form.Item name="timeZone" label={t('workOrders.timeZone')} required>
        <TimeZoneSelect />
      </Form.Item>
      {moves ? (
        <Alert type="info" showIcon className="order-moves" title={t('workOrders.resetMoves')} />
      ) : null}
    </>
  );
}
