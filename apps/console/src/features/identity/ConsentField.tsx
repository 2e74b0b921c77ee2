import { Checkbox, Form } from 'antd';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { consentRule } from './consent.ts';

/** The consent to both agreements, which open in another tab so that nothing typed is lost. */
export function ConsentField({ name }: { name: string }) {
  const { t } = useTranslation();
  const service = <Link to={paths.serviceAgreement} target="_blank" />;
  const privacy = <Link to={paths.privacyPolicy} target="_blank" />;
  return (
    <Form.Item name={name} valuePropName="checked" rules={[consentRule(t)]}>
      <Checkbox className="consent">
        <Trans t={t} i18nKey="identity.consent" components={{ service, privacy }} />
      </Checkbox>
    </Form.Item>
  );
}
