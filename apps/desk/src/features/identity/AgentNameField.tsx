import { agentNameLength } from '@parley/contract/conversations';
import { codePoints } from '@parley/contract/values';
import { Form } from 'antd';
import Input from 'antd/es/input/Input.js';
import { useTranslation } from 'react-i18next';

/** The characters that the server refuses in a name. */
const unprintable = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;

type Properties = { value: string; onChange: (name: string) => void };

/** Asks for the name of the person at this desk. */
export function AgentNameField({ value, onChange }: Properties) {
  const { t } = useTranslation();
  return (
    <Form.Item label={t('logIn.name')} htmlFor="agent-name" extra={t('logIn.nameHint')}>
      <Input
        id="agent-name"
        autoComplete="nickname"
        spellCheck={false}
        value={value}
        count={{
          max: agentNameLength,
          strategy: codePoints,
          exceedFormatter: (text) => [...text].slice(0, agentNameLength).join(''),
        }}
        onChange={({ target }) => onChange(target.value.replace(unprintable, ''))}
      />
    </Form.Item>
  );
}
