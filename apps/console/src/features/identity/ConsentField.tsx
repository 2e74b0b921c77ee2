import { Checkbox, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { consentRule } from './consent.ts';

const addresses: Readonly<Record<string, string>> = {
  service: paths.serviceAgreement,
  privacy: paths.privacyPolicy,
};

/** Consent to both agreements, which open in another tab so that no input is lost. */
export function ConsentField({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <Form.Item name={name} valuePropName="checked" rules={[consentRule(t)]}>
      <Checkbox className="consent">{withLinks(t('identity.consent'))}</Checkbox>
    </Form.Item>
  );
}

/** Turns `<service>…</service>` and `<privacy>…</privacy>` into links. */
function withLinks(sentence: string) {
  // As `split` includes capture groups, plain text, link name and link text alternate.
  const pieces = sentence.split(/<(\w+)>(.*?)<\/\1>/);
  return pieces.map((piece, index) => {
    if (index % 3 === 0) return piece;
    if (index % 3 === 1) return null;
    const name = pieces[index - 1] ?? '';
    return (
      <Link key={name} to={addresses[name] ?? paths.login} target="_blank">
        {piece}
      </Link>
    );
  });
}
