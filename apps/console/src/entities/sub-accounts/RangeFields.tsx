import { Form, type FormRule, Segmented } from 'antd';
import type { ReactElement } from 'react';

type Properties = {
  texts: { range: string; hint?: string; all: string; some: string; subAccounts: string };
  /** Validates the selected sub-accounts. */
  rule: FormRule;
  /** The control that selects sub-accounts; accepts `value` and `onChange`. */
  children: ReactElement;
};

/** Fields that select the sub-accounts to which something applies; for a form with `range` and `subAccountIds`. */
export function RangeFields({ texts, rule, children }: Properties) {
  return (
    <>
      <Form.Item name="range" label={texts.range} extra={texts.hint} required>
        <Segmented
          options={[
            { value: 'all', label: texts.all },
            { value: 'some', label: texts.some },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['range']}>
        {({ getFieldValue }) =>
          getFieldValue('range') === 'some' ? (
            <Form.Item name="subAccountIds" label={texts.subAccounts} rules={[rule]} required>
              {children}
            </Form.Item>
          ) : null
        }
      </Form.Item>
    </>
  );
}
