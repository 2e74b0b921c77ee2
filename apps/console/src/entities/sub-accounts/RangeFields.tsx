import { Form, type FormRule, Segmented } from 'antd';
import type { ReactElement } from 'react';

type Properties = {
  texts: { range: string; hint?: string; all: string; some: string; subAccounts: string };
  /** Judges the chosen sub-accounts. */
  rule: FormRule;
  /** The control that picks sub-accounts; takes `value` and `onChange`. */
  children: ReactElement;
};

/** The choice of the sub-accounts that something applies to: part of a form that holds `range` and `subAccountIds`. */
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
